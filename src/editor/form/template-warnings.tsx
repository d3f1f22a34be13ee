import { useMemo, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Template } from "#contract/template";
import { problemText } from "#contract/template-check/problem";
import { warningsOf } from "#contract/template-check/warnings";
import { languageOf } from "#core/catalogue/languages";
import { Note } from "../../ui/feedback/note.tsx";
import { useLocale } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

/** What the author of a workflow should know of it, in developer mode, as the command tells it (TPL-27). */
export function TemplateWarnings({ template }: { readonly template: Template }): ReactNode {
  const language = languageOf(useLocale());
  const { developer } = useSnapshot(usePortal().settings.state);
  const warnings = useMemo(() => (developer ? warningsOf(template) : []), [developer, template]);
  return warnings.map((warning) => (
    <Note key={`${warning.path} ${JSON.stringify(warning.values)}`} tone="warning">
      <code>{warning.path}</code> {problemText(warning, language)}
    </Note>
  ));
}
