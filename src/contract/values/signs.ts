import { isList, type Json } from "../wire/json.ts";

/** Letters of scripts in which U+200C and U+200D may stand between letters. */
const JOINED_SCRIPTS =
  "Arab Syrc Mand Mong Nkoo Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java Sund"
    .split(" ")
    .map((script) => `\\p{scx=${script}}`)
    .join("");
/** Characters that suppress a vowel. A joiner after them forms the consonant, also at the end of a word. */
const VIRAMA =
  "[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u17D2\\u1B44\\uA9C0]";
const JOINER = "[\\u200C\\u200D]";
const EMOJI = "\\p{Extended_Pictographic}\\uFE0F?[\\u{1F3FB}-\\u{1F3FF}]?";

/**
 * Characters that are invisible or change the order of others: controls, separators of lines and paragraphs, direction marks, zero width, and
 * joiners, selectors and tags unless a script or an emoji needs them.
 */
const HIDDEN = new RegExp(
  [
    "[\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]|\\r(?!\\n)",
    "[\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB]",
    "[\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E001F}\\u{E0080}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}]",
    "(?<!\\p{Script=Mongolian})[\\u180B-\\u180F]",
    `(?!(?<=[${JOINED_SCRIPTS}])${JOINER}[${JOINED_SCRIPTS}]|(?<=${VIRAMA})${JOINER}|(?<=${EMOJI})\\u200D\\p{Extended_Pictographic})${JOINER}`,
    "(?<![^\\s\\uFE00-\\uFE0F])[\\uFE00-\\uFE0F]|(?<!\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]",
    "(?<!\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,6})[\\u{E0020}-\\u{E007F}]",
  ].join("|"),
  "gu",
);
const LINES = /[\t\n\r]/;
/** Most texts have no such character and need no further check. */
const MAYBE = /[^\x20-\x7E\xA1-\xAC\xAE-\u02FF]/;

/** An invalid character of a text, as `U+202E`, with its position from 1. */
export interface HiddenSign {
  readonly sign: string;
  readonly position: number;
}

/** The first invisible character; null if there is none. Line ends and tabs are allowed only in a text of several lines. */
export function hiddenSign(text: string, hasLines: boolean): HiddenSign | null {
  if (!MAYBE.test(text)) return null;
  const places = [text.search(HIDDEN), hasLines ? -1 : text.search(LINES)].filter((place) => place !== -1);
  if (places.length === 0) return null;
  const at = Math.min(...places);
  return { sign: named(text.codePointAt(at) ?? 0), position: Array.from(text.slice(0, at)).length + 1 };
}

/** The first such character in any text of a value. A text in JSON may have several lines. */
export function hiddenSignIn(value: Json, hasLines: boolean): HiddenSign | null {
  if (typeof value === "string") return hiddenSign(value, hasLines);
  if (typeof value !== "object" || value === null) return null;
  for (const [member, inner] of Object.entries<Json>(value)) {
    const found = hiddenSign(member, false) ?? hiddenSignIn(inner, hasLines || !isList(value));
    if (found !== null) return found;
  }
  return null;
}

/** The text with each such character in a visible form: controls as their pictures, others by their names. */
export function shownSigns(text: string): string {
  if (!MAYBE.test(text)) return text;
  return text.replaceAll(HIDDEN, (sign) => pictured(sign.codePointAt(0) ?? 0));
}

function pictured(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : `[${named(code)}]`;
}

function named(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
