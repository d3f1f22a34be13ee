/** Strings of RFC 1035 in records: words and quoted strings, whose bytes may be written as `\DDD` or `\x`. */

/** A blank ends a word, except within quotation marks and behind a backslash. */
const WORD = /(?:"(?:[^"\\]|\\[^])*"|\\[^]|[^\s"\\])+/g;

/** The words of presentation form, each in its spelling; null for an open quotation mark. */
export function recordWords(text: string): readonly string[] | null {
  const words = text.match(WORD) ?? [];
  const rest = text.replace(WORD, "");
  return rest.trim() === "" ? words : null;
}

/** The bytes that a word or a quoted string stands for; null for `\256` and for a quotation mark inside a word. */
export function bytesOf(word: string): Uint8Array | null {
  const quoted = /^"((?:[^"\\]|\\[^])*)"$/.exec(word)?.[1];
  if (quoted === undefined && /(?<!\\)"/.test(word)) return null;
  const parts = [...(quoted ?? word).matchAll(/\\([0-9]{3})|\\([^])|([^\\]+)/gu)];
  if (parts.some(([, digits = "0"]) => Number(digits) > 255)) return null;
  return Uint8Array.from(
    parts.flatMap(([, digits, escaped, plain]) =>
      digits === undefined ? utf8(escaped ?? plain ?? "") : [Number(digits)],
    ),
  );
}

function utf8(text: string): readonly number[] {
  const parts = encodeURIComponent(text.toWellFormed()).match(/%..|[^%]/g) ?? [];
  return parts.map((part) => (part.length === 1 ? part.charCodeAt(0) : parseInt(part.slice(1), 16)));
}

/** Bytes as the inside of a quoted string: printable ASCII unchanged, and everything else as `\DDD`. */
export function escapedBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, "0")}`;
  }).join("");
}

/** Base64 whose unused bits are zero, so that the same bytes have one spelling. */
export const BASE64 =
  /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of a well-formed base64 text. This room has neither `atob` nor `Buffer`. */
export function base64Bytes(text: string): Uint8Array {
  const digits = Array.from(text.replace(/=+$/, ""), (digit) => DIGITS.indexOf(digit));
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  for (const at of bytes.keys()) {
    const first = Math.floor((at * 8) / 6);
    const pair = ((digits[first] ?? 0) << 6) | (digits[first + 1] ?? 0);
    bytes[at] = (pair >> (4 - 2 * (at % 3))) & 255;
  }
  return bytes;
}
