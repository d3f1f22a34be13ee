import type { Word } from "./zone-words.ts";

/** `1-100` or `1-100/2`. */
const RANGE = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/;
const MOST = 65_536;
/** BIND counts in signed 32 bits. */
const LARGEST = 2_147_483_647;
const WIDEST = 128;

/** The numbers of a range; null for one that cannot be read, counts down or is too long. */
export function numbersOf(range: string): readonly number[] | null {
  const [, first, last, step = "1"] = RANGE.exec(range) ?? [];
  const [from, to, by] = [Number(first), Number(last), Number(step)];
  if (first === undefined || by === 0 || to < from || to > LARGEST || (to - from) / by >= MOST) return null;
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by);
}

/** `${offset,width,base}`, `$`, `$$` for the character itself, and an escaped character, which is not replaced by a number. */
const PLACE = /\\[^]|\$\$|\$\{([^}]*)\}?|\$/g;
const FORMAT = /^([+-]?\d{1,10})(?:,(\d{1,3})(?:,([doxXnN]))?)?$/;

/** The word with the number in its placeholders, like BIND; null for a placeholder that BIND does not read. */
export function filled(word: Word, number: number): Word | null {
  let isRead = true;
  const text = word.replaceAll(PLACE, (place: string, format?: string) => {
    if (place === "\\$" || place === "$$") return "$";
    if (place.startsWith("\\")) return place;
    const numeral = place === "$" ? String(number) : formatted(number, place.endsWith("}") ? format : "");
    isRead &&= numeral !== null;
    return numeral ?? "";
  });
  return isRead ? text : null;
}

function formatted(number: number, format = ""): string | null {
  const [, offset, digits = "0", base = "d"] = FORMAT.exec(format) ?? [];
  const [sum, width] = [number + Number(offset), Number(digits)];
  if (offset === undefined || Math.abs(sum) > LARGEST || width >= WIDEST) return null;
  return base === "d" ? decimal(sum, width) : unsigned(sum, width, base);
}

/** Like `printf` of C: zeros come after the sign. */
function decimal(sum: number, width: number): string {
  return sum < 0 ? `-${String(-sum).padStart(width - 1, "0")}` : String(sum).padStart(width, "0");
}

/** Other bases have no sign, so a negative number is the one with the same 32 bits. */
function unsigned(sum: number, width: number, base: string): string {
  const bits = BigInt.asUintN(32, BigInt(sum));
  const isUpper = base === "N" || base === "X";
  if (base.toLowerCase() === "n") return nibbles(bits.toString(16), width, isUpper);
  return cased(bits.toString(base === "o" ? 8 : 16), isUpper).padStart(width, "0");
}

/** Hex digits from the last to the first with dots between them. The width counts the dots too, and an even one ends with a dot. */
function nibbles(hex: string, width: number, isUpper: boolean): string {
  const digits = cased(hex, isUpper)
    .padStart(Math.ceil(width / 2), "0")
    .split("")
    .toReversed();
  return digits.join(".") + (width >= 2 * digits.length ? "." : "");
}

function cased(text: string, isUpper: boolean): string {
  return isUpper ? text.toUpperCase() : text;
}
