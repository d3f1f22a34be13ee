import { useMemo, useState, type ReactNode } from "react";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { ReferenceTarget } from "#core/form/widget";
import { contentOf, type Planned } from "#core/txlist/planned";
import type { Json } from "#contract/wire/json";
import { CreateNewProvider, ReferencePortProvider, type CreateNew } from "../../ui/field/field-component.ts";
import { useLocale } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import { ObjectForm } from "./object-form.tsx";
import { useReferences } from "./use-references.ts";

interface FormPortsProps {
  /** Takes what has to be made before the form's own action. */
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly children: ReactNode;
}

interface OpenCreate {
  readonly target: FormTarget;
  readonly attribute: string;
  readonly onMade: (value: Json) => void;
}

/** What fields need of the portal: where references find their values, and how something new is planned from within a field. */
export function FormPorts({ onPlannedAll, children }: FormPortsProps): ReactNode {
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

/** Offered where the value that is stored is one that the form of the new object asks for. */
function useCreateNew(open: (create: OpenCreate) => void): CreateNew {
  const { catalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  return useMemo(() => {
    const targetOf = ({ object, attribute }: ReferenceTarget, typed: string): FormTarget | null => {
      const type = catalogue.objectType(object);
      if (type === null) return null;
      const target: FormTarget = { object: type.name, operation: "create", row: null };
      const plan = planForm(catalogue, target, { locale, isExpert });
      if (plan?.fields.some((field) => field.name === attribute) !== true) return null;
      return typed === "" ? target : { ...target, set: { [attribute]: typed } };
    };
    return {
      offer: (reference) =>
        targetOf(reference, "") === null ? null : catalogue.typeName(reference.object, locale),
      open: (reference, typed, onMade) => {
        const target = targetOf(reference, typed);
        if (target !== null) open({ target, attribute: reference.attribute, onMade });
      },
    };
  }, [catalogue, locale, isExpert, open]);
}
