import { useMemo, type ReactNode } from "react";
import { checkValues } from "#core/form/plan-change";
import { planMany, planManyForm } from "#core/form/plan-many";
import type { FormTarget } from "#core/form/target";
import type { Planned } from "#core/txlist/planned";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormDialog } from "./form-dialog.tsx";
import { NoForm } from "./no-form.tsx";

export interface ManyFormProps {
  readonly targets: readonly FormTarget[];
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

/** One form for the same change of several objects: what is filled in is planned for each of them. */
export function ManyForm({ targets, onPlannedAll, onClose }: ManyFormProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const prefs = useFormPrefs();
  const plan = useMemo(() => planManyForm(catalogue, targets, prefs), [catalogue, targets, prefs]);
  if (plan === null) return <NoForm onClose={onClose} />;
  const type = catalogue.typeName(plan.type.name, locale);
  const count = targets.length;
  const { title: text, caption } = plan.target;
  const named = text === undefined ? caption : say(text);
  return (
    <FormDialog
      title={
        named === undefined
          ? say("editor.bulk.title", { count, type })
          : say("editor.bulk.named", { text: named, count })
      }
      form={plan}
      intro={caption === undefined && <p className="muted form-intro">{say("editor.bulk.intro")}</p>}
      isEdit={false}
      canContinue={false}
      check={(values) => checkValues(plan, values, toAscii)}
      onSubmit={(values) => {
        const made = planMany(plan, targets, values, { uuid: () => crypto.randomUUID(), toAscii });
        if (made.kind === "planned") onPlannedAll(made.items);
        if (made.kind === "unchanged") return { refused: say("editor.bulk.unchanged") };
        return made.kind === "planned" ? "planned" : { refused: null };
      }}
      onClose={onClose}
    />
  );
}
