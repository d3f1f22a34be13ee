import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { readLogEntry, withoutRepeated } from "#core/txlist/log-entry";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { HistoryEntry } from "./history-entry.tsx";
import "./history.css";

export interface HistoryEntriesProps {
  readonly entries: readonly Row[];
  /** The object that the page is about: its own changes need not name it. */
  readonly about: string | null;
  /** The page is that of the transaction. */
  readonly isOfOneTransaction?: boolean;
  /** The others are folded away. */
  readonly isNewestAlone?: boolean;
  readonly onReverse: (entry: Row) => void;
}

/** Entries of the log one below the other; which object each is about is said where it is not the one of the page. */
export function HistoryEntries(props: HistoryEntriesProps): ReactNode {
  const { about, isOfOneTransaction = false, isNewestAlone = false, onReverse } = props;
  const say = useText();
  const entries = withoutRepeated(props.entries);
  if (entries.length === 0) return <Empty text={say("editor.history.empty")} />;
  const gone = new Set(
    entries.flatMap((entry) => (entry["function"] === "delete" ? [entry["object_gfk"]] : [])),
  );
  return (
    <ol className="history">
      {(isNewestAlone ? entries.slice(0, 1) : entries).map((entry) => (
        <HistoryEntry
          key={textOf(entry["gpk"])}
          entry={entry}
          namesObject={readLogEntry(entry).gpk !== about}
          namesTransaction={!isOfOneTransaction}
          isBrief={isNewestAlone}
          isGone={gone.has(readLogEntry(entry).gpk)}
          onReverse={() => onReverse(entry)}
        />
      ))}
    </ol>
  );
}

/** Leads to everything that was ever done to the object and to what hangs on it. */
export function AllChanges({ gpk }: { readonly gpk: string }): ReactNode {
  const say = useText();
  return (
    <p>
      <Link to={`/changes?object=${encodeURIComponent(gpk)}`}>{say("editor.history.all")}</Link>
    </p>
  );
}
