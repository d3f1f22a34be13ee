import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Template } from "#contract/template";
import type { Params, Json, Row } from "#contract/wire/json";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { ReferenceTarget } from "#core/form/widget";
import type { Pairs } from "#core/screen/planning";
import { type Planned, contentOf } from "#core/txlist/planned";
import { CreateNewProvider, ReferencePortProvider, type CreateNew } from "../../ui/field/field-component.ts";
import { AwayContext } from "../../ui/feedback/away.ts";
import { later } from "../../ui/layout/later.tsx";
import { ObjectForm } from "../form/object-form.tsx";
import { useReferences } from "../form/use-references.ts";
import { PortalProvider, useFormPrefs, usePortal } from "../portal.ts";
import { isSetting } from "./may-plan.ts";

const TemplateForm = later(
  "template-form",
  async () => (await import("../form/template-form.tsx")).TemplateForm,
);
const ManyForm = later("many-form", async () => (await import("../form/many-form.tsx")).ManyForm);
const PairsForm = later("pairs-form", async () => (await import("../form/pairs-form.tsx")).PairsForm);
const SettingForm = later("setting-form", async () => (await import("../form/setting-form.tsx")).SettingForm);
const ImportDialog = later(
  "import-dialog",
  async () => (await import("../form/import-dialog.tsx")).ImportDialog,
);

export interface OpenForm {
  readonly of:
    | {
        readonly target: FormTarget;
        /** Gets the row of a setting, which is saved at once. */
        readonly onSaved?: ((row: Row) => void) | undefined;
      }
    | { readonly template: Template; readonly given: Params }
    | { readonly many: readonly FormTarget[] }
    | { readonly pairs: Pairs; readonly targets: readonly FormTarget[]; readonly leftOut: number }
    | { readonly imported: FormTarget };
  /** The planned element that the form was opened from, which saving replaces. */
  readonly edited: Planned | null;
}

interface OpenedFormProps {
  readonly form: OpenForm;
  readonly onPlanned: (item: Planned) => void;
  /** Several elements as one step of the list, before the element of the form. */
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

/** The open form with its ports; forms other than object forms load on demand. */
export function OpenedForm(props: OpenedFormProps): ReactNode {
  return (
    <KeptForm onDrop={props.onClose}>
      <FormPorts onPlannedAll={props.onPlannedAll}>
        <FormOf {...props} />
      </FormPorts>
    </KeptForm>
  );
}

function FormOf({ form: { of, edited }, onPlanned, onPlannedAll, onClose }: OpenedFormProps): ReactNode {
  const { catalogue } = usePortal();
  const one = { edited, onPlanned, onClose };
  const all = { onPlannedAll, onClose };
  const [settings, onSaved] = "target" in of ? [[of.target], of.onSaved] : ["many" in of ? of.many : []];
  // Settings are changed at once; everything else is planned.
  if (isSetting(catalogue, settings[0]?.object ?? ""))
    return <SettingForm targets={settings} onSaved={onSaved} onClose={onClose} />;
  if ("target" in of) return <ObjectForm target={of.target} {...one} />;
  if ("many" in of) return <ManyForm targets={of.many} {...all} />;
  if ("pairs" in of) return <PairsForm {...of} {...all} />;
  if ("imported" in of) return <ImportDialog target={of.imported} {...all} />;
  return <TemplateForm template={of.template} given={of.given} {...one} />;
}

interface FormPortsProps {
  /** Gets the actions that must come before the form's own action. */
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly children: ReactNode;
}

interface OpenCreate {
  readonly target: FormTarget;
  readonly attribute: string;
  readonly onMade: (value: Json) => void;
}

/** Ports of the portal that fields need: values of references, and the planning of a new object from within a field. */
function FormPorts({ onPlannedAll, children }: FormPortsProps): ReactNode {
  const [open, setOpen] = useState<OpenCreate | null>(null);
  const createNew = useCreateNew(setOpen);
  return (
    <ReferencePortProvider value={useReferences()}>
      <CreateNewProvider value={createNew}>
        {children}
        {open !== null && (
          <FormPorts onPlannedAll={onPlannedAll}>
            <ObjectForm
              target={open.target}
              edited={null}
              isInner
              onPlanned={(item) => {
                onPlannedAll([item]);
                const value = contentOf(item)?.parameters.new[open.attribute];
                if (value !== undefined) open.onMade(value);
              }}
              onClose={() => setOpen(null)}
            />
          </FormPorts>
        )}
      </CreateNewProvider>
    </ReferencePortProvider>
  );
}

/** Offers a new object if its form has a field for the attribute that the reference stores. */
function useCreateNew(open: (create: OpenCreate) => void): CreateNew {
  const { catalogue } = usePortal();
  const prefs = useFormPrefs();
  return useMemo(() => {
    const targetOf = ({ object, attribute }: ReferenceTarget, typed: string): FormTarget | null => {
      const type = catalogue.objectType(object);
      if (type === null) return null;
      const target: FormTarget = { object: type.name, operation: "create", row: null };
      const plan = planForm(catalogue, target, prefs);
      if (plan?.fields.some((field) => field.name === attribute) !== true) return null;
      return typed === "" ? target : { ...target, set: { [attribute]: typed } };
    };
    return {
      offer: (reference) =>
        targetOf(reference, "") === null ? null : catalogue.typeName(reference.object, prefs.locale),
      open: (reference, typed, onMade) => {
        const target = targetOf(reference, typed);
        if (target !== null) open({ target, attribute: reference.attribute, onMade });
      },
    };
  }, [catalogue, prefs, open]);
}

interface KeptFormProps {
  /** Called when another account has signed in. */
  readonly onDrop: () => void;
  readonly children: ReactNode;
}

/**
 * An open form belongs to its account. When the session ends the form is hidden, and returns when the same account signs in again; nobody else sees
 * it.
 */
function KeptForm({ onDrop, children }: KeptFormProps): ReactNode {
  const portal = usePortal();
  const [login] = useState(portal.loginName);
  const [known, setKnown] = useState(portal.catalogue);
  const isHere = portal.loginName === login;
  const isOthers = !isHere && portal.loginName !== null;
  // Visitors get few functions, so the form keeps the metadata that it was made from.
  const isWhole = isHere && portal.catalogue.types.length >= known.types.length;
  if (isWhole && known !== portal.catalogue) setKnown(portal.catalogue);
  useEffect(() => {
    if (isOthers) onDrop();
  }, [isOthers, onDrop]);
  const kept = useMemo(() => ({ ...portal, catalogue: known }), [portal, known]);
  return (
    <PortalProvider value={kept}>
      <AwayContext value={!isHere}>{children}</AwayContext>
    </PortalProvider>
  );
}
