interface Decoder {
  decode: (bytes: Uint8Array) => string;
}

// Browsers and Node.js have `TextDecoder`, but the contract has the types of neither.
const { TextDecoder } = globalThis as unknown as {
  readonly TextDecoder: new (
    label: string,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ) => Decoder;
};

/** A line whose characters were read with a guessed encoding. */
interface GuessedLine {
  readonly line: number;
  /** The line in the form that was read; a part of a long line. */
  readonly text: string;
  /** Characters that are in no line before; in another encoding they may be others. */
  readonly signs: string;
}

/** The guessed encoding of a file that is not UTF-8 and has no byte order mark, so that a person has to check it. */
export interface Guess {
  readonly encoding: "Windows-1252" | "UTF-16";
  /** The first line with each character that is not ASCII; the first line of the file if there is none. */
  readonly lines: readonly GuessedLine[];
}

/** The text of a file, or the first byte that no encoding explains: its line, from 1, and its value. */
export type Decoded =
  | { readonly ok: true; readonly text: string; readonly guess?: Guess }
  | { readonly ok: false; readonly line: number; readonly byte: number };

/**
 * The text of a file in UTF-16 or UTF-8, with or without a byte order mark, or in Windows-1252. It is refused if UTF-8 is mixed with single bytes of
 * another encoding, or if bytes show another encoding: a file of the Windows command line (code page 850 or 437). Not every such file can be
 * recognised, so a file that is not UTF-8 and has no mark is a guess.
 */
export function decoded(bytes: Uint8Array): Decoded {
  const marked = markedEncoding(bytes);
  const wide = marked ?? wideEncoding(bytes);
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(bytes);
    return marked === null ? guessed(text, "UTF-16") : { ok: true, text };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) return foundAt(bytes, nul);
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const strange = notUtf8(bytes);
    if (strange.isMostlyUtf8) return foundAt(bytes, strange.first);
    const odd = oddInWindows(bytes);
    return odd === -1
      ? guessed(new TextDecoder("windows-1252").decode(bytes), "Windows-1252")
      : foundAt(bytes, odd);
  }
}

function guessed(text: string, encoding: Guess["encoding"]): Decoded {
  const lines = withPlainLines(text).split("\n");
  const known = new Set<string>();
  const odd = lines.flatMap((whole, at): readonly GuessedLine[] => {
    const fresh = [...new Set(whole.match(/[^\p{ASCII}]/gu))].filter((sign) => !known.has(sign));
    for (const sign of fresh) known.add(sign);
    const [first] = fresh;
    return first === undefined ? [] : [{ line: at + 1, text: around(whole, first), signs: fresh.join(" ") }];
  });
  const [start = ""] = lines;
  const told = odd.length > 0 ? odd : [{ line: 1, text: around(start, ""), signs: "" }];
  return { ok: true, text, guess: { encoding, lines: told } };
}

const LONGEST_TOLD = 80;

function around(line: string, sign: string): string {
  const start = Math.max(0, line.indexOf(sign) - LONGEST_TOLD / 2);
  return line.slice(start, start + LONGEST_TOLD).trim();
}

/** The text in the form that its readers expect: without a byte order mark, and with one kind of line ends. */
export function withPlainLines(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}

/** A byte as people write it: `0x81`. */
export function byteText(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

const LOOKED_AT = 4096;

type Wide = "utf-16le" | "utf-16be" | null;

function markedEncoding(bytes: Uint8Array): Wide {
  const mark = `${String(bytes[0])} ${String(bytes[1])}`;
  if (mark === "255 254") return "utf-16le";
  return mark === "254 255" ? "utf-16be" : null;
}

/** The file counts as UTF-16 if every second byte is zero and no other, because the text is mostly Latin. */
function wideEncoding(bytes: Uint8Array): Wide {
  if (bytes.length % 2 !== 0) return null;
  const start = bytes.subarray(0, LOOKED_AT);
  const most = start.length * 0.4;
  const [even, odd] = [zerosIn(start, 0), zerosIn(start, 1)];
  if (odd > most && even === 0) return "utf-16le";
  return even > most && odd === 0 ? "utf-16be" : null;
}

/** Number of zero bytes at even or at odd positions. */
function zerosIn(bytes: Uint8Array, half: 0 | 1): number {
  return bytes.reduce((count, byte, at) => count + (byte === 0 && at % 2 === half ? 1 : 0), 0);
}

function foundAt(bytes: Uint8Array, at: number): Decoded {
  let line = 1;
  for (let index = bytes.indexOf(LF); index !== -1 && index < at; index = bytes.indexOf(LF, index + 1))
    line += 1;
  return { ok: false, line, byte: bytes[at] ?? 0 };
}

const LF = 0x0a;

/** The position at which the text stops being UTF-8, and whether most of its characters are UTF-8. */
function notUtf8(bytes: Uint8Array): { readonly first: number; readonly isMostlyUtf8: boolean } {
  let [first, good, bad] = [-1, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const length = lengthOfSign(bytes, at);
    if (length > 1) {
      good += 1;
      at += length - 1;
    } else {
      bad += 1;
      if (first === -1) first = at;
    }
  }
  return { first, isMostlyUtf8: good > bad };
}

/** Bytes of the UTF-8 sign that begins here; 1 for a byte that begins none. */
function lengthOfSign(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  const length = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
  if (byte >= 0xf5) return 1;
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 1;
  return length;
}

/** Bytes without a character in Windows-1252. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Characters that nobody writes between two letters, and that are letters in code pages 437 and 850. */
const NOT_IN_WORDS = new Set([
  0x82, 0x83, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8b, 0x93, 0x94, 0x95, 0x98, 0x99, 0x9b,
]);

/** Position of the first byte that shows that the text is not in Windows-1252; -1 if there is none. */
function oddInWindows(bytes: Uint8Array): number {
  return bytes.findIndex(
    (byte, at) =>
      UNDEFINED.has(byte) || (NOT_IN_WORDS.has(byte) && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1])),
  );
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
