import type { Word } from "./zone-entries.ts";

/** `1-100` or `1-100/2`. */
const RANGE = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/;
const MOST = 65_536;

/** The numbers of a range; null for one that cannot be read, counts down or is too long. */
export function numbersOf(range: string): readonly number[] | null {
  const [, first, last, step = "1"] = RANGE.exec(range) ?? [];
  const [from, to, by] = [Number(first), Number(last), Number(step)];
  if (first === undefined || by === 0 || to < from || (to - from) / by >= MOST) return null;
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by);
}

/** `$`, `${offset,width,base}`, and `\$` or `$$` for the sign itself. */
const PLACE = /\\\$|\$\$|\$\{(-?\d+)(?:,(\d+)(?:,([doxXnN]))?)?\}|\$/g;

/** The word with the number in its places, as BIND fills them in. */
export function filled(word: Word, number: number): Word {
  return word.replaceAll(
    PLACE,
    (place: string, offset: string = "0", width: string = "0", base: string = "d") =>
      place === "\\$" || place === "$$" ? "$" : numeral(number + Number(offset), Number(width), base),
  );
}

function numeral(number: number, width: number, base: string): string {
  const radix = base === "o" ? 8 : base === "d" ? 10 : 16;
  const text = number.toString(radix);
  if (base === "n" || base === "N") return nibbles(base === "n" ? text : text.toUpperCase(), width);
  return (base === "X" ? text.toUpperCase() : text).padStart(width, "0");
}

/** Hex digits from the last to the first with dots between them; the width counts the dots too. */
function nibbles(hex: string, width: number): string {
  return hex
    .padStart(Math.ceil(width / 2), "0")
    .split("")
    .toReversed()
    .join(".");
}
