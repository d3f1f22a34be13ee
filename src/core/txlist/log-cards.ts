import { textIn, type Row } from "#contract/wire/json";
import { changedObject, readLogEntry, withoutRepeated, type LogEntry } from "./log-entry.ts";

/** Changes of one kind that a transaction made in the same way, shown once. */
export interface SameChanges {
  /** The first of them, whose values all have. */
  readonly told: LogEntry;
  /** All of them, each object once. */
  readonly all: readonly LogEntry[];
  readonly rows: readonly Row[];
}

/** A transaction in the log. */
export interface LogCard {
  readonly transaction: string;
  /** Its entries, in the order in which they were made. */
  readonly rows: readonly Row[];
  readonly changes: readonly SameChanges[];
}

/** Groups entries of the log, which are given newest first, by transaction. */
export function cardsOf(entries: readonly Row[]): readonly LogCard[] {
  const transactions = Map.groupBy(entries, (entry) => textIn(entry["transaction_gfk"]));
  return [...transactions].map(([transaction, newestFirst]) => {
    const rows = newestFirst.toReversed();
    return { transaction, rows, changes: sameChanges(withoutRepeated(rows)) };
  });
}

function sameChanges(rows: readonly Row[]): readonly SameChanges[] {
  const groups = Map.groupBy(
    rows.map((row) => ({ row, told: readLogEntry(row) })),
    ({ told }) => sameness(told),
  );
  return [...groups.values()].map((group) => ({
    told: group[0]?.told ?? readLogEntry({}),
    all: [...new Map(group.map(({ row, told }) => [changedObject(row), told])).values()],
    rows: group.map(({ row }) => row),
  }));
}

/** Changes are grouped if they set the same values, creations and deletions if they are of one type. */
function sameness({ object, function: fn, changes }: LogEntry): string {
  if (fn !== "update") return JSON.stringify([fn, object]);
  return JSON.stringify([
    fn,
    object,
    changes.map(({ attribute, path, before = null, after = null, language = null }) => [
      attribute,
      path,
      before,
      after,
      language,
    ]),
  ]);
}

/** How many objects of a type a card creates, changes or deletes. */
export interface CardKind {
  readonly function: string;
  readonly object: string;
  readonly count: number;
}

/** The objects of a card, in the order of its changes; an object with two kinds of changes counts once. */
export function kindsOf({ changes }: LogCard): readonly CardKind[] {
  const kinds = Map.groupBy(changes, ({ told }) => JSON.stringify([told.function, told.object]));
  return [...kinds.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          function: first.told.function,
          object: first.told.object,
          count: new Set([first, ...others].flatMap(({ rows }) => rows.map(changedObject))).size,
        },
  );
}
