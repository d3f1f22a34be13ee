import { bytesOf } from "./record-strings.ts";
import { parsed, refused, type Parsed } from "./parsed.ts";

/** A text with this beginning is in presentation form. Any other is plain text, including its quotes and backslashes. */
const IS_QUOTED = /^\s*"/;

/** Only quoted strings with blanks between them. */
const STRINGS = /^\s*"(?:[^"\\]|\\[^])*"(?:\s+"(?:[^"\\]|\\[^])*")*\s*$/;

const STRING = /"((?:[^"\\]|\\[^])*)"/g;

/** One part of a quoted string: a byte in three digits, another escaped character, or unescaped text. */
const PART = /\\([0-9]{3})|\\([^0-9])|([^\\]+)/gu;

/**
 * Canonical form of text data (wire contract 7.6): the plain text. A plain text that begins with a quotation mark stays quoted, because otherwise it
 * would be read as presentation form. So each canonical form is its own canonical form. If one of several strings is empty, they stay strings,
 * because a plain text has no empty strings.
 */
export function parseRecordText(data: string): Parsed<string> {
  const strings = textStrings(data);
  if (strings === null || data === "") return refused("bad_format");
  const text = stringsText(strings);
  return text === null ? refused("bad_format") : parsed(text);
}

/** Canonical form of strings; null where one of them is empty and another is longer than a string can be, because only a joined text is split. */
export function stringsText(strings: readonly string[]): string | null {
  if (!strings.includes("")) return recordText(strings.join(""));
  return strings.every(fitsString) ? strings.map(quoted).join(" ") : null;
}

function fitsString(text: string): boolean {
  return (bytesOf(quoted(text))?.length ?? 0) <= 255;
}

/** The plain text of data in any spelling; null for open quotes and for bytes that are no text. */
export function plainText(data: string): string | null {
  return textStrings(data)?.join("") ?? null;
}

/** The strings of data if one of them is empty, otherwise the whole text as one; null for open quotes and for bytes that are no text. */
export function textStrings(data: string): readonly string[] | null {
  if (!IS_QUOTED.test(data)) return [data];
  if (!STRINGS.test(data)) return null;
  const inner = [...data.matchAll(STRING)].map(([, text = ""]) => text);
  const strings = (inner.includes("") ? inner : [inner.join("")]).map(decoded);
  const known = strings.filter((text) => text !== null);
  return known.length === strings.length ? known : null;
}

export function recordText(plain: string): string {
  return IS_QUOTED.test(plain) ? quoted(plain) : plain;
}

function quoted(plain: string): string {
  return `"${plain.replace(/["\\]/g, "\\$&")}"`;
}

/** The inside of quoted strings as text; its bytes are UTF-8. */
function decoded(inner: string): string | null {
  const parts = [...inner.matchAll(PART)];
  const isWhole = parts.reduce((sum, [part]) => sum + part.length, 0) === inner.length;
  const isByte = parts.every(([, digits]) => digits === undefined || Number(digits) <= 255);
  // PostgreSQL stores no NUL.
  if (!isWhole || !isByte || parts.some(([, digits]) => digits === "000")) return null;
  try {
    return decodeURIComponent(
      parts.map(([, digits, escaped, other]) => percent(digits, escaped ?? other ?? "")).join(""),
    );
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function percent(digits: string | undefined, text: string): string {
  return digits === undefined ? encodeURIComponent(text) : `%${Number(digits).toString(16).padStart(2, "0")}`;
}

/**
 * The probable meaning of data stored by an earlier rule, which removed the outer quotes only and so kept quotes between strings and backslashes of
 * escapes; null if nothing is in doubt.
 */
export function mendedText(stored: string): string | null {
  const canonical = parseRecordText(stored);
  if (IS_QUOTED.test(stored)) return canonical.ok ? null : recordText(stored);
  const meant = parseRecordText(`"${stored}"`);
  return meant.ok && meant.value !== stored && DOUBTFUL.test(stored) ? meant.value : null;
}

/** Quotes and escapes that are common in zone files and rare in texts. */
const DOUBTFUL = /"\s+"|\\(["\\;]|[0-9]{3})/;

/** Regular expression of a filter that finds all stored data that `mendedText` might correct. */
export const MAYBE_DOUBTFUL = `^\\s*"|${DOUBTFUL.source}`;
