import type { Json, Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";

/** Rows with one lower-cased text of everything the filter box looks at (screens.md 8). */
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

/** The index of a list over the given attributes. */
export function buildIndex(rows: readonly Row[], attributes: readonly string[]): RowIndex {
  const parts: string[] = [];
  const starts = new Uint32Array(rows.length + 1);
  let length = 0;
  rows.forEach((row, at) => {
    starts[at] = length;
    let line = "";
    for (const name of attributes) {
      const value = row[name];
      if (typeof value === "string") line += SEPARATOR + value.toLowerCase();
    }
    line += SEPARATOR;
    parts.push(line);
    length += line.length;
  });
  starts[rows.length] = length;
  return { rows, text: parts.join(""), starts };
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

export interface SortKey {
  readonly attribute: string;
  readonly isDescending: boolean;
}

/** The positions in the order of the keys; equal rows stay as they are, null comes last in both directions (wire contract 2.6). */
export function sortRows(
  rows: readonly Row[],
  positions: Uint32Array,
  keys: readonly SortKey[],
): Uint32Array {
  if (keys.length === 0) return positions;
  const compare = (one: number, other: number): number => {
    for (const key of keys) {
      const order = compareValues(
        rows[one]?.[key.attribute] ?? null,
        rows[other]?.[key.attribute] ?? null,
        key.isDescending,
      );
      if (order !== 0) return order;
    }
    return one - other;
  };
  return positions.slice().sort(compare);
}

function compareValues(one: Json, other: Json, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = compareFilled(one, other);
  return isDescending ? -order : order;
}

function compareFilled(one: NonNullable<Json>, other: NonNullable<Json>): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "boolean" && typeof other === "boolean") return Number(one) - Number(other);
  return comparePeople(sortText(one), sortText(other));
}

function sortText(value: NonNullable<Json>): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const PARTS = /\d+|\D+/g;

/** Order for people: numbers inside a text count as numbers, case does not. */
function comparePeople(one: string, other: string): number {
  if (one === other) return 0;
  const mine = one.toLowerCase().match(PARTS) ?? [];
  const theirs = other.toLowerCase().match(PARTS) ?? [];
  for (let at = 0; at < Math.min(mine.length, theirs.length); at++) {
    const order = compareParts(mine[at] ?? "", theirs[at] ?? "");
    if (order !== 0) return order;
  }
  return mine.length - theirs.length || (one < other ? -1 : 1);
}

function compareParts(one: string, other: string): number {
  if (one === other) return 0;
  const isNumber = /^\d/.test(one) && /^\d/.test(other);
  if (isNumber && Number(one) !== Number(other)) return Number(one) - Number(other);
  return one < other ? -1 : 1;
}
