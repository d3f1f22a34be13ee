import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";

/** Rows with one lower-cased text of everything the filter box looks at. */
export interface RowIndex {
  readonly rows: readonly Row[];
  readonly text: string;
  /** Where each row begins in the text; one more entry at the end. */
  readonly starts: Uint32Array;
}

// Parts cannot be typed over: a hit never runs from one value or row into the next.
const SEPARATOR = "\u0000";
const OPAQUE_TYPES = new Set(["timestamp", "gpk"]);

/** Attributes the filter box looks at: all text but timestamps, gpks and secrets (LIST-08). */
export function filterableAttributes(type: ObjectTypeMeta): readonly string[] {
  return type.attributes
    .filter(
      (attribute) =>
        attribute.dataType.json_name === "string" &&
        !OPAQUE_TYPES.has(attribute.data_type) &&
        !attribute.is_secret,
    )
    .map((attribute) => attribute.name);
}

/** An index that is made piece by piece, so that nobody waits for a long one. */
export interface IndexBuilder {
  /** Takes so many more rows in; true when all are. */
  add(count: number): boolean;
  /** The index of all rows; takes in what is left first. */
  finish(): RowIndex;
}

/** A further text of a row: what a column shows. */
export type RowText = (row: Row) => string;

export function startIndex(
  rows: readonly Row[],
  attributes: readonly string[],
  texts: readonly RowText[] = [],
): IndexBuilder {
  const parts: string[] = [];
  const starts = new Uint32Array(rows.length + 1);
  let next = 0;
  let length = 0;
  const add = (count: number): boolean => {
    for (const end = Math.min(next + count, rows.length); next < end; next++) {
      const line = lineOf(rows[next] ?? {}, attributes, texts);
      starts[next] = length;
      parts.push(line);
      length += line.length;
    }
    return next === rows.length;
  };
  let whole: RowIndex | null = null;
  const finish = (): RowIndex => {
    if (whole !== null) return whole;
    add(rows.length);
    starts[rows.length] = length;
    whole = { rows, text: parts.join(""), starts };
    return whole;
  };
  return { add, finish };
}

function lineOf(row: Row, attributes: readonly string[], texts: readonly RowText[]): string {
  let line = "";
  for (const name of attributes) {
    const value = row[name];
    if (typeof value === "string") line += SEPARATOR + value.toLowerCase();
  }
  for (const text of texts) {
    const shown = text(row);
    if (shown !== "") line += SEPARATOR + shown.toLowerCase();
  }
  return line + SEPARATOR;
}

/** The index of a list over the given attributes and further texts. */
export function buildIndex(
  rows: readonly Row[],
  attributes: readonly string[],
  texts: readonly RowText[] = [],
): RowIndex {
  return startIndex(rows, attributes, texts).finish();
}

/** Positions of the rows in which a field contains the text, ignoring case (LIST-01); all rows for an empty text. */
export function find(index: RowIndex, text: string): Uint32Array {
  const wanted = text.toLowerCase();
  const hits = new Uint32Array(index.rows.length);
  if (wanted === "") return hits.map((_, at) => at);
  let count = 0;
  let row = 0;
  let from = 0;
  while (row < index.rows.length) {
    const found = index.text.indexOf(wanted, from);
    if (found === -1) break;
    row = rowAt(index.starts, found, row);
    hits[count++] = row;
    row += 1;
    from = index.starts[row] ?? index.text.length;
  }
  return hits.slice(0, count);
}

/** The row a place of the text belongs to; rows before `low` are known not to. */
function rowAt(starts: Uint32Array, place: number, low: number): number {
  let first = low;
  let last = starts.length - 2;
  while (first < last) {
    const middle = (first + last + 1) >>> 1;
    if ((starts[middle] ?? 0) <= place) first = middle;
    else last = middle - 1;
  }
  return first;
}
