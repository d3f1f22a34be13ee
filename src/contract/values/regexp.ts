import { LIMITS } from "../limits.ts";
import { regexpSize } from "./regexp-size.ts";

const REPEATS_AT_MOST = 255;
/** Larger expressions take seconds for a million texts. */
const SIZE_AT_MOST = 300;

/** An escape: a class, or a character that stands for itself. */
const ESCAPED = String.raw`\\(?:[dws]|[^\p{L}\p{N}\0])`;
/** A character in brackets. Named classes are not supported. */
const SIGN = String.raw`(?:${ESCAPED}|\[(?![:.=])|[^\\[\]\0])`;
/** The hyphen between the characters of a range. At the end of the brackets a hyphen stands for itself. */
const TO = String.raw`-(?!\])`;
const MEMBER = new RegExp(`(\\]|${SIGN})(?:${TO}(${SIGN}))?`, "gu");
/** A character before a hyphen always begins a range. */
const REST = `(?:${TO}${SIGN}|(?!${TO}))`;
/** Directly after the opening bracket, a closing bracket is a character too. Each part can be read in one way only, so nothing is tried twice. */
const BRACKET = String.raw`\[(?:\^|(?!\^))(?:\]${REST}|(?!\]))(?:${SIGN}${REST})*\]`;
const ATOM = String.raw`${ESCAPED}|(?<bracket>${BRACKET})|[^\\[(){|^$?*+\0]`;
/** A quantifier; an atom or a group has at most one. */
const QUANTIFIER = String.raw`(?:[?*+]|\{(?<least>\d{1,3})(?:,(?<most>\d{1,3})?)?\})?(?![?*+{])`;
const TOKEN = new RegExp(String.raw`\((?!\?)|[|^$]|(?:\)|${ATOM})${QUANTIFIER}`, "guy");

/** Fault of a client's regular expression by the grammar of wire contract 2.5; null if PostgreSQL may get it. */
export function regexpFault(pattern: string): "too_long" | "bad_format" | null {
  if (pattern.length > LIMITS.regexpLength) return "too_long";
  const isRight = isRegexp(pattern.replace(/^\(\?i\)/, "")) && regexpSize(pattern) <= SIZE_AT_MOST;
  return isRight ? null : "bad_format";
}

/** True for an expression that server, portal and database read in the same way: the grammar of the API, without parts that JavaScript lacks. */
export function isSharedRegexp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return regexpFault(pattern) === null;
  } catch {
    return false;
  }
}

/** Whether the source consists of tokens only, with closed groups. */
function isRegexp(source: string): boolean {
  let [depth, end] = [0, 0];
  for (const { 0: token, groups } of source.matchAll(TOKEN)) {
    if (token === "(") depth += 1;
    if (token.startsWith(")")) depth -= 1;
    if (depth < 0 || !isBounded(groups) || !ascends(groups?.["bracket"])) return false;
    end += token.length;
  }
  return depth === 0 && end === source.length;
}

function isBounded({ least = "0", most = least }: RegExpExecArray["groups"] = {}): boolean {
  return Number(least) <= Number(most) && Number(most) <= REPEATS_AT_MOST;
}

/** Whether all ranges in brackets ascend. */
function ascends(bracket = ""): boolean {
  const members = [...bracket.replace(/^\[\^?/, "").matchAll(MEMBER)];
  return members.every(([, low = "", high]) => high === undefined || codeOf(low) <= codeOf(high));
}

/** A class has no character code, so it neither begins nor ends a range. */
function codeOf(sign: string): number {
  return /^\\[dws]$/.test(sign) ? Number.NaN : (sign.replace(/^\\(?=.)/s, "").codePointAt(0) ?? Number.NaN);
}
