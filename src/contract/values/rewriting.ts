import type { Why } from "./record-why.ts";

const DIGIT_I_OR_BACKSLASH = /[0-9i\\]/;

/** What is wrong with the substitution expression of NAPTR, `!expression!replacement!flags` (RFC 3402, 3.2); null if it is valid. */
export function rewriting(bytes: Uint8Array): Why | null {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const parts = partsOf(text);
  if (parts?.length !== 3) return { key: "delimiter", values: {} };
  const [expression = "", replacement = "", flags = ""] = parts;
  if (!/^i?$/.test(flags)) return { key: "expressionFlag", values: {} };
  const count = groupsIn(expression);
  if (count === null || replacement === "") return { key: "expression", values: {} };
  const wrong = referencesIn(replacement).find((group) => group === 0 || group > count);
  return wrong === undefined ? null : { key: "backReference", values: { group: wrong, count } };
}

function referencesIn(replacement: string): readonly number[] {
  return [...replacement.matchAll(/\\([^])/g)].flatMap(([, sign = ""]) =>
    /[0-9]/.test(sign) ? [Number(sign)] : [],
  );
}

/** The parts between delimiters; a backslash keeps the sign behind it. Null for a wrong delimiter, and for a backslash at the end. */
function partsOf(text: string): readonly string[] | null {
  const [delimiter = ""] = text;
  if (text.includes("\0") || DIGIT_I_OR_BACKSLASH.test(delimiter)) return null;
  const parts = [""];
  for (let at = 1; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === delimiter) {
      parts.push("");
      continue;
    }
    const taken = sign === "\\" ? text.slice(at, at + 2) : sign;
    if (taken === "\\") return null;
    parts[parts.length - 1] += taken;
    at += taken.length - 1;
  }
  return parts;
}

const CLASSES = "alnum|digit|punct|alpha|graph|space|blank|lower|upper|cntrl|print|xdigit";
const BRACKET = String.raw`\[\^?\]?(?:\[:(?:${CLASSES}):\]|[^\]\[]|\[(?![.:=]))*\]`;
const BOUND = String.raw`\{[0-9]{1,3}(?:,[0-9]{0,3})?\}`;
/** Tokens of an extended regular expression of POSIX. */
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

/** State before a character: nothing that could be repeated, something repeatable, or something that cannot be repeated. */
type Before = "nothing" | "atom" | "repeated";

/** State before the next token; null if this token is not allowed. */
function after(token: string, before: Before, groups: number): Before | null {
  const [first = ""] = token;
  if (/[*+?{]/.test(first)) return before === "atom" && isBound(token) ? "repeated" : null;
  if (/[|)]/.test(first) && before === "nothing") return null;
  const isRight = first === "[" ? areRanges(token) : isKnown(token, groups);
  return isRight ? (AFTER[first] ?? "atom") : null;
}

/** A reference to a group refers to one that has begun. */
function isKnown(token: string, groups: number): boolean {
  const group = /^\\([1-9])$/.exec(token)?.[1];
  return group === undefined || Number(group) <= groups;
}

const AFTER: Readonly<Record<string, Before>> = {
  "(": "nothing",
  "|": "nothing",
  "^": "repeated",
  $: "repeated",
};

/** `*`, `+` and `?`, and `{2}`, `{2,}` or `{2,5}`, up to 255. */
function isBound(token: string): boolean {
  if (!token.startsWith("{")) return true;
  const [least = "", most = least] = token.slice(1, -1).split(",");
  return Number(least) <= 255 && Number(most) <= 255 && (most === "" || Number(least) <= Number(most));
}

/** Ranges inside a bracket must not end before their beginning, and a class neither begins nor ends one. */
function areRanges(bracket: string): boolean {
  const inside = bracket
    .replace(/^\[\^?/, "")
    .slice(0, -1)
    .replaceAll(/\[:[a-z]+:\]/g, "\0");
  const ranges = [...inside.matchAll(/([^])-([^])/g)];
  return ranges.every(([, from = "", to = ""]) => from !== "\0" && to !== "\0" && from <= to);
}
