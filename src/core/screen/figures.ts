import { isList, type Json, type Row } from "#contract/wire/json";

/** A part of a bar in percent of its whole. */
export interface BarPart {
  readonly from: number;
  readonly width: number;
}

/** Numbers side by side as parts of their sum and the rest; a part above zero is never invisible. */
export function barParts(counts: readonly number[], rest: number): readonly BarPart[] {
  const whole = counts.reduce((sum, count) => sum + count, Math.max(0, rest));
  if (whole === 0) return counts.map(() => ({ from: 0, width: 0 }));
  const wanted = counts.map((count) => (count === 0 ? 0 : Math.max(LEAST, (count / whole) * 100)));
  const total = wanted.reduce((sum, width) => sum + width, 0);
  const scale = total > 100 ? 100 / total : 1;
  let from = 0;
  return wanted.map((width) => {
    const part = { from, width: width * scale };
    from += part.width;
    return part;
  });
}

/** Minimum width of a part in percent. */
const LEAST = 1;

/** Values over time, at equal distances, the last one now. */
export interface Trend {
  readonly least: number;
  readonly most: number;
  readonly last: number;
  /** Steps between the first and the last value. */
  readonly steps: number;
  /** Path within a box of `steps` x 1, the greatest value at the top; equal values are in the middle. */
  readonly path: string;
}

/** Null for a value that is not a list of numbers. A value holds until the next one, so the line goes in steps. */
export function trendOf(value: Json): Trend | null {
  if (!isList(value) || value.length === 0) return null;
  const numbers = value.filter((one) => typeof one === "number");
  if (numbers.length < value.length) return null;
  const [least, most, last] = [Math.min(...numbers), Math.max(...numbers), numbers.at(-1) ?? 0];
  const height = (one: number): string => String(most === least ? 0.5 : round((most - one) / (most - least)));
  const path = numbers.map((one, at) =>
    at === 0
      ? `M0 ${height(one)}`
      : one === numbers[at - 1]
        ? `H${String(at)}`
        : `H${String(at)}V${height(one)}`,
  );
  return { least, most, last, steps: numbers.length - 1, path: shortened(path).join("") };
}

/** Keeps only the last of several horizontal steps in a row. */
function shortened(path: readonly string[]): readonly string[] {
  return path.filter((step, at) => !/^H\d+$/.test(step) || path[at + 1]?.startsWith("H") !== true);
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

/** Whole numbers of attributes; anything else counts as zero. */
export function countsIn(row: Row, attributes: readonly string[]): readonly number[] {
  return attributes.map((name) => {
    const count = row[name];
    return typeof count === "number" ? count : 0;
  });
}
