import { LIMITS } from "../limits.ts";
import { regexpSize } from "./regexp-size.ts";

const REPEATS_AT_MOST = 255;
/** Larger expressions take seconds for a million texts. */
const SIZE_AT_MOST = 300;
const CLASSES = new Set(["d", "w", "s"]);

/** Fault of a client's regular expression by the grammar of wire contract 2.5; null if PostgreSQL may get it. */
export function regexpFault(pattern: string): "too_long" | "bad_format" | null {
  if (pattern.length > LIMITS.regexpLength) return "too_long";
  const source = Array.from(pattern.startsWith("(?i)") ? pattern.slice(4) : pattern);
  const end = alternatives(source, 0, 0);
  return end === source.length && regexpSize(pattern) <= SIZE_AT_MOST ? null : "bad_format";
}

type Source = readonly string[];
const WRONG = -1;

/** Reads alternatives up to the closing parenthesis or the end; answers the position behind them. */
function alternatives(source: Source, from: number, depth: number): number {
  let at = from;
  while (at < source.length) {
    const sign = source[at] ?? "";
    if (sign === ")") return depth > 0 ? at : WRONG;
    at = sign === "|" ? at + 1 : piece(source, at, depth);
    if (at === WRONG) return WRONG;
  }
  return at;
}

/** An atom with at most one quantifier. */
function piece(source: Source, at: number, depth: number): number {
  const sign = source[at];
  if (sign === "^" || sign === "$") return at + 1;
  const end = atom(source, at, depth);
  return end === WRONG ? WRONG : quantifier(source, end);
}

/** Characters that begin no atom. */
const NO_ATOM = new Set(["?", "*", "+", "{", "\0"]);

function atom(source: Source, at: number, depth: number): number {
  const sign = source[at] ?? "";
  if (NO_ATOM.has(sign)) return WRONG;
  if (sign === "\\") return escaped(source[at + 1]) === null ? WRONG : at + 2;
  if (sign === "[") return bracket(source, at + 1);
  return sign === "(" ? group(source, at + 1, depth + 1) : at + 1;
}

function group(source: Source, from: number, depth: number): number {
  if (source[from] === "?") return WRONG;
  const end = alternatives(source, from, depth);
  return end !== WRONG && source[end] === ")" ? end + 1 : WRONG;
}

function escaped(sign: string | undefined): "class" | "literal" | null {
  if (sign === undefined || sign === "\0") return null;
  if (CLASSES.has(sign)) return "class";
  return /[\p{L}\p{N}]/u.test(sign) ? null : "literal";
}

function quantifier(source: Source, at: number): number {
  const end = ["?", "*", "+"].includes(source[at] ?? "") ? at + 1 : bounds(source, at);
  if (end === WRONG || end === at) return end;
  return ["?", "*", "+", "{"].includes(source[end] ?? "") ? WRONG : end;
}

function bounds(source: Source, at: number): number {
  if (source[at] !== "{") return at;
  const close = source.indexOf("}", at);
  const found = /^(\d{1,3})(,(\d{1,3})?)?$/.exec(source.slice(at + 1, close).join(""));
  if (close < 0 || found === null) return WRONG;
  const least = Number(found[1]);
  const most = found[3] === undefined ? least : Number(found[3]);
  return least <= most && most <= REPEATS_AT_MOST ? close + 1 : WRONG;
}

/** A bracket expression; `]` right after the opening is a member. Named classes are not supported. */
function bracket(source: Source, from: number): number {
  const first = source[from] === "^" ? from + 1 : from;
  let at = first;
  while (at < source.length) {
    if (source[at] === "]" && at > first) return at + 1;
    at = range(source, at);
    if (at === WRONG) return WRONG;
  }
  return WRONG;
}

/** One member of a bracket, or a range in ascending order; answers the position behind. */
function range(source: Source, at: number): number {
  const low = member(source, at);
  if (low === null) return WRONG;
  if (source[low.end] !== "-" || source[low.end + 1] === "]") return low.end;
  const high = member(source, low.end + 1);
  return high !== null && low.sign <= high.sign ? high.end : WRONG;
}

const NAMED = new Set([":", ".", "="]);

/** One member of a bracket and its code. A class has no code, so it cannot end a range. */
function member(source: Source, at: number): { end: number; sign: number } | null {
  const sign = source[at];
  if (sign === undefined || sign === "\0") return null;
  const next = source[at + 1] ?? "";
  if (sign === "[") return NAMED.has(next) ? null : { end: at + 1, sign: codeOf(sign) };
  if (sign !== "\\") return { end: at + 1, sign: codeOf(sign) };
  const kind = escaped(next === "" ? undefined : next);
  if (kind === null) return null;
  return { end: at + 2, sign: kind === "class" ? Number.NaN : codeOf(next) };
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}
