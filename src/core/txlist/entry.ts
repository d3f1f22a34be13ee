import { items, record, redo, startHistory, undo, type Command, type History } from "./history.ts";
import type { Planned } from "./planned.ts";

/** One record of the stored list; all tabs replay the records in order and get the same list. */
export type Entry =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  /** An apply of these elements was sent at this time (ms since 1970); `applied` or `ended` is its end. */
  | {
      readonly kind: "sent";
      readonly callId: string;
      readonly at: number;
      readonly uuids: readonly string[];
    }
  /** The apply of this name changed nothing, or its result can no longer be found out. */
  | { readonly kind: "ended"; readonly callId: string }
  /** These elements were applied: they leave the list, and nothing can be undone any more. */
  | { readonly kind: "applied"; readonly uuids: readonly string[] }
  /** The list starts again with these elements. */
  | { readonly kind: "reset"; readonly items: readonly Planned[] };

/** The history after one more record. */
export function replay(history: History, entry: Entry): History {
  switch (entry.kind) {
    case "command":
      return record(history, entry.command);
    case "undo":
      return undo(history);
    case "redo":
      return redo(history);
    case "reset":
      return startHistory(entry.items);
    case "sent": {
      const { callId, at } = entry;
      const uuids = new Set(entry.uuids);
      const sent = items(history).filter(({ uuid }) => uuids.has(uuid));
      return { ...history, underWay: { callId, at, sent } };
    }
    case "ended":
      return history.underWay?.callId === entry.callId ? { ...history, underWay: null } : history;
    case "applied":
      return startHistory(leftAfter(history, new Set(entry.uuids)));
  }
}

/** Removes applied elements; an element that another tab changed in the meantime stays. */
function leftAfter(history: History, uuids: ReadonlySet<string>): readonly Planned[] {
  const sent = history.underWay === null ? null : new Set(history.underWay.sent);
  return items(history).filter((item) => !uuids.has(item.uuid) || sent?.has(item) === false);
}
