import { Suspense, type ReactNode } from "react";
import type { Template } from "#contract/template";
import type { Params } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Pairs } from "#core/screen/screen";
import type { Planned } from "#core/txlist/planned";
import { FormPorts } from "../form/form-ports.tsx";
import { ObjectForm } from "../form/object-form.tsx";
import { later } from "../../ui/layout/later.tsx";

const TemplateForm = later(
  "template-form",
  async () => (await import("../form/template-form.tsx")).TemplateForm,
);
const ManyForm = later("many-form", async () => (await import("../form/many-form.tsx")).ManyForm);
const PairsForm = later("pairs-form", async () => (await import("../form/pairs-form.tsx")).PairsForm);
const ImportDialog = later(
  "import-dialog",
  async () => (await import("../form/import-dialog.tsx")).ImportDialog,
);

/** What a form is open for. */
export interface OpenForm {
  readonly of:
    | { readonly target: FormTarget }
    | { readonly template: Template; readonly given: Params }
    | { readonly many: readonly FormTarget[] }
    | { readonly pairs: Pairs; readonly targets: readonly FormTarget[]; readonly leftOut: number }
    | { readonly imported: FormTarget };
  /** The planned element the form was opened from; saving replaces it. */
  readonly edited: Planned | null;
}

/** Puts what a form planned into the list. */
export interface FormActions {
  readonly onPlanned: (item: Planned) => void;
  /** Several as one step of the list, before what the form itself plans. */
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

interface OpenedFormProps extends FormActions {
  readonly form: OpenForm;
}

/** The form that is open, with what its fields need of the portal; all but the form of an object are loaded when they are needed. */
export function OpenedForm(props: OpenedFormProps): ReactNode {
  return (
    <FormPorts onPlannedAll={props.onPlannedAll}>
      <Suspense fallback={null}>
        <FormOf {...props} />
      </Suspense>
    </FormPorts>
  );
}

function FormOf({ form: { of, edited }, onPlanned, onPlannedAll, onClose }: OpenedFormProps): ReactNode {
  const one = { edited, onPlanned, onClose };
  const all = { onPlannedAll, onClose };
  if ("target" in of) return <ObjectForm target={of.target} {...one} />;
  if ("many" in of) return <ManyForm targets={of.many} {...all} />;
  if ("pairs" in of) return <PairsForm {...of} {...all} />;
  if ("imported" in of) return <ImportDialog target={of.imported} {...all} />;
  return <TemplateForm template={of.template} given={of.given} {...one} />;
}
