import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
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
  readonly onReverse: (entry: Row) => void;
}

/** Entries of the log one below the other; which object each is about is said where it is not the one of the page. */
export function HistoryEntries(props: HistoryEntriesProps): ReactNode {
  const { entries, about, isOfOneTransaction = false, onReverse } = props;
  const say = useText();
  if (entries.length === 0) return <Empty text={say("editor.history.empty")} />;
  const gone = new Set(
    entries.flatMap((entry) => (entry["function"] === "delete" ? [entry["object_gfk"]] : [])),
  );
  return (
    <ol className="history">
      {entries.map((entry) => (
        <HistoryEntry
          key={textOf(entry["gpk"])}
          entry={entry}
          namesObject={entry["object_gfk"] !== about}
          namesTransaction={!isOfOneTransaction}
          isGone={gone.has(entry["object_gfk"])}
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
