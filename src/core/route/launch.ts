import type { Lists } from "#contract/wire/outcome";
import type { ObjectName, Step } from "#contract/wire/step";
import { launchRowHref, pageOf, rowHref, type Paged } from "./object-routes.ts";
import { decoded } from "./pattern.ts";

/** Meaning of a launch link: a redirect, an object to look up, or an unknown address (LAUNCH-02). */
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

/**
 * Reads the text after `/launch/`: `search`, an object type, or a component. Query parameters prefill fields of the same name (LAUNCH-02, LAUNCH-03).
 */
export function readLaunch(component: string, rest: string, query: string, hash: string): Launch {
  // A mistyped address leads nowhere, and the page says so.
  const text = decoded(rest) ?? rest;
  if (component === "search") return { kind: "search", term: text };
  if (isObjectName(component)) {
    const gpk = rest.split("/")[0] ?? "";
    if (gpk === "") return { kind: "invalid" };
    const variant = hash.replace(/^#/, "");
    return { kind: "object", type: component, gpk, variant: variant === "" ? null : variant };
  }
  const href = COMPONENTS.get(component)?.(text) ?? null;
  return href === null ? { kind: "invalid" } : { kind: "redirect", href: withQuery(href, query) };
}

type Component = (rest: string) => string | null;

const isOneName = (text: string): boolean => text !== "" && !text.includes("/");

/** Address of each component with the rest of the link; null for an invalid one (LAUNCH-03, LAUNCH-08). */
const COMPONENTS: ReadonlyMap<string, Component> = new Map<string, Component>([
  ["home", (rest) => (rest === "" ? "/home" : null)],
  ["create", (rest) => (isObjectName(rest) ? `/object/${rest}?create` : null)],
  ["hub", (rest) => (isOneName(rest) ? `/tools/hub?template=${encodeURIComponent(rest)}` : null)],
  ["request", (rest) => (isOneName(rest) ? `/requests?form=${encodeURIComponent(rest)}` : null)],
]);

/** Adds the prefilled values of the link to the address. */
function withQuery(href: string, query: string): string {
  const prefilled = query.replace(/^\?/, "");
  if (prefilled === "") return href;
  return `${href}${href.includes("?") ? "&" : "?"}${prefilled}`;
}

/** Launch link to the search for a term (ROUTE-12). */
export function searchHref(term: string): string {
  return `/launch/search/${encodeURIComponent(term)}`;
}

/** Steps that find the object of a launch link; the address comes from its row or from the object whose page shows it. */
export function launchSteps(catalogue: Paged, type: ObjectName, gpk: string): readonly Step[] {
  const object: Step = { idx: "object", name: `${type}.list`, old: { gpk_list: [gpk] } };
  const by = pageOf(catalogue, type)?.shownBy;
  if (by === undefined) return [object];
  return [object, { idx: "page", name: `${by.type}.list`, inner_join_ref: { object: by.reference } }];
}

/** The address for the answer to these steps; null if the object is deleted or unreadable (LAUNCH-07). */
export function launchedHref(
  catalogue: Paged,
  type: string,
  lists: Lists,
  variant: string | null,
): string | null {
  const by = pageOf(catalogue, type)?.shownBy;
  const page = lists["page"]?.[0];
  if (by !== undefined && page !== undefined) return rowHref(catalogue, by.type, page);
  const row = lists["object"]?.[0];
  return row === undefined ? null : launchRowHref(catalogue, type, row, variant);
}

/** Launch link of an object, with the variant as hash (TA-60). */
export function launchHref(type: string, gpk: string, variant: string | null): string {
  return `/launch/${type}/${encodeURIComponent(gpk)}${variant === null ? "" : `#${variant}`}`;
}

function isObjectName(text: string): text is ObjectName {
  return OBJECT_TYPE.test(text);
}
