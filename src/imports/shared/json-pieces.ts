import type { Json } from "#contract/wire/json";
import type { TextKey } from "./texts.ts";

/** A bracket, a separator, a value, or anything else. */
export interface JsonPiece {
  readonly kind: "{" | "}" | "[" | "]" | "," | ":" | "string" | "number" | "boolean" | "null" | "bad";
  readonly offset: number;
  readonly length: number;
  readonly value?: Json;
  /** Why a bad piece cannot be read. */
  readonly key?: TextKey;
}

/** Blanks and comments, a string, a string that is open at the end of its line, a single character, or a word. */
const PIECE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+|"(?:[^"\\\n]|\\[^\n])*"|"[^\n]*|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Numbers in the notation of Kea, in which a digit before or after the point may be missing. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const WORDS: ReadonlyMap<string, Pick<JsonPiece, "kind" | "value">> = new Map([
  ["true", { kind: "boolean", value: true }],
  ["false", { kind: "boolean", value: false }],
  ["null", { kind: "null", value: null }],
]);

/** The pieces of a JSON text, without blanks and comments. */
export function* jsonPieces(text: string): Generator<JsonPiece, undefined> {
  let line: JsonPiece[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const read = pieceOf(piece, index);
    if (read !== null) line.push(read);
    else if (piece.includes("\n")) {
      yield* paired(text, line);
      line = [];
    }
  }
  yield* paired(text, line);
}

const LONGEST_LINE = 1_000;

/** In a line with an odd number of quotation marks no string is sure: it is one bad piece, and brackets that the line leaves open or closes. */
function paired(text: string, line: readonly JsonPiece[]): readonly JsonPiece[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last?.key !== "openString") return line;
  const whole = text.slice(first.offset, last.offset + last.length);
  if (whole.length > LONGEST_LINE) return line;
  const unmatched = unmatchedIn(whole, first.offset);
  const end = { offset: first.offset + whole.trimEnd().length - 1, length: 1 };
  const comma: readonly JsonPiece[] = /,\s*$/.test(whole) ? [{ kind: ",", ...end }] : [];
  return [
    { kind: "bad", offset: first.offset, length: whole.length, key: "openString" },
    ...unmatched,
    ...comma,
  ];
}

/** The brackets of a line that have no counterpart in it. */
function unmatchedIn(line: string, offset: number): readonly JsonPiece[] {
  const unmatched: JsonPiece[] = [];
  for (const { 0: sign, index } of line.matchAll(/[{}[\]]/g)) {
    const [kind, opener] = BRACKETS.get(sign) ?? [];
    if (opener !== undefined && unmatched.at(-1)?.kind === opener) unmatched.pop();
    else if (kind !== undefined) unmatched.push({ kind, offset: offset + index, length: 1 });
  }
  return unmatched;
}

const BRACKETS: ReadonlyMap<string, readonly [JsonPiece["kind"], JsonPiece["kind"]?]> = new Map([
  ["{", ["{"]],
  ["[", ["["]],
  ["}", ["}", "{"]],
  ["]", ["]", "["]],
]);

/** The next pieces after a place. */
function nextPieces(text: string, from: number, count: number): readonly JsonPiece[] {
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
    const plain = piece.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1));
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

/** The conclusion from a bracket that comes next. */
const CONTEXTS: ReadonlyMap<string | undefined, "object" | "array"> = new Map([
  ["}", "object"],
  ["]", "array"],
  ["{", "array"],
  ["[", "array"],
]);

/** Whether a list or an object continues after a place; null if that is not clear. */
export function contextBehind(text: string, from: number): "object" | "array" | null {
  const [first, ...more] = nextPieces(text, from, 3).map(({ kind }) => kind);
  const told = CONTEXTS.get(first);
  if (told !== undefined) return told;
  const [next, behind] = first === "," ? more : [first, more[0]];
  if (next === "string" && behind === ":") return "object";
  return first === "," && next !== undefined ? "array" : null;
}

/** Whether a list or an object begins after a place. */
export function isOpenerBehind(text: string, from: number): boolean {
  const [next] = nextPieces(text, from, 1);
  return next?.kind === "{" || next?.kind === "[";
}

/** Whether a value, or a faulty piece instead of one, comes after a place. */
export function isValueBehind(text: string, from: number): boolean {
  const [next] = nextPieces(text, from, 1);
  return next !== undefined && ![",", ":", "}", "]"].includes(next.kind);
}
