import { objectIn, type Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { drawnType } from "../form/data-type.ts";

/** Rows with one lower-case text of everything that the filter box searches. */
export interface RowIndex {
  readonly rows: readonly Row[];
  readonly text: string;
  /** Start of each row in the text, and the end. */
  readonly starts: Uint32Array;
}

// Separators cannot be typed, so a match never crosses from one value or row into the next.
const SEPARATOR = "\u0000";

/** Attributes that the filter box searches: all text except timestamps, gpks and secrets (LIST-08). */
export function filterableAttributes(type: ObjectTypeMeta): readonly string[] {
  return type.attributes
    .filter(({ dataType, is_secret }) => dataType.json_name === "string" && !is_secret)
    .filter(({ data_type }) => drawnType(data_type).isUnsearched !== true)
    .map(({ name }) => name);
}

/** A further searchable text of a row: the displayed text of a column. */
export type RowText = (row: Row) => string;

export type IndexBuilder = ReturnType<typeof startIndex>;

/** Builds an index piece by piece, so that long lists do not block the page. */
export function startIndex(
  rows: readonly Row[],
  attributes: readonly string[],
  texts: readonly RowText[] = [],
) {
  const parts: string[] = [];
  const starts = new Uint32Array(rows.length + 1);
  let next = 0;
  let length = 0;
  /** Adds this many more rows; true when all are in. */
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
  /** Adds the remaining rows and answers the index. */
  const finish = (): RowIndex => {
    if (whole !== null) return whole;
    add(rows.length);
    starts[rows.length] = length;
    whole = { rows, text: parts.join(""), starts };
    return whole;
  };
  return { add, finish };
}

/** The texts of an attribute in every language that it is written in. */
function translationsOf(row: Row, attribute: string): readonly string[] {
  const texts = Object.values(objectIn(objectIn(row["language_dict"])?.[attribute]) ?? {});
  return texts.filter((text) => typeof text === "string");
}

function lineOf(row: Row, attributes: readonly string[], texts: readonly RowText[]): string {
  let line = "";
  for (const name of attributes) {
    const value = row[name];
    if (typeof value === "string") line += SEPARATOR + value.toLowerCase();
    // Most rows have no translations.
    if (row["language_dict"] != null)
      for (const translation of translationsOf(row, name))
        if (translation !== value) line += SEPARATOR + translation.toLowerCase();
  }
  for (const text of texts) {
    const shown = text(row);
    if (shown !== "") line += SEPARATOR + shown.toLowerCase();
  }
  return line + SEPARATOR;
}

/** Positions of rows with a field that contains the text, ignoring case (LIST-01); all rows for an empty text. */
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

/** The row at a position of the text, not before row `low`. */
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
