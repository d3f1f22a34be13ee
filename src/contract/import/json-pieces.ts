import type { Json } from "../wire/json.ts";
import type { TextKey } from "./texts.ts";

/** A bracket, a sign, a value, or what is none of these. */
export interface JsonPiece {
  readonly kind: "{" | "}" | "[" | "]" | "," | ":" | "string" | "number" | "boolean" | "null" | "bad";
  readonly offset: number;
  readonly length: number;
  readonly value?: Json;
  /** Why a bad piece cannot be read. */
  readonly key?: TextKey;
}

/** Blanks and comments, a string, a string that is open at the end of its line, a sign, or a word. */
const PIECE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+|"(?:[^"\\\n]|\\[^\n])*"|"[^\n]*|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Numbers as Kea reads them: a digit may be missing before or behind the point. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const WORDS: ReadonlyMap<string, Pick<JsonPiece, "kind" | "value">> = new Map([
  ["true", { kind: "boolean", value: true }],
  ["false", { kind: "boolean", value: false }],
  ["null", { kind: "null", value: null }],
]);

/** The pieces of a JSON text, without blanks and comments. */
export function* jsonPieces(text: string): Generator<JsonPiece, undefined> {
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const read = pieceOf(piece, index);
    if (read !== null) yield read;
  }
}

/** The next pieces behind a place. */
export function nextPieces(text: string, from: number, count: number): readonly JsonPiece[] {
  const pieces = new RegExp(PIECE);
  pieces.lastIndex = from;
  const found: JsonPiece[] = [];
  for (let match = pieces.exec(text); match !== null && found.length < count; match = pieces.exec(text)) {
    const read = pieceOf(match[0], match.index);
    if (read !== null) found.push(read);
  }
  return found;
}

function pieceOf(piece: string, offset: number): JsonPiece | null {
  const at = { offset, length: piece.length };
  switch (piece) {
    case "{":
    case "}":
    case "[":
    case "]":
    case ",":
    case ":":
      return { kind: piece, ...at };
    default:
      return piece.startsWith('"') ? stringOf(piece, at) : wordOf(piece, at);
  }
}

function stringOf(piece: string, at: Pick<JsonPiece, "offset" | "length">): JsonPiece {
  if (piece.length < 2 || !/^"(?:[^"\\]|\\[^])*"$/.test(piece))
    return { kind: "bad", ...at, key: "openString" };
  try {
    // An editor may have left a tab, which JSON takes only in its escaped form.
    const plain = piece.replaceAll(/[\0-\x1f]/g, (sign) => JSON.stringify(sign).slice(1, -1));
    // The text is one string.
    return { kind: "string", ...at, value: JSON.parse(plain) as string };
  } catch {
    return { kind: "bad", ...at, key: "badEscape" };
  }
}

function wordOf(piece: string, at: Pick<JsonPiece, "offset" | "length">): JsonPiece | null {
  if (piece.trim() === "" || /^(?:\s|\/\/|\/\*[^]*\*\/)/.test(piece)) return null;
  const word = WORDS.get(piece);
  if (word !== undefined) return { ...word, ...at };
  if (NUMBER.test(piece)) return { kind: "number", ...at, value: Number(piece) };
  return { kind: "bad", ...at, key: "badWord" };
}
