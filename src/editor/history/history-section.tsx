import { useState, type ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import { readLists } from "../../api/execute.ts";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { usePortal } from "../portal.ts";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";
import { AllChanges, HistoryEntries } from "./history-entries.tsx";
import { useReverse } from "./use-reverse.tsx";
import "./history.css";

export interface HistorySectionProps {
  readonly of: string;
  /** The entries are those of one transaction, which can be taken back as a whole. */
  readonly isTransaction: boolean;
}

/** Changes with who, when and what: the last ones of an object, newest first, or those of a transaction in their order (API-65). */
export function HistorySection({ of, isTransaction }: HistorySectionProps): ReactNode {
  const { lists, current } = useSectionScreen();
  const reverser = useReverse();
  const found = useSectionStep(of);
  if (lists === null) return null;
  const entries = lists[of] ?? [];
  const limit = found?.step.old?.["fetch_limit"];
  const about = isTransaction ? null : textOf(current?.["gpk"]);
  const isCut = entries.length === limit;
  return (
    <section className="section">
      <Head
        of={of}
        canReverse={isTransaction && entries.length > 0}
        isTransaction={isTransaction}
        plan={reverser.plan}
      />
      <HistoryEntries
        entries={entries}
        about={about}
        isOfOneTransaction={isTransaction}
        onReverse={(entry) => reverser.plan([entry])}
      />
      {isCut && <Cut count={entries.length} gpk={about} />}
      {reverser.dialog}
    </section>
  );
}

interface HeadProps extends HistorySectionProps, Pick<ReturnType<typeof useReverse>, "plan"> {
  readonly canReverse: boolean;
}

function Head({ of, isTransaction, canReverse, plan }: HeadProps): ReactNode {
  const say = useText();
  return (
    <div className="section-head">
      <h2>{say(isTransaction ? "editor.history.changes" : "editor.history.title")}</h2>
      {canReverse && (
        <div className="section-controls">
          <WholeReverse of={of} plan={plan} />
        </div>
      )}
    </div>
  );
}

/** There are more entries: of an object they have a page. */
function Cut({ count, gpk }: { readonly count: number; readonly gpk: string | null }): ReactNode {
  const say = useText();
  if (gpk !== null) return <AllChanges gpk={gpk} />;
  return <p className="muted">{say("editor.history.cut", { count })}</p>;
}

/** Takes back all changes of the step, those that are not shown included. */
function WholeReverse({
  of,
  plan,
}: { readonly of: string } & Pick<ReturnType<typeof useReverse>, "plan">): ReactNode {
  const say = useText();
  const { execute, notices } = usePortal();
  const found = useSectionStep(of);
  const [isBusy, setBusy] = useState(false);
  if (found === null) return null;
  const { fetch_limit: _, ...old } = found.step.old ?? {};
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      plan((await readLists(execute, [{ ...found.step, old }]))[of] ?? []);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      const values = { text: error.fault.description };
      notices.show({ tone: "error", title: null, text: { key: "editor.history.notRead", values } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="undo" disabled={isBusy} onClick={() => void start()}>
      {say("editor.history.reverseAll")}
    </Button>
  );
}
