import { parsed, refused, type Parsed } from "./parsed.ts";

/** A text that begins so is in presentation form; any other is the plain text, quotes and backslashes inside it included. */
const IS_QUOTED = /^\s*"/;

/** Quoted strings with blanks between them, and nothing else. */
const STRINGS = /^\s*"(?:[^"\\]|\\[^])*"(?:\s+"(?:[^"\\]|\\[^])*")*\s*$/;

const STRING = /"((?:[^"\\]|\\[^])*)"/g;

/** One part of a quoted string: a byte in three digits, any other escaped character, or what stands for itself. */
const PART = /\\([0-9]{3})|\\([^0-9])|([^\\]+)/gu;

/**
 * Text data of a record in its canonical form (wire contract 7.6): the plain text. A plain text that itself begins with a quotation mark
 * stays in quotes, because otherwise it would be read as presentation form; so every canonical form is its own canonical form.
 */
export function parseRecordText(data: string): Parsed<string> {
  const plain = plainText(data);
  return plain === null || plain === "" ? refused("bad_format") : parsed(recordText(plain));
}

/** The plain text that data in any spelling stand for; null for quotes that do not end, and for bytes that are no text. */
export function plainText(data: string): string | null {
  if (!IS_QUOTED.test(data)) return data;
  if (!STRINGS.test(data)) return null;
  return decoded([...data.matchAll(STRING)].map(([, inner = ""]) => inner).join(""));
}

/** How a plain text is stored. */
export function recordText(plain: string): string {
  return IS_QUOTED.test(plain) ? `"${plain.replace(/["\\]/g, "\\$&")}"` : plain;
}

/** What the inside of quoted strings stands for; its bytes are UTF-8. */
function decoded(inner: string): string | null {
  const parts = [...inner.matchAll(PART)];
  const isWhole = parts.reduce((sum, [part]) => sum + part.length, 0) === inner.length;
  const isByte = parts.every(([, digits]) => digits === undefined || Number(digits) <= 255);
  // PostgreSQL stores no NUL in a text.
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
 * What was meant by stored data that were read by an earlier rule, which only took the outer quotes away; null where nothing is in doubt.
 * Several strings kept the quotes between them and escapes their backslash.
 */
export function mendedText(stored: string): string | null {
  const canonical = parseRecordText(stored);
  if (IS_QUOTED.test(stored)) return canonical.ok ? null : recordText(stored);
  const meant = parseRecordText(`"${stored}"`);
  return meant.ok && meant.value !== stored && DOUBTFUL.test(stored) ? meant.value : null;
}

/** Quotes and escapes that zone files write and texts hardly ever hold. */
const DOUBTFUL = /"\s+"|\\(["\\;]|[0-9]{3})/;

/** Finds all stored data that `mendedText` may have something to say about, as a regular expression of a filter. */
export const MAYBE_DOUBTFUL = `^\\s*"|${DOUBTFUL.source}`;
