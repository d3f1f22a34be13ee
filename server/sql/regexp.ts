import { LIMITS } from "#contract/limits";

const REPEATS_AT_MOST = 255;
const CLASSES = new Set(["d", "w", "s"]);

/** What is wrong with a regular expression of a client by the grammar of wire contract 2.5; null when it may go to PostgreSQL. */
export function regexpFault(pattern: string): "too_long" | "bad_format" | null {
  if (pattern.length > LIMITS.regexpLength) return "too_long";
  const source = [...(pattern.startsWith("(?i)") ? pattern.slice(4) : pattern)];
  const end = alternatives(source, 0, 0);
  return end === source.length ? null : "bad_format";
}

type Source = readonly string[];
const WRONG = -1;

/** Reads alternatives up to the closing parenthesis or the end; answers the place behind them. */
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

function atom(source: Source, at: number, depth: number): number {
  const sign = source[at] ?? "";
  switch (sign) {
    case "\\":
      return escaped(source[at + 1]) === null ? WRONG : at + 2;
    case "[":
      return bracket(source, at + 1);
    case "(": {
      if (source[at + 1] === "?") return WRONG;
      const end = alternatives(source, at + 1, depth + 1);
      return end !== WRONG && source[end] === ")" ? end + 1 : WRONG;
    }
    case "?":
    case "*":
    case "+":
    case "{":
    case "\0":
      return WRONG;
    default:
      return at + 1;
  }
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

/** A bracket expression; `]` right after the opening is a member. Classes with a name are not known. */
function bracket(source: Source, from: number): number {
  let at = source[from] === "^" ? from + 1 : from;
  const first = at;
  while (at < source.length) {
    if (source[at] === "]" && at > first) return at + 1;
    const low = member(source, at);
    if (low === null) return WRONG;
    at = low.end;
    if (source[at] !== "-" || source[at + 1] === "]") continue;
    const high = member(source, at + 1);
    if (high === null || low.sign === null || high.sign === null || low.sign > high.sign) return WRONG;
    at = high.end;
  }
  return WRONG;
}

/** One member of a bracket: its sign, null for a class. */
function member(source: Source, at: number): { end: number; sign: number | null } | null {
  const sign = source[at];
  if (sign === undefined || sign === "\0") return null;
  if (sign === "[" && [":", ".", "="].includes(source[at + 1] ?? "")) return null;
  if (sign !== "\\") return { end: at + 1, sign: sign.codePointAt(0) ?? 0 };
  const next = source[at + 1];
  const kind = escaped(next);
  if (kind === null) return null;
  return { end: at + 2, sign: kind === "class" ? null : (next?.codePointAt(0) ?? 0) };
}
