import { hasHole, wordOf, type Token } from "./tokens.ts";

const BINARY = /^(?:[<>=!~|&@#^]+|:=|=>|->>?|<->|[<>]?%[<>]?|!~\*?|~\*|[|]{2}|[<>]=)$/;
const NEVER_BEFORE = new Set([")", "]", "::", "["]);
const NEVER_AFTER = new Set(["(", "[", ".", "::"]);
/** Words that are no functions, so that a parenthesis after them stands apart. */
const APART =
  /^(?:and|as|by|check|else|end|except|exists|filter|from|having|if|in|is|join|key|lateral|materialized|not|on|or|over|references|returning|select|set|then|union|using|values|when|where|with)$/;

/** Whether a space stands between two tokens that follow each other. Beside a `${…}` it stays as it is written. */
export function isApart(before: Token, after: Token): boolean {
  if (after.text === "," || after.text === ";") return false;
  if (before.text === ",") return true;
  if (hasHole(before) || hasHole(after)) return after.isSpaced;
  return isApartAround(before, after) ?? (after.isSpaced || isWordLike(before) === isWordLike(after));
}

/** What signs want before and after them; null if they leave it open. */
function isApartAround(before: Token, after: Token): boolean | null {
  // A number needs a space before a point.
  if (after.text === ".") return /^\d+$/.test(before.text) && after.isSpaced;
  if (NEVER_AFTER.has(before.text) || NEVER_BEFORE.has(after.text)) return false;
  if ([before, after].some(({ text }) => BINARY.test(text))) return true;
  if (after.text === "(") return APART.test(wordOf(before)) || after.isSpaced;
  return isWordLike(before) || isWordLike(after) ? null : after.isSpaced;
}

function isWordLike({ kind }: Token): boolean {
  return kind !== "sign";
}
