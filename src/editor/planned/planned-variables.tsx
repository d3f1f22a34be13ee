import type { ReactNode } from "react";
import { shownVariables } from "#core/template/shown";
import type { PlannedTemplate } from "#core/txlist/planned";
import { useLocale, useText } from "../../ui/text.ts";

/** What a workflow was filled in with, by the names of its variables. */
export function PlannedVariables({ item }: { readonly item: PlannedTemplate }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const shown = shownVariables(item, locale, (flag) => say(flag ? "ui.common.yes" : "ui.common.no"));
  return (
    <dl className="changes planned-changes small">
      {shown.map(({ name, label, text }) => (
        <div key={name}>
          <dt className="muted">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
