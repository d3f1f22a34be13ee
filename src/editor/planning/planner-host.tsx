import { Suspense, useCallback, useMemo, useState, useEffect, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { Text } from "#core/text";
import { items as itemsOf, type Command } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { later, laterCall } from "../../ui/layout/later.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal, PortalProvider } from "../portal.ts";
import type { Control } from "./controls.ts";
import type { OpenForm } from "./opened-form.tsx";
import { PlannerProvider, type Planner } from "./planner.ts";
import { AwayProvider } from "../../ui/feedback/away.ts";

const OpenedForm = later("opened-form", async () => (await import("./opened-form.tsx")).OpenedForm);

const direct = laterCall("direct-change", async () => (await import("./direct-change.ts")).directChange);

const planned = laterCall(
  "planned-target",
  async () => (await import("./planned-target.ts")).targetOfPlanned,
);

/** Loads forms and planning before the first use. */
export async function fetchForms(): Promise<void> {
  await Promise.all([OpenedForm.fetch(), direct.fetch(), planned.fetch()]);
  await (await import("../../ui/form/parameter-field.tsx")).fetchParts();
}

/** Opens one form at a time, puts actions into the list and announces them to screen readers. */
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

/** Puts a command into the list, shows the list and announces its length. */
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

/** Tells why something cannot be planned, where there is a reason. */
function useRefusals(): (reason: Text | null) => boolean {
  const { notices } = usePortal();
  return useCallback(
    (text) => {
      if (text !== null) notices.show({ tone: "warning", title: null, text });
      return text !== null;
    },
    [notices],
  );
}

function usePlannerOf(show: (form: OpenForm) => void, submit: (command: Command) => void): Planner {
  const { catalogue, execute, txlist, renewCatalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  const isRefused = useRefusals();
  return useMemo((): Planner => {
    const open = (of: OpenForm["of"], edited: Planned | null): void => {
      if (isRefused(txlist.blockOf(edited === null ? "add" : "edit", edited))) return;
      const opened = (): void => {
        txlist.setEditing(edited?.uuid ?? null);
        show({ of, edited });
      };
      if (renewCatalogue === null) opened();
      // Cached metadata serve if the server is unreachable.
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
      openForm: (target, onSaved) => open({ target, onSaved }, null),
      openPairs: (controls, pairs, count) => {
        const targets = controls.map((control) => control.target);
        if (targets.length === 0) return void isRefused({ key: "editor.pairs.none" });
        open({ pairs, targets, leftOut: count - targets.length }, null);
      },
      openImport: (target) => open({ imported: target }, null),
      openTemplate: (template, given) => open({ template, given }, null),
    };
  }, [catalogue, execute, txlist, isRefused, renewCatalogue, locale, isExpert, show, submit]);
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
      <AwayProvider value={!isHere}>{children}</AwayProvider>
    </PortalProvider>
  );
}
