import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Json } from "#contract/wire/json";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { ReferenceTarget } from "#core/form/widget";
import { type Planned, contentOf } from "#core/txlist/planned";
import { CreateNewProvider, useReferencePort, type CreateNew } from "../../ui/field/field-component.ts";
import { AwayContext } from "../../ui/feedback/away.ts";
import { later } from "../../ui/layout/later.tsx";
import { ObjectForm } from "../form/object-form.tsx";
import { useReferences } from "../form/use-references.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useAccount } from "../portal/account.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { isSetting } from "./may-plan.ts";
import type { OpenedFormProps } from "./open-form.ts";

const OtherForm = later("other-form", async () => (await import("./other-form.tsx")).OtherForm);

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

function FormOf(props: OpenedFormProps): ReactNode {
  const { form, onPlanned, onClose } = props;
  const catalogue = useCatalogue();
  const { of, edited } = form;
  // Settings are changed at once; everything else is planned.
  if (!("target" in of) || isSetting(catalogue, of.target.object)) return <OtherForm {...props} />;
  return <ObjectForm target={of.target} edited={edited} onPlanned={onPlanned} onClose={onClose} />;
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
    <useReferencePort.Provider value={useReferences()}>
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
    </useReferencePort.Provider>
  );
}

/** Offers a new object if its form has a field for the attribute that the reference stores. */
function useCreateNew(open: (create: OpenCreate) => void): CreateNew {
  const catalogue = useCatalogue();
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
  const { loginName } = useAccount();
  const catalogue = useCatalogue();
  const [login] = useState(loginName);
  const [known, setKnown] = useState(catalogue);
  const isHere = loginName === login;
  const isOthers = !isHere && loginName !== null;
  // Visitors get few functions. So the form keeps the metadata from which it was made.
  const isWhole = isHere && catalogue.types.length >= known.types.length;
  if (isWhole && known !== catalogue) setKnown(catalogue);
  useEffect(() => {
    if (isOthers) onDrop();
  }, [isOthers, onDrop]);
  return (
    <useCatalogue.Provider value={known}>
      <AwayContext value={!isHere}>{children}</AwayContext>
    </useCatalogue.Provider>
  );
}
