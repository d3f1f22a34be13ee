import { useMemo, type ReactNode } from "react";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormPlan } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import { titleOf } from "#core/catalogue/title";
import type { Planned } from "#core/txlist/planned";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { ReferencePortProvider } from "../../ui/field/field-component.ts";
import { useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useReferences } from "./use-references.ts";

export interface ObjectFormProps {
  readonly target: FormTarget;
  /** The planned element that saving replaces. */
  readonly edited: Planned | null;
  readonly onPlanned: (item: Planned) => void;
  readonly onClose: () => void;
}

/** The form of any object: create, change or take away, always as a planned action (TAFORM-01 to TAFORM-04). */
export function ObjectForm({ target, edited, onPlanned, onClose }: ObjectFormProps): ReactNode {
  const { catalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  const say = useText();
  const plan = useMemo(
    () => planForm(catalogue, target, { locale, isExpert }),
    [catalogue, target, locale, isExpert],
  );
  const port = useReferences();
  if (plan === null) {
    return (
      <Dialog title={say("editor.form.plan")} onClose={onClose} width="narrow">
        <p>{say("editor.form.noFunction")}</p>
      </Dialog>
    );
  }
  return (
    <ReferencePortProvider value={port}>
      <ObjectDialog plan={plan} edited={edited} onPlanned={onPlanned} onClose={onClose} />
    </ReferencePortProvider>
  );
}

interface ObjectDialogProps extends Omit<ObjectFormProps, "target"> {
  readonly plan: FormPlan;
}

function ObjectDialog({ plan, edited, onPlanned, onClose }: ObjectDialogProps): ReactNode {
  const say = useText();
  return (
    <FormDialog
      title={useTitle(plan)}
      form={plan}
      isEdit={edited !== null}
      canContinue={plan.target.operation === "create" && edited === null}
      check={(given) => checkValues(plan, given, toAscii)}
      onSubmit={(given) => {
        const change = planChange(plan, given, { uuid: edited?.uuid ?? crypto.randomUUID(), toAscii });
        if (change.kind === "planned") onPlanned(change.item);
        if (change.kind === "unchanged") return { refused: say("core.form.unchanged") };
        return change.kind === "planned" ? "planned" : { refused: null };
      }}
      onClose={onClose}
    />
  );
}

function useTitle(plan: FormPlan): string {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const { target, type } = plan;
  return target.row === null
    ? say("editor.form.create", { type: catalogue.typeName(type.name, locale) })
    : say("editor.form.update", { title: titleOf(type, target.row) });
}
