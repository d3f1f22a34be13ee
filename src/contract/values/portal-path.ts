import { patternOf } from "../data-type.ts";

/** A character of a path as browsers write it; everything else is encoded. */
const SIGN = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";

/** `/`, or segments other than `.` and `..`, of which the first is not `api`; then query and anchor. */
export const PORTAL_PATH = `^(?!/api(?:[/?#]|$))/(?:(?!\\.{1,2}(?:[/?#]|$))${SIGN}+(?:/(?!\\.{1,2}(?:[/?#]|$))${SIGN}+)*)?(?:\\?(?:${SIGN}|[/?])*)?(?:#(?:${SIGN}|[/?])*)?$`;

/** Entries of a query that belong to one visit: the page of a list, the saved view that was opened, and an opened form. */
const OF_VISIT: ReadonlySet<string> = new Set(["page", "view", "create"]);

/** A path of the portal without what belongs to one visit; null for anything else, such as an address with a host. */
export function parsePortalPath(text: string): string | null {
  if (!patternOf(PORTAL_PATH).test(text)) return null;
  const [, path = "", query = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text) ?? [];
  const kept = query
    .slice(1)
    .split("&")
    .filter((entry) => entry !== "" && !isOfVisit(entry));
  return `${path}${kept.length === 0 ? "" : `?${kept.join("&")}`}${anchor === "#" ? "" : anchor}`;
}

/** With several lists on a page the name follows that of the list: `subnet.page`. */
function isOfVisit(entry: string): boolean {
  const [name = ""] = entry.split("=");
  return OF_VISIT.has(name.slice(name.lastIndexOf(".") + 1));
}
