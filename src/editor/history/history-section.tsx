import { useId, useState, type ReactNode } from "react";
import { withoutRepeated } from "#core/txlist/log-entry";
import { readLists } from "../../api/execute.ts";
import { Button } from "../../ui/action/button.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { useCalls } from "../portal/calls.ts";
import { useNotices } from "../portal/stores.ts";
import { HISTORY_LIMIT } from "../screen/complete-steps.ts";
import { FoldedLine, useSeesAll } from "../section/section-head.tsx";
import {
  useSectionScreen,
  useSectionStep,
  type SectionProps,
  type SectionStep,
} from "../section/section-context.ts";
import { AllChanges, HistoryEntries, isShortened, Shortened } from "./history-entries.tsx";
import { notRead, useReverse, type Reverser } from "./use-reverse.tsx";
import "./history.css";

/** Changes with author, time and values: the last ones of an object, newest first, or those of a transaction in order (API-65). */
export function HistorySection({ section }: SectionProps<"history">): ReactNode {
  const found = useSectionStep(section.of);
  if (found === null) return null;
  return section.isTransaction === true ? (
    <WholeTransaction found={found} />
  ) : (
    <ObjectHistory found={found} />
  );
}

interface HistoryProps {
  readonly found: SectionStep;
}

/** Shows the newest change until it is unfolded. Absent if the reader would see only own changes and has made none. */
function ObjectHistory({ found }: HistoryProps): ReactNode {
  const say = useText();
  const { current } = useSectionScreen();
  const reverser = useReverse();
  const seesAll = useSeesAll(found.type);
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const about = textOf(current?.["gpk"]);
  const entries = withoutRepeated(found.rows);
  // The log has more entries than were requested.
  const isCut = found.rows.length === HISTORY_LIMIT;
  if (entries.length === 0) return seesAll ? <FoldedLine text={say("editor.history.empty")} /> : null;
  return (
    <section className={isOpen ? "section" : "section history-folded"}>
      <Fold isOpen={isOpen} controls={list} onToggle={() => setOpen(!isOpen)}>
        {say("editor.history.title")}{" "}
        <span className="history-count">{isCut ? `${String(HISTORY_LIMIT)}+` : entries.length}</span>
      </Fold>
      <div id={list}>
        <HistoryEntries
          entries={entries}
          about={about}
          isNewestAlone={!isOpen}
          onReverse={(entry) => reverser.plan([entry])}
        />
        {isOpen && isCut && <AllChanges gpk={about} />}
      </div>
      {reverser.dialog}
    </section>
  );
}

function WholeTransaction({ found }: HistoryProps): ReactNode {
  const say = useText();
  const reverser = useReverse();
  const entries = found.rows;
  return (
    <section className="section">
      <div className="section-head">
        <h2>{say("editor.history.changes")}</h2>
        {entries.length > 0 && !isShortened(entries) && (
          <div className="section-controls">
            <WholeReverse found={found} plan={reverser.plan} />
          </div>
        )}
      </div>
      {isShortened(entries) && <Shortened text="editor.history.transactionShortened" />}
      <HistoryEntries
        entries={entries}
        about={null}
        isOfOneTransaction
        onReverse={(entry) => reverser.plan([entry])}
      />
      {entries.length === found.step.old?.["fetch_limit"] && (
        <p className="muted">{say("editor.history.cut", { count: entries.length })}</p>
      )}
      {reverser.dialog}
    </section>
  );
}

/** Reverses all changes of the step, including those not shown. */
function WholeReverse({ found: { step }, plan }: HistoryProps & Pick<Reverser, "plan">): ReactNode {
  const say = useText();
  const { execute } = useCalls();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const { fetch_limit: _, ...old } = step.old ?? {};
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      plan((await readLists(execute, [{ ...step, old }]))[step.idx ?? ""] ?? []);
    } catch (error) {
      notices.show(notRead(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="undo" isBlocked={isBusy} onClick={() => void start()}>
      {say("editor.history.reverseAll")}
    </Button>
  );
}
