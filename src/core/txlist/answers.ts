import { textIn, type Row } from "#contract/wire/json";
import { ANSWERS_KEY, type Lists } from "#contract/wire/outcome";

/** One value that a server answers; the value of a key is never shown. */
export interface AnswerValue {
  readonly ttl: number | null;
  readonly data: string | null;
}

/** The changed answers of servers to one question. */
export interface AnswerChange {
  readonly name: string;
  readonly type: string;
  readonly gone: readonly AnswerValue[];
  readonly new: readonly AnswerValue[];
}

/** Changes in one zone or network of a service. */
export interface AnswerGroup {
  readonly service: string;
  readonly place: string | null;
  readonly changes: readonly AnswerChange[];
}

/** The changed answers of a test by zone and network, in the order of the server. */
export function answerGroups(lists: Lists): readonly AnswerGroup[] {
  const places = Map.groupBy(lists[ANSWERS_KEY] ?? [], (row) =>
    JSON.stringify([row["service"], row["place"]]),
  );
  return [...places.values()].map((rows) => ({
    service: textIn(rows[0]?.["service"]),
    place: rows[0]?.["place"] == null ? null : textIn(rows[0]["place"]),
    changes: changesIn(rows),
  }));
}

function changesIn(rows: readonly Row[]): readonly AnswerChange[] {
  const questions = Map.groupBy(rows, (row) => JSON.stringify([row["name"], row["type"]]));
  return [...questions.values()].map((some) => ({
    name: textIn(some[0]?.["name"]),
    type: textIn(some[0]?.["type"]),
    gone: valuesIn(some, "gone"),
    new: valuesIn(some, "new"),
  }));
}

function valuesIn(rows: readonly Row[], change: "gone" | "new"): readonly AnswerValue[] {
  return rows
    .filter((row) => row["change"] === change)
    .map(({ ttl, data }) => ({
      ttl: typeof ttl === "number" ? ttl : null,
      data: typeof data === "string" ? data : null,
    }));
}
