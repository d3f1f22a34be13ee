import type { Lists } from "#contract/wire/outcome";
import { allows, type Rule, type Visitor } from "#contract/rule";
import type { Text, TextKey } from "../text.ts";
import {
  hrefTo,
  matchSegments,
  patternSegments,
  readParams,
  trimSlashes,
  type RouteParams,
} from "./pattern.ts";

/** Groups of the left navigation in order (NAV-02). */
export const NAV_SECTIONS = ["systems", "organizations", "tools", "requests", "misc"] as const;
export type NavSection = (typeof NAV_SECTIONS)[number];

/** One entry of the path above a screen: a name from the data or a portal text; plain text without an address. */
export interface Crumb {
  readonly text: string | Text;
  readonly href: string | null;
}

/** What router, navigation, breadcrumbs, title and visibility need; `app` adds how to load the view. */
export interface RouteMeta<P extends string = string> {
  readonly path: P;
  readonly title: TextKey;
  readonly visible: Rule;
  /** Place in the navigation; `icon` names a picture of `src/ui/icon`. */
  readonly nav?: {
    readonly section: NavSection;
    readonly order: number;
    readonly icon?: string;
    readonly title?: TextKey;
  };
  /** The key that opens the page after `g`. */
  readonly key?: string;
  /** The page above, if the path does not tell: its crumbs come first. */
  readonly below?: string;
  /** Crumbs from the path alone (`page` null) or with the contents of the page; the default is the title. */
  crumb?(params: RouteParams<P>, page: ShownPage | null): readonly Crumb[];
}

/** Contents of the open page: its title, its rows, and the label of its object type. */
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
  /** Decoded parameters of the path, names with their final dot. */
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path; fixed segments take precedence over parameters, so `/object/x` never hides `/object`. */
export function findRoute<R extends RouteMeta>(routes: readonly R[], path: string): RouteMatch<R> | null {
  let best: RouteMatch<R> | null = null;
  const split = trimSlashes(path);
  for (const route of routes) {
    const segments = matchSegments(route.path, split);
    if (segments === null) continue;
    if (best === null || fixedSegments(route.path) > fixedSegments(best.route.path)) {
      best = { route, params: readParams(route.path, segments) };
    }
  }
  return best;
}

function fixedSegments(pattern: string): number {
  return patternSegments(pattern).filter((segment) => !/^[:*]/.test(segment)).length;
}

/** Crumbs from the first segment to the open path, one part for every route on the way (SHELL-21). */
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

/** Address of the nearest page above a path (LAUNCH-09). */
export function levelAbove(routes: readonly RouteMeta[], path: string): string {
  const open = findRoute(routes, path);
  const own = open === null ? path : hrefTo(open.route.path, open.params);
  const above = crumbsOf(routes, path, null).filter(({ href }) => href !== null && href !== own);
  return above.at(-1)?.href ?? "/home";
}

/** Text of an attribute in the only row of a step, for crumbs and titles. */
export function nameIn(page: ShownPage | null, step: string, attribute: string): string | null {
  const value = page?.lists?.[step]?.[0]?.[attribute];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** A navigation entry whose address the operator configured; anything but a path leads out of the portal. */
export interface NavLink {
  readonly href: string;
  readonly title: TextKey;
  readonly visible: Rule;
  readonly nav: { readonly section: NavSection; readonly order: number; readonly icon?: string };
}

export interface NavEntry {
  readonly path: string;
  readonly title: TextKey;
  readonly icon: string | null;
  /** Set for an address outside the portal. */
  readonly isExternal?: true;
}

interface NavGroup {
  readonly section: NavSection;
  readonly entries: readonly NavEntry[];
}

/** Navigation for a visitor: groups in order with visible entries, no empty group (NAV-02, NAV-03). */
export function navigationFor(
  routes: readonly RouteMeta[],
  visitor: Visitor,
  links: readonly NavLink[] = [],
): readonly NavGroup[] {
  const shown = [...routes.flatMap(linkOf), ...links].filter(({ visible }) => allows(visible, visitor));
  const bySection = Map.groupBy(
    shown.toSorted((one, other) => one.nav.order - other.nav.order),
    ({ nav }) => nav.section,
  );
  return NAV_SECTIONS.flatMap((section) => {
    const entries = bySection.get(section)?.map(entryOf);
    return entries === undefined ? [] : [{ section, entries }];
  });
}

function linkOf({ path, title, visible, nav }: RouteMeta): readonly NavLink[] {
  return nav === undefined ? [] : [{ href: path, title: nav.title ?? title, visible, nav }];
}

function entryOf({ href, title, nav }: NavLink): NavEntry {
  return { path: href, title, icon: nav.icon ?? null, ...(href.startsWith("/") ? {} : { isExternal: true }) };
}

/** Title of the browser window: `[test] NETPORTAL | MAC finder`, without brackets in production (SHELL-18 to SHELL-20). */
export function pageTitle(
  shortName: string,
  pageName: string | null,
  mode: "devel" | "test" | "production" | null,
): string {
  const title = pageName === null || pageName === "" ? shortName : `${shortName} | ${pageName}`;
  return mode === null || mode === "production" ? title : `[${mode}] ${title}`;
}
