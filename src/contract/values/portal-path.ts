import { patternOf } from "../data-type.ts";
import { hiddenSign } from "./signs.ts";

/** A character of a path as browsers write it; everything else is encoded. */
const PLAIN = "[A-Za-z0-9._~!$&'()*+,;=:@-]";
/** An encoded character that is not a control character. */
const ENCODED = "%(?:[2-6][0-9A-Fa-f]|7[0-9A-Ea-e]|[89A-Fa-f][0-9A-Fa-f])";
/**
 * Servers may decode a character of a path before they look for the address. So a letter, digit, dot, `-`, `_` or `~` must not be encoded there,
 * which browsers never do, and a path must not contain a backslash.
 */
const NEVER_IN_PATH = "%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFfCc]|6[1-9A-Fa-f]|7[0-9AaEe])";
const SIGN = `(?:${PLAIN}|(?!${NEVER_IN_PATH})${ENCODED})`;
const BEHIND = `(?:${PLAIN}|${ENCODED}|[/?])*`;
const SEGMENT = `(?!\\.{1,2}(?:[/?#]|$))${SIGN}+`;

/** `/`, or segments other than `.` and `..`, of which the first is not `api`; then query and anchor. */
export const PORTAL_PATH = `^(?!/api(?:[/?#]|$))/(?:${SEGMENT}(?:/${SEGMENT})*)?(?:\\?${BEHIND})?(?:#${BEHIND})?$`;

/** Entries of a query that belong to one visit: the page of a list, the saved view that was opened, and an opened form. */
const OF_VISIT: ReadonlySet<string> = new Set(["page", "view", "create"]);

/** A path of the portal without the entries of one visit; null for anything else, such as an address with a host. */
export function parsePortalPath(text: string): string | null {
  if (!patternOf(PORTAL_PATH).test(text) || hidesSigns(text)) return null;
  const [, path = "", query = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text) ?? [];
  const kept = query
    .slice(1)
    .split("&")
    .filter((entry) => entry !== "" && !isOfVisit(entry));
  return `${path}${kept.length === 0 ? "" : `?${kept.join("&")}`}${anchor === "#" ? "" : anchor}`;
}

/** True if an encoded character is invisible, or only a part of a character. */
function hidesSigns(text: string): boolean {
  try {
    return hiddenSign(decodeURIComponent(text), false) !== null;
  } catch {
    return true;
  }
}

/** With several lists on a page the name follows that of the list: `subnet.page`. */
function isOfVisit(entry: string): boolean {
  const [name = ""] = entry.split("=");
  return OF_VISIT.has(name.slice(name.lastIndexOf(".") + 1));
}
