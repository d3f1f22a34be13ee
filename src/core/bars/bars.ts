import { numberIn, textIn, type Json, type Row } from "#contract/wire/json";
import { plainText } from "../catalogue/title.ts";
import { naturally } from "../table/natural-order.ts";

/** A number, and its used part. */
export interface Share {
  readonly whole: number;
  readonly part: number;
}

/** All rows of one object. */
export interface Bar extends Share {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface BarGroup extends Share {
  readonly value: Json;
  readonly bars: readonly Bar[];
}

export interface BarsOf {
  /** Attribute with the object of a bar, and the title of the object. */
  readonly bar: string;
  readonly titleOf: (row: Row) => string;
  readonly group: string;
  readonly whole: string;
  readonly part: string;
}

/** Bars by group, both in natural order: floor 2 before floor 10; rows without a group come last. */
export function barGroups(rows: readonly Row[], of: BarsOf): readonly BarGroup[] {
  return [...Map.groupBy(rows, (row) => row[of.group] ?? null)]
    .map(([value, members]) => {
      const bars = [...Map.groupBy(members, (row) => textIn(row[of.bar]))]
        .map(([id, own]) => barOf(id, own, of))
        .toSorted((one, other) => naturally(one.title, other.title));
      return { value, bars, ...sumOf(bars) };
    })
    .toSorted((one, other) => inGroupOrder(one.value, other.value));
}

function barOf(id: string, rows: readonly Row[], of: BarsOf): Bar {
  const [first] = rows;
  const shares = rows.map((row) => ({ whole: numberIn(row[of.whole]), part: numberIn(row[of.part]) }));
  return { id, title: first === undefined ? "" : of.titleOf(first), rows, ...sumOf(shares) };
}

export function sumOf(shares: readonly Share[]): Share {
  return {
    whole: shares.reduce((sum, { whole }) => sum + whole, 0),
    part: shares.reduce((sum, { part }) => sum + part, 0),
  };
}

function inGroupOrder(one: Json, other: Json): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return naturally(plainText(one), plainText(other));
}
