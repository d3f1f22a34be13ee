import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Rule, Visitor } from "#contract/rule";
import { allows } from "#contract/rule";
import type { Text, TextKey } from "../text.ts";
import { hrefTo, matchPath, readParams, type RouteParams } from "./pattern.ts";

/** Groups of the left navigation in their order (NAV-02). */
export const NAV_SECTIONS = ["systems", "organizations", "tools", "requests", "misc"] as const;
export type NavSection = (typeof NAV_SECTIONS)[number];

/** One entry of the path shown above a screen: a name from the data, or a text of the portal; without address plain text. */
export interface Crumb {
  readonly text: string | Text;
  readonly href: string | null;
}

/** What router, navigation, breadcrumbs, title and visibility are read from; `app` adds how the view is loaded. */
export interface RouteMeta<P extends string = string> {
  readonly path: P;
  readonly title: TextKey;
  readonly visible: Rule;
  readonly nav?: { readonly section: NavSection; readonly order: number; readonly title?: TextKey };
  /** The page that leads here, where the path does not tell: its crumbs come first, instead of those of the path. */
  readonly below?: string;
  /** Own crumbs from the path alone (`page` null) or with what the page shows; default is the title. */
  crumb?(params: RouteParams<P>, page: ShownPage | null): readonly Crumb[];
}

/** What the open page shows: its title, its rows, and the type of its object as people call it. */
export interface ShownPage {
  readonly title: string | null;
  readonly lists: Lists | null;
  readonly type: { readonly name: string; readonly title: string } | null;
}

/** Keeps the literal path of a route. */
export function defineRoute<const P extends string>(route: RouteMeta<P>): RouteMeta<P> {
  return route;
}

export interface RouteMatch<R extends RouteMeta = RouteMeta> {
  readonly route: R;
  /** Decoded and read: names carry their final dot. */
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path; fixed segments win over parameters, so `/object/x` never hides `/object`. */
export function findRoute<R extends RouteMeta>(routes: readonly R[], path: string): RouteMatch<R> | null {
  let best: RouteMatch<R> | null = null;
  for (const route of routes) {
    const segments = matchPath(route.path, path);
    if (segments === null) continue;
    if (best === null || fixedSegments(route.path) > fixedSegments(best.route.path)) {
      best = { route, params: readParams(route.path, segments) };
    }
  }
  return best;
}

function fixedSegments(pattern: string): number {
  return pattern.split("/").filter((segment) => segment !== "" && !/^[:*]/.test(segment)).length;
}

/** Crumbs from the first segment to the open path: every route on the way, its own part by its own rule (SHELL-21). */
export function crumbsOf<R extends RouteMeta>(
  routes: readonly R[],
  path: string,
  page: ShownPage | null,
): readonly Crumb[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  const whole = `/${segments.join("/")}`;
  const below = findRoute(routes, whole)?.route.below;
  const parts =
    below === undefined ? segments.map((_, at) => `/${segments.slice(0, at + 1).join("/")}`) : [whole];
  return [
    ...(below === undefined ? [] : crumbsOf(routes, below, null)),
    ...parts.flatMap((part) => ownCrumbs(routes, part, part === whole ? page : null)),
  ];
}

function ownCrumbs(routes: readonly RouteMeta[], path: string, page: ShownPage | null): readonly Crumb[] {
  const match = findRoute(routes, path);
  if (match === null) return [];
  const { route, params } = match;
  return route.crumb?.(params, page) ?? [{ text: { key: route.title }, href: path }];
}

/** Address of the nearest page above the one of a path (LAUNCH-09). */
export function levelAbove(routes: readonly RouteMeta[], path: string): string {
  const open = findRoute(routes, path);
  const own = open === null ? path : hrefTo(open.route.path, open.params);
  const above = crumbsOf(routes, path, null).filter(({ href }) => href !== null && href !== own);
  return above.at(-1)?.href ?? "/home";
}

/** Text of an attribute of the only row of a step, for crumbs and titles. */
export function nameIn(page: ShownPage | null, step: string, attribute: string): string | null {
  const row: Row | undefined = page?.lists?.[step]?.[0];
  const value = row?.[attribute];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** An entry of the navigation whose address the instance decides; it leads out of the portal unless it is a path. */
export interface NavLink {
  readonly href: string;
  readonly title: TextKey;
  readonly visible: Rule;
  readonly nav: { readonly section: NavSection; readonly order: number };
}

export interface NavEntry {
  readonly path: string;
  readonly title: TextKey;
  /** Set where `path` is an address outside the portal. */
  readonly isExternal?: true;
}

export interface NavGroup {
  readonly section: NavSection;
  readonly entries: readonly NavEntry[];
}

/** Navigation for a visitor: groups in their order, entries they may see, no empty group (NAV-02, NAV-03). */
export function navigationFor(
  routes: readonly RouteMeta[],
  visitor: Visitor,
  links: readonly NavLink[] = [],
): readonly NavGroup[] {
  const entries = [...routes.flatMap(entryOf), ...links.map(linkEntry)].filter(({ visible }) =>
    allows(visible, visitor),
  );
  return NAV_SECTIONS.map((section) => ({
    section,
    entries: entries
      .filter(({ nav }) => nav.section === section)
      .sort((one, other) => one.nav.order - other.nav.order)
      .map(({ entry }) => entry),
  })).filter((group) => group.entries.length > 0);
}

interface PlacedEntry {
  readonly nav: NavLink["nav"];
  readonly visible: Rule;
  readonly entry: NavEntry;
}

function entryOf({ path, title, visible, nav }: RouteMeta): readonly PlacedEntry[] {
  return nav === undefined ? [] : [{ nav, visible, entry: { path, title: nav.title ?? title } }];
}

function linkEntry({ href, title, visible, nav }: NavLink): PlacedEntry {
  return {
    nav,
    visible,
    entry: { path: href, title, ...(href.startsWith("/") ? {} : { isExternal: true }) },
  };
}
