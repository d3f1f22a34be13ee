import { lengthOf, patternOf, type ValueSpec } from "./data-type.ts";
import type { ToAscii } from "./values/fqdn.ts";
import { parsed, refused, refusedLength, type Parsed } from "./values/parsed.ts";

/** The canonical form of a text (wire contract 5.5). */
export function readText(spec: ValueSpec, given: string, toAscii: ToAscii): Parsed<string> {
  if (!isStorable(given)) return refused("bad_format");
  if (spec.parse !== undefined) return spec.parse(given.trim(), toAscii);
  const text = spec.isAsSent === true ? given : given.trim();
  const length = lengthOf(text);
  if (spec.textLength !== undefined && length > spec.textLength) return refusedLength(length);
  return spec.pattern === undefined || patternOf(spec.pattern).test(text)
    ? parsed(text)
    : refused("bad_format");
}

/** PostgreSQL stores no NUL, and half a surrogate pair has no UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
