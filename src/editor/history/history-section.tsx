import { useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { readLists } from "../../api/execute.ts";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { usePortal } from "../portal.ts";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";
import { HistoryEntry } from "./history-entry.tsx";
import { useReverse } from "./use-reverse.tsx";
import "./history.css";

export interface HistorySectionProps {
  readonly of: string;
  /** The entries are those of one transaction, which can be taken back as a whole. */
  readonly isTransaction: boolean;
}

/** Changes with who, when and what: the last ones of an object, newest first, or those of a transaction in their order (API-65). */
export function HistorySection({ of, isTransaction }: HistorySectionProps): ReactNode {
  const say = useText();
  const { lists } = useSectionScreen();
  const reverser = useReverse();
  const found = useSectionStep(of);
  if (lists === null) return null;
  const entries = lists[of] ?? [];
  const limit = found?.step.old?.["fetch_limit"];
  const isCut = isTransaction && entries.length === limit;
  return (
    <section className="section">
      <div className="section-head">
        <h2>{say(isTransaction ? "editor.history.changes" : "editor.history.title")}</h2>
        {isTransaction && entries.length > 0 && (
          <div className="section-controls">
            <WholeReverse of={of} plan={reverser.plan} />
          </div>
        )}
      </div>
      <Entries entries={entries} namesObject={isTransaction} onReverse={(entry) => reverser.plan([entry])} />
      {isCut && <p className="muted">{say("editor.history.cut", { count: entries.length })}</p>}
      {reverser.dialog}
    </section>
  );
}

interface EntriesProps {
  readonly entries: readonly Row[];
  readonly namesObject: boolean;
  readonly onReverse: (entry: Row) => void;
}

function Entries({ entries, namesObject, onReverse }: EntriesProps): ReactNode {
  const say = useText();
  if (entries.length === 0) return <p className="muted">{say("editor.history.empty")}</p>;
  return (
    <ol className="history">
      {entries.map((entry) => (
        <HistoryEntry
          key={textOf(entry["gpk"])}
          entry={entry}
          namesObject={namesObject}
          onReverse={() => onReverse(entry)}
        />
      ))}
    </ol>
  );
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
