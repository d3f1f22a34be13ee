import { Suspense, useCallback, useMemo, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { Text } from "#core/text";
import { items as itemsOf, type Command } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { later, laterCall } from "../../ui/layout/later.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import type { Control } from "./controls.ts";
import { KeptForm } from "./kept-form.tsx";
import type { OpenForm } from "./opened-form.tsx";
import { PlannerProvider, type Planner } from "./planner.ts";

const OpenedForm = later("opened-form", async () => (await import("./opened-form.tsx")).OpenedForm);

const direct = laterCall("direct-change", async () => (await import("./direct-change.ts")).directChange);

const planned = laterCall(
  "planned-target",
  async () => (await import("./planned-target.ts")).targetOfPlanned,
);

/** Loads what forms are drawn and changes are made by before the first one is planned. */
export async function fetchForms(): Promise<void> {
  await Promise.all([OpenedForm.fetch(), direct.fetch(), planned.fetch()]);
  await (await import("../../ui/form/parameter-field.tsx")).fetchParts();
}

/** Opens one form at a time, puts actions into the list and tells the screen reader what became of them. */
export function PlannerHost({ children }: { readonly children: ReactNode }): ReactNode {
  const { txlist, notices } = usePortal();
  const [form, setForm] = useState<OpenForm | null>(null);
  const { announced, submit } = useSubmit();
  const planner = usePlannerOf(setForm, submit);
  const close = useCallback((): void => {
    txlist.setEditing(null);
    setForm(null);
  }, [txlist]);
  const broken = (): void => {
    notices.show({ tone: "error", title: { key: "ui.part.title" }, text: { key: "ui.part.text" } }, "part");
    close();
  };
  return (
    <PlannerProvider value={planner}>
      {children}
      <output className="visually-hidden">{announced}</output>
      {form !== null && (
        <ErrorBoundary fallback={() => null} onBroken={broken}>
          <Suspense fallback={null}>
            <KeptForm onDrop={close}>
              <OpenedForm
                form={form}
                onClose={close}
                onPlanned={(item) =>
                  submit(
                    form.edited === null
                      ? { kind: "add", item }
                      : { kind: "replace", uuid: form.edited.uuid, item, orAdd: true },
                  )
                }
                onPlannedAll={(items) =>
                  submit({
                    kind: "append",
                    items,
                    ...(form.edited === null ? {} : { before: form.edited.uuid }),
                  })
                }
              />
            </KeptForm>
          </Suspense>
        </ErrorBoundary>
      )}
    </PlannerProvider>
  );
}

interface Submit {
  readonly announced: string;
  readonly submit: (command: Command) => void;
}

/** Puts a command into the list, shows the list and says how long it is now. */
function useSubmit(): Submit {
  const { txlist, shell } = usePortal();
  const say = useText();
  const [announced, setAnnounced] = useState("");
  const submit = useCallback(
    (command: Command): void => {
      txlist.submit(command);
      shell.setPanel("isPlannedOpen", true);
      setAnnounced(say("editor.planned.announced", { count: itemsOf(txlist.state.history).length }));
    },
    [txlist, shell, say],
  );
  return { announced, submit };
}

function usePlannerOf(show: (form: OpenForm) => void, submit: (command: Command) => void): Planner {
  const { catalogue, execute, txlist, notices, renewCatalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  return useMemo((): Planner => {
    const isRefused = (text: Text | null): boolean => {
      if (text !== null) notices.show({ tone: "warning", title: null, text });
      return text !== null;
    };
    const open = (of: OpenForm["of"], edited: Planned | null): void => {
      if (isRefused(txlist.blockOf(edited === null ? "add" : "edit", edited))) return;
      const opened = (): void => {
        txlist.setEditing(edited?.uuid ?? null);
        show({ of, edited });
      };
      if (renewCatalogue === null) opened();
      // What is known serves where the server cannot be asked.
      else void renewCatalogue().then(opened, opened);
    };
    const reader = { locale, isExpert };
    const plan = ({ isDirect, target }: Control): void => {
      if (!isDirect) return open({ target }, null);
      direct.use((directChange) => {
        const item = directChange(catalogue, target, reader);
        if (item === null) open({ target }, null);
        else if (!isRefused(txlist.blockOf("add"))) submit({ kind: "add", item });
      });
    };
    const planMany = (controls: readonly Control[]): void => {
      const targets = controls.map((control) => control.target);
      if (targets.length === 0) return void isRefused({ key: "editor.bulk.none" });
      const count = LIMITS.bulkRows;
      if (targets.length > count) return void isRefused({ key: "editor.bulk.tooMany", values: { count } });
      if (controls[0]?.isDirect !== true) return open({ many: targets }, null);
      direct.use((directChange) => {
        const items = targets.flatMap((target) => directChange(catalogue, target, reader) ?? []);
        if (!isRefused(txlist.blockOf("add"))) submit({ kind: "append", items });
      });
    };
    const edit = (item: Planned): void => {
      if (item.ta_type === "json_template")
        return open({ template: item.template, given: item.variables }, item);
      planned.use((targetOfPlanned) => {
        void targetOfPlanned(item, catalogue, execute).then((target) => {
          if (target !== null) open({ target }, item);
        });
      });
    };
    return {
      plan,
      planMany,
      edit,
      openForm: (target) => open({ target }, null),
      openPairs: (controls, pairs, count) => {
        const targets = controls.map((control) => control.target);
        if (targets.length === 0) return void isRefused({ key: "editor.pairs.none" });
        open({ pairs, targets, leftOut: count - targets.length }, null);
      },
      openImport: (target) => open({ imported: target }, null),
      openTemplate: (template, given) => open({ template, given }, null),
    };
  }, [catalogue, execute, txlist, notices, renewCatalogue, locale, isExpert, show, submit]);
}
