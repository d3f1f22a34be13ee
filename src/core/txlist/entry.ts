import { items, record, redo, startHistory, undo, type Command, type History } from "./history.ts";
import type { Planned } from "./planned.ts";

/** What is kept of the list, one record each: replayed in order, all tabs come to the same list. */
export type Entry =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  /** These elements were applied: they leave the list, and there is nothing to undo any more (spec 4.1). */
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
    case "applied": {
      const sent = new Set(entry.uuids);
      return startHistory(items(history).filter((item) => !sent.has(item.uuid)));
    }
  }
}
