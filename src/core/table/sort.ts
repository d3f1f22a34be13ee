import { parseAddress } from "#contract/values/ip";
import type { Json, Row } from "#contract/wire/json";

export interface SortKey {
  readonly attribute: string;
  readonly isDescending: boolean;
}

/** Sort key of a value, made once for each row instead of once for each comparison. */
type Sortable = string | number | null;

/** Positions in the order of the keys; equal rows keep their order, null comes last in both directions (wire contract 2.6). */
export function sortRows(
  rows: readonly Row[],
  positions: Uint32Array,
  keys: readonly SortKey[],
): Uint32Array {
  if (keys.length === 0) return positions;
  const columns = keys.map(({ attribute, isDescending }) => ({
    isDescending,
    values: rows.map((row) => sortable(row[attribute] ?? null)),
  }));
  const compare = (one: number, other: number): number => {
    for (const { values, isDescending } of columns) {
      const order = compareValues(values[one] ?? null, values[other] ?? null, isDescending);
      if (order !== 0) return order;
    }
    return one - other;
  };
  return positions.slice().sort(compare);
}

/** Rows by these attributes, Gi1/0/2 before Gi1/0/10. */
export function inNaturalOrder(rows: readonly Row[], attributes: readonly string[]): readonly Row[] {
  const keys = attributes.map((attribute) => ({ attribute, isDescending: false }));
  const positions = sortRows(rows, Uint32Array.from(rows.keys()), keys);
  return [...positions].flatMap((at) => {
    const row = rows[at];
    return row === undefined ? [] : [row];
  });
}

function sortable(value: Json): Sortable {
  if (value === null || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  return forPeople(typeof value === "string" ? value : JSON.stringify(value));
}

const DIGITS = /\d+/g;
const LEADING_ZEROS = /^0+(?=\d)/;
const HEX_PARTS = /^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\/\d+)?$/;
const ACCENTS = /\p{M}/gu;
// oxlint-disable-next-line no-control-regex -- anything beyond ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Sort key in natural order: numbers inside a text count as numbers, case and accents do not count. */
function forPeople(text: string): string {
  const lower = text.toLowerCase();
  return `${HEX_PARTS.test(lower) ? hexKey(lower) : namedKey(lower)}\u0000${text}`;
}

function namedKey(lower: string): string {
  const plain = BEYOND_ASCII.test(lower)
    ? lower.normalize("NFD").replace(ACCENTS, "").replaceAll("ß", "ss")
    : lower;
  return plain.replace(DIGITS, (digits) => {
    const number = digits.replace(LEADING_ZEROS, "");
    // The number of digits comes first, because the longer number is greater.
    return `0${String.fromCharCode(number.length)}${number}`;
  });
}

/** Hex numbers between colons: an IPv6 address or network, sorted after IPv4, or a MAC address. */
function hexKey(lower: string): string {
  const [address = "", prefix = ""] = lower.split("/");
  const parsed = parseAddress(address);
  return parsed === null
    ? lower
    : `:${parsed.value.toString(16).padStart(32, "0")}/${prefix.padStart(3, "0")}`;
}

function compareValues(one: Sortable, other: Sortable, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = compareFilled(one, other);
  return isDescending ? -order : order;
}

function compareFilled(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [mine, theirs] = [String(one), String(other)];
  if (mine === theirs) return 0;
  return mine < theirs ? -1 : 1;
}
