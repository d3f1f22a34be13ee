import { LIMITS } from "../limits.ts";
import { regexpSize } from "./regexp-size.ts";

const REPEATS_AT_MOST = 255;
/** Larger expressions take seconds for a million texts. */
const SIZE_AT_MOST = 300;

/** An escape: a class, or a sign that stands for itself. */
const ESCAPED = String.raw`\\(?:[dws]|[^\p{L}\p{N}\0])`;
/** A sign in brackets. Named classes are not supported. */
const SIGN = String.raw`(?:${ESCAPED}|\[(?![:.=])|[^\\[\]\0])`;
/** Between the signs of a range; at the end of the brackets a hyphen stands for itself. */
const TO = String.raw`-(?!\])`;
const MEMBER = new RegExp(`(\\]|${SIGN})(?:${TO}(${SIGN}))?`, "gu");
/** A sign before a hyphen always begins a range. */
const REST = `(?:${TO}${SIGN}|(?!${TO}))`;
/** Directly behind the opening, a closing bracket is a sign too. Each part has one reading, so nothing is tried twice. */
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

/** True for an expression that server, portal and database read alike: the grammar of the API, as far as JavaScript has it. */
export function isSharedRegexp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return regexpFault(pattern) === null;
  } catch {
    return false;
  }
}

/** Whether the source is nothing but tokens, with groups that are closed. */
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

/** A class has no code, so it neither begins nor ends a range. */
function codeOf(sign: string): number {
  return /^\\[dws]$/.test(sign) ? Number.NaN : (sign.replace(/^\\(?=.)/s, "").codePointAt(0) ?? Number.NaN);
}
