import { useMemo, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Template } from "#contract/template";
import { problemText } from "#contract/template-check/problem";
import { warningsOf } from "#contract/template-check/warnings";
import type { Params } from "#contract/wire/json";
import { languageOf } from "#core/catalogue/languages";
import { keptValues, planTemplate } from "#core/template/plan";
import { checkVariables, planWorkflow } from "#core/template/values";
import { pickText } from "#core/text";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import { Note } from "../../ui/feedback/note.tsx";
import { useReferencePort } from "../../ui/field/field-component.ts";
import { FreeAddressContext } from "../../ui/field/free-address-port.ts";
import { useLocale } from "../../ui/text.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useSettings } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useFreeAddresses } from "./use-free-addresses.ts";
import { useReferences } from "./use-references.ts";

export interface TemplateFormProps {
  readonly template: Template;
  /** Initial values of the form by variable, instead of the defaults. */
  readonly given: Params;
  readonly edited: Planned | null;
  readonly onPlanned: (item: Planned) => void;
  readonly onClose: () => void;
}

/** The form of a workflow: asks for its variables and plans it as one element (TPL-01, TPL-03, TPL-23). */
export function TemplateForm({ template, given, edited, onPlanned, onClose }: TemplateFormProps): ReactNode {
  const { say, catalogue } = useWords();
  const prefs = useFormPrefs();
  const { locale } = prefs;
  const isEdit = edited !== null;
  const plan = useMemo(
    () => planTemplate(catalogue, template, isEdit ? keptValues(template, given) : given, prefs),
    [catalogue, template, given, isEdit, prefs],
  );
  // Only typed values say in which network an address should be.
  const free = useFreeAddresses({}, true);
  return (
    <useReferencePort.Provider value={useReferences()}>
      <FreeAddressContext value={free}>
        <FormDialog
          title={
            edited === null
              ? (pickText(template.name, locale) ?? "")
              : say("editor.form.edit", { title: plannedTitle(edited, locale) })
          }
          form={plan}
          intro={
            <>
              <p className="muted form-intro">{pickText(template.description, locale)}</p>
              <TemplateWarnings template={template} />
            </>
          }
          isEdit={isEdit}
          canContinue={edited === null}
          check={(values) => checkVariables(plan, values, toAscii)}
          onSubmit={(values) => {
            const made = planWorkflow(plan, values, { uuid: edited?.uuid ?? crypto.randomUUID(), toAscii });
            if (made.kind === "invalid") return { refused: null };
            onPlanned(made.item);
            return "planned";
          }}
          onClose={onClose}
        />
      </FreeAddressContext>
    </useReferencePort.Provider>
  );
}

/** Notes for the author of a workflow, shown in developer mode. They are the same as those of the command (TPL-27). */
function TemplateWarnings({ template }: { readonly template: Template }): ReactNode {
  const language = languageOf(useLocale());
  const { developer } = useSnapshot(useSettings().state);
  const warnings = useMemo(() => (developer ? warningsOf(template) : []), [developer, template]);
  return warnings.map((warning) => (
    <Note key={`${warning.path} ${JSON.stringify(warning.values)}`} tone="warning">
      <code>{warning.path}</code> {problemText(warning, language)}
    </Note>
  ));
}
