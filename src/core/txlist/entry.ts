import { items, record, redo, startHistory, undo, type Command, type History } from "./history.ts";
import type { Planned } from "./planned.ts";

/** What is kept of the list, one record each: replayed in order, all tabs come to the same list. */
export type Entry =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  /** An apply of these elements is sent at this time (ms since 1970); how it ends is kept as `applied` or `ended`. */
  | {
      readonly kind: "sent";
      readonly callId: string;
      readonly at: number;
      readonly uuids: readonly string[];
    }
  /** The apply of this name changed nothing, or nobody knows any more. */
  | { readonly kind: "ended"; readonly callId: string }
  /** These elements were applied: they leave the list, and there is nothing to undo any more. */
  | { readonly kind: "applied"; readonly uuids: readonly string[] }
  /** The list begins anew with these elements. */
  | { readonly kind: "reset"; readonly items: readonly Planned[] };

/** The history after one more kept record. */
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
      return {
        ...history,
        underWay: { callId, at, sent: items(history).filter(({ uuid }) => uuids.has(uuid)) },
      };
    }
    case "ended":
      return history.underWay?.callId === entry.callId ? { ...history, underWay: null } : history;
    case "applied":
      return startHistory(leftAfter(history, new Set(entry.uuids)));
  }
}

/** What was applied leaves; what another tab made of an element meanwhile was not applied and stays. */
function leftAfter(history: History, uuids: ReadonlySet<string>): readonly Planned[] {
  const sent = history.underWay === null ? null : new Set(history.underWay.sent);
  return items(history).filter((item) => !uuids.has(item.uuid) || sent?.has(item) === false);
}
