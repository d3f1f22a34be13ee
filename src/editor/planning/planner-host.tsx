import { useCallback, useMemo, useState, type ReactNode } from "react";
import { items as itemsOf, type Command } from "#core/txlist/history";
import { later, laterCall } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { OpenedPart } from "../fault/opened-part.tsx";
import { useCalls } from "../portal/calls.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useCatalogue, useMetadata } from "../portal/metadata.ts";
import { useNotices, useShell, useTransactionList } from "../portal/stores.ts";
import type { OpenForm } from "./open-form.ts";
import { usePlanner, type Planner } from "./planner.ts";

const OpenedForm = later("opened-form", async () => (await import("./opened-form.tsx")).OpenedForm);

const acts = laterCall("planner", async () => (await import("./create-planner.ts")).createPlanner);

/** Loads forms and planning before the first use. */
export async function fetchForms(): Promise<void> {
  await Promise.all([OpenedForm.fetch(), acts.fetch()]);
  await (await import("../../ui/form/parameter-field.tsx")).fetchParts();
}

/** Opens one form at a time, puts actions into the list and announces them to screen readers. */
export function PlannerHost({ children }: { readonly children: ReactNode }): ReactNode {
  const txlist = useTransactionList();
  const [form, setForm] = useState<OpenForm | null>(null);
  const { announced, submit } = useSubmit();
  const planner = usePlannerOf(setForm, submit);
  const close = useCallback((): void => {
    txlist.setEditing(null);
    setForm(null);
  }, [txlist]);
  return (
    <usePlanner.Provider value={planner}>
      {children}
      <output className="visually-hidden">{announced}</output>
      {form !== null && (
        <OpenedPart onBroken={close}>
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
        </OpenedPart>
      )}
    </usePlanner.Provider>
  );
}

/** Puts a command into the list, shows the list and announces its length. */
function useSubmit() {
  const txlist = useTransactionList();
  const shell = useShell();
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

/** Acts are loaded with the first use. */
function usePlannerOf(show: (form: OpenForm) => void, submit: (command: Command) => void): Planner {
  const { execute } = useCalls();
  const catalogue = useCatalogue();
  const { renewCatalogue } = useMetadata();
  const txlist = useTransactionList();
  const notices = useNotices();
  const prefs = useFormPrefs();
  return useMemo((): Planner => {
    const ground = { execute, catalogue, renewCatalogue, txlist, notices, prefs, show, submit };
    const act =
      <Given extends readonly unknown[]>(of: (planner: Planner) => (...given: Given) => void) =>
      (...given: Given): void =>
        acts.use((createPlanner) => of(createPlanner(ground))(...given));
    return {
      plan: act((planner) => planner.plan),
      planMany: act((planner) => planner.planMany),
      edit: act((planner) => planner.edit),
      openForm: act((planner) => planner.openForm),
      openPairs: act((planner) => planner.openPairs),
      openImport: act((planner) => planner.openImport),
      openTemplate: act((planner) => planner.openTemplate),
    };
  }, [execute, catalogue, renewCatalogue, txlist, notices, prefs, show, submit]);
}
