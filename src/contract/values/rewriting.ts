import type { Why } from "./record-why.ts";

const DIGIT_I_OR_BACKSLASH = /[0-9i\\]/;

/** What is wrong with the substitution expression of NAPTR, `!expression!replacement!flags` (RFC 3402, 3.2); null if nothing is. */
export function rewriting(bytes: Uint8Array): Why | null {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const [delimiter = ""] = text;
  const parts = text.includes("\0") ? [] : partsOf(text.slice(1), delimiter);
  const [expression, replacement, flags, more] = parts;
  if (DIGIT_I_OR_BACKSLASH.test(delimiter) || flags === undefined || more !== undefined)
    return { key: "delimiter", values: {} };
  if (!/^i?$/.test(flags)) return { key: "expressionFlag", values: {} };
  const count = groupsIn(expression ?? "");
  if (count === null || replacement === "") return { key: "expression", values: {} };
  const groups = [...(replacement ?? "").matchAll(/\\([^])/g)].flatMap(([, sign = ""]) =>
    /[0-9]/.test(sign) ? [Number(sign)] : [],
  );
  const wrong = groups.find((group) => group === 0 || group > count);
  return wrong === undefined ? null : { key: "backReference", values: { group: wrong, count } };
}

/** The parts between delimiters; a backslash keeps the sign behind it. A backslash at the end gives no parts. */
function partsOf(text: string, delimiter: string): readonly string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === delimiter) {
      parts.push("");
      continue;
    }
    const taken = sign === "\\" ? text.slice(at, at + 2) : sign;
    if (taken === "\\") return [];
    parts[parts.length - 1] += taken;
    at += taken.length - 1;
  }
  return parts;
}

const CLASSES = "alnum|digit|punct|alpha|graph|space|blank|lower|upper|cntrl|print|xdigit";
const BRACKET = String.raw`\[\^?\]?(?:\[:(?:${CLASSES}):\]|[^\]\[]|\[(?![.:=]))*\]`;
const BOUND = String.raw`\{[0-9]{1,3}(?:,[0-9]{0,3})?\}`;
/** What an extended regular expression of POSIX consists of. */
const TOKEN = new RegExp(String.raw`\\[^]|${BRACKET}|${BOUND}|[^\\\[{]`, "gy");

/** The number of groups of an extended regular expression (POSIX); null if it is none. */
function groupsIn(expression: string): number | null {
  const tokens = expression.match(TOKEN) ?? [];
  if (tokens.join("") !== expression) return null;
  let [open, groups] = [0, 0];
  let before: Before = "nothing";
  for (const token of tokens) {
    const next = after(token, before, groups);
    if (next === null) return null;
    before = next;
    if (token === "(") [open, groups] = [open + 1, groups + 1];
    if (token === ")") open -= 1;
    if (open < 0) return null;
  }
  return open === 0 && before !== "nothing" ? groups : null;
}

/** What stands before a sign: nothing that could be repeated, something that may be, or something that may not. */
type Before = "nothing" | "atom" | "repeated";

/** What stands before the next token; null where this one is not allowed. */
function after(token: string, before: Before, groups: number): Before | null {
  const [first = "", second = ""] = token;
  switch (first) {
    case "(":
      return "nothing";
    case "|":
      return before === "nothing" ? null : "nothing";
    case ")":
      return before === "nothing" ? null : "atom";
    case "^":
    case "$":
      return "repeated";
    case "*":
    case "+":
    case "?":
      return before === "atom" ? "repeated" : null;
    case "{":
      return before === "atom" && isBound(token) ? "repeated" : null;
    case "\\":
      return /[1-9]/.test(second) && Number(second) > groups ? null : "atom";
    case "[":
      return areRanges(token) ? "atom" : null;
    default:
      return "atom";
  }
}

/** `{2}`, `{2,}` or `{2,5}`, up to 255. */
function isBound(token: string): boolean {
  const [least = "", most = least] = token.slice(1, -1).split(",");
  return Number(least) <= 255 && Number(most) <= 255 && (most === "" || Number(least) <= Number(most));
}

/** Ranges inside a bracket end behind their beginning, and no class begins or ends one. */
function areRanges(bracket: string): boolean {
  const inside = bracket
    .replace(/^\[\^?/, "")
    .slice(0, -1)
    .replaceAll(/\[:[a-z]+:\]/g, "\0");
  const ranges = [...inside.matchAll(/([^])-([^])/g)];
  return ranges.every(([, from = "", to = ""]) => from !== "\0" && to !== "\0" && from <= to);
}
