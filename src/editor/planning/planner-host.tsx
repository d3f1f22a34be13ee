import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import type { Template } from "#contract/template";
import type { Params } from "#contract/wire/json";
import { planChange } from "#core/form/plan-change";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import { items as itemsOf } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import { toAscii } from "../screen/to-ascii.ts";
import type { Control } from "./controls.ts";
import { targetOfPlanned } from "./planned-target.ts";
import { PlannerProvider, type Planner } from "./planner.ts";

const ObjectForm = lazy(async () => ({ default: (await import("../form/object-form.tsx")).ObjectForm }));
const TemplateForm = lazy(async () => ({
  default: (await import("../form/template-form.tsx")).TemplateForm,
}));

interface OpenForm {
  readonly of: { readonly target: FormTarget } | { readonly template: Template; readonly given: Params };
  /** The planned element the form was opened from; saving replaces it. */
  readonly edited: Planned | null;
}

/** Opens one form at a time, puts actions into the list and tells the screen reader what became of them. */
export function PlannerHost({ children }: { readonly children: ReactNode }): ReactNode {
  const portal = usePortal();
  const { catalogue, execute, txlist, shell, notices } = portal;
  const say = useText();
  const locale = useLocale();
  const isExpert = useIsExpert();
  const [form, setForm] = useState<OpenForm | null>(null);
  const [announced, setAnnounced] = useState("");
  const planner = useMemo((): Planner => {
    const open = (of: OpenForm["of"], edited: Planned | null): void => {
      const block = txlist.blockOf(edited === null ? "add" : "edit", edited);
      if (block !== null) {
        notices.show({ tone: "warning", title: null, text: block });
        return;
      }
      txlist.setEditing(edited?.uuid ?? null);
      setForm({ of, edited });
    };
    const plan = (control: Control): void => {
      const planned = control.isDirect ? directChange(control.target) : null;
      if (planned === null) open({ target: control.target }, null);
      else add(planned);
    };
    const directChange = (target: FormTarget): Planned | null => {
      const made = planForm(catalogue, target, { locale, isExpert });
      if (made === null) return null;
      const change = planChange(made, made.initial, { uuid: crypto.randomUUID(), toAscii });
      return change.kind === "planned" ? change.item : null;
    };
    const add = (item: Planned): void => {
      const block = txlist.blockOf("add");
      if (block !== null) {
        notices.show({ tone: "warning", title: null, text: block });
        return;
      }
      txlist.submit({ kind: "add", item });
      shell.setPanel("isPlannedOpen", true);
      setAnnounced(say("editor.planned.announced", { count: itemsOf(txlist.state.history).length }));
    };
    return {
      plan,
      openForm: (target) => open({ target }, null),
      openTemplate: (template, given) => open({ template, given }, null),
      edit: (item) => {
        if (item.ta_type === "json_template")
          return open({ template: item.template, given: item.variables }, item);
        void targetOfPlanned(item, catalogue, execute).then((target) => {
          if (target !== null) open({ target }, item);
        });
      },
    };
  }, [catalogue, execute, txlist, shell, notices, say, locale, isExpert]);
  return (
    <PlannerProvider value={planner}>
      {children}
      <output className="visually-hidden">{announced}</output>
      {form !== null && (
        <Suspense fallback={null}>
          <OpenedForm
            form={form}
            onClose={() => {
              txlist.setEditing(null);
              setForm(null);
            }}
            onPlanned={(item) => {
              if (form.edited === null) txlist.submit({ kind: "add", item });
              else txlist.submit({ kind: "replace", uuid: form.edited.uuid, item });
              shell.setPanel("isPlannedOpen", true);
              setAnnounced(say("editor.planned.announced", { count: itemsOf(txlist.state.history).length }));
            }}
          />
        </Suspense>
      )}
    </PlannerProvider>
  );
}

interface OpenedFormProps {
  readonly form: OpenForm;
  readonly onPlanned: (item: Planned) => void;
  readonly onClose: () => void;
}

function OpenedForm({ form: { of, edited }, ...actions }: OpenedFormProps): ReactNode {
  return "target" in of ? (
    <ObjectForm target={of.target} edited={edited} {...actions} />
  ) : (
    <TemplateForm template={of.template} given={of.given} edited={edited} {...actions} />
  );
}
