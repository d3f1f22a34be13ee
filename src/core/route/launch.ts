import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectName, Step } from "#contract/wire/step";
import { launchRowHref, rowHref, shownBy } from "./object-routes.ts";

/** What a launch link means: a redirect at once, an object to look up, or an address that does not exist (LAUNCH-02). */
export type Launch =
  | { readonly kind: "redirect"; readonly href: string }
  | { readonly kind: "search"; readonly term: string }
  | {
      readonly kind: "object";
      readonly type: ObjectName;
      readonly gpk: string;
      readonly variant: string | null;
    }
  | { readonly kind: "invalid" };

const OBJECT_TYPE = /^[a-z0-9_]+\.[a-z0-9_]+$/;

/** Reads what follows `/launch/`: `search`, then an object type, then a component; search params prefill fields of the same name (LAUNCH-02, LAUNCH-03). */
export function readLaunch(component: string, rest: string, query: string, hash: string): Launch {
  if (component === "search") return { kind: "search", term: decoded(rest) };
  if (isObjectName(component)) {
    const gpk = rest.split("/")[0] ?? "";
    if (gpk === "") return { kind: "invalid" };
    const variant = hash.replace(/^#/, "");
    return { kind: "object", type: component, gpk, variant: variant === "" ? null : variant };
  }
  const href = COMPONENTS.get(component)?.(decoded(rest)) ?? null;
  return href === null ? { kind: "invalid" } : { kind: "redirect", href: withQuery(href, query) };
}

type Component = (rest: string) => string | null;

const isOneName = (text: string): boolean => text !== "" && !text.includes("/");

/** Address of each component with what follows its name in the link; null for one that leads nowhere (LAUNCH-03, LAUNCH-08). */
const COMPONENTS: ReadonlyMap<string, Component> = new Map<string, Component>([
  ["home", (rest) => (rest === "" ? "/home" : null)],
  ["create", (rest) => (isObjectName(rest) ? `/object/${rest}?create` : null)],
  ["hub", (rest) => (isOneName(rest) ? `/tools/hub?template=${encodeURIComponent(rest)}` : null)],
  ["request", (rest) => (isOneName(rest) ? `/requests?form=${encodeURIComponent(rest)}` : null)],
]);

/** The address with the prefilled values of the link behind its own. */
function withQuery(href: string, query: string): string {
  const prefilled = query.replace(/^\?/, "");
  if (prefilled === "") return href;
  return `${href}${href.includes("?") ? "&" : "?"}${prefilled}`;
}

/** A name as it was before it was put into the link. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A mistyped address names nothing; what it leads to says so.
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Launch link that opens the search with a term (ROUTE-12). */
export function searchHref(term: string): string {
  return `/launch/search/${encodeURIComponent(term)}`;
}

/** The steps that find the object of a launch link; its row makes the address, or that of the object whose page shows it. */
export function launchSteps(type: ObjectName, gpk: string): readonly Step[] {
  const object: Step = { idx: "object", name: `${type}.list`, old: { gpk_list: [gpk] } };
  const by = shownBy(type);
  if (by === null) return [object];
  return [object, { idx: "page", name: `${by.type}.list`, inner_join_ref: { object: by.reference } }];
}

/** Where the answer to these steps leads; null for an object that is gone or may not be read (LAUNCH-07). */
export function launchedHref(type: string, lists: Lists, variant: string | null): string | null {
  const by = shownBy(type);
  const page = by === null ? undefined : lists["page"]?.[0];
  if (by !== null && page !== undefined) return rowHref(by.type, page);
  return launchTarget(type, lists["object"]?.[0] ?? null, variant);
}

/** Where a launch link leads; null for an object that is gone or may not be read (LAUNCH-07). */
export function launchTarget(type: string, row: Row | null, variant: string | null): string | null {
  return row === null ? null : launchRowHref(type, row, variant);
}

/** Launch link of an object, with the variant as hash (TA-60). */
export function launchHref(type: string, gpk: string, variant: string | null): string {
  return `/launch/${type}/${encodeURIComponent(gpk)}${variant === null ? "" : `#${variant}`}`;
}

function isObjectName(text: string): text is ObjectName {
  return OBJECT_TYPE.test(text);
}
