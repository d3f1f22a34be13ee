import { createElement, type ComponentType } from "react";
import type { Rule } from "#contract/rule";
import type { ObjectName } from "#contract/wire/step";
import type { RouteMeta } from "#core/route/route";
import { ownCrumb, type SubjectRoutes } from "#core/route/subject";
import type { Screen } from "#core/screen/screen";
import type { TextsOfPart } from "../ui/layout/later.tsx";
import { askScreen, type AskingAhead } from "../editor/screen/ask-screen.ts";

/** A path and what it shows: a redirect, or a component that loads when opened. */
export interface AppRoute<P extends string = string> extends RouteMeta<P> {
  readonly page:
    | { readonly kind: "redirect"; readonly to: string }
    | {
        readonly kind: "view";
        load(): Promise<ComponentType>;
        /** All by default. */
        readonly texts?: TextsOfPart;
        /** Requests the rows of the page before it is drawn. */
        ask?(asking: AskingAhead, params: Readonly<Record<string, string>>): Promise<void>;
      };
}

/** A route before its group gives it a rule. Its own rule wins over that of the group. */
type GroupedRoute<P extends string = string> = Omit<AppRoute<P>, "visible"> &
  Partial<Pick<AppRoute, "visible">>;

type Meta<P extends string = string> = Omit<GroupedRoute<P>, "path" | "page">;

/** Routes that are visible by the same rule. */
export function visibleTo(rule: Rule, routes: readonly GroupedRoute[]): readonly AppRoute[] {
  return routes.map((route) => ({ visible: rule, ...route }));
}

/** A path that only redirects. */
export function redirect(path: string, to: string, meta: Meta): GroupedRoute {
  return { path, ...meta, page: { kind: "redirect", to } };
}

/** A route that shows a page of its own. Its literal path refuses a wrong parameter name. */
export function view<const P extends string>(
  path: P,
  meta: Meta<P>,
  load: () => Promise<ComponentType>,
): GroupedRoute<P> {
  return { path, ...meta, page: { kind: "view", load } };
}

/** A route that shows a screen. Without an object the screen has the title of the route. */
export function screen<const P extends string>(
  path: P,
  meta: Meta<P>,
  load: () => Promise<{ readonly default: Screen }>,
  texts: TextsOfPart = "all",
): GroupedRoute<P> {
  return shown(path, meta, {
    texts,
    load: async () => {
      const [{ ScreenPage }, { default: drawn }] = await Promise.all([
        import("../editor/screen/screen-page.tsx"),
        load(),
      ]);
      return () => createElement(ScreenPage, { screen: drawn, title: meta.title });
    },
    ask: async (asking, params) => askScreen(asking, (await load()).default, params),
  });
}

/** A route that shows the page of an object as the definition of its type says. */
function typePage<const P extends string>(path: P, meta: Meta<P>, type: ObjectName): GroupedRoute<P> {
  const load = () => import("../editor/explorer/type-page.tsx");
  return shown(path, meta, {
    load: async () => (await load()).typePage(type, meta.title),
    ask: async (asking, params) => (await load()).askTypePage(asking, type, params),
  });
}

type View = Omit<Extract<AppRoute["page"], { readonly kind: "view" }>, "kind">;

/** If the path ends in a value, the value is its crumb. */
function shown<const P extends string>(path: P, meta: Meta<P>, page: View): GroupedRoute<P> {
  const last = /\/:(\w+)$/.exec(path)?.[1];
  const crumb = (params: Readonly<Record<string, string>>) =>
    ownCrumb(params[last ?? ""] ?? "", path, params);
  return { ...(last !== undefined && { crumb }), path, ...meta, page: { kind: "view", ...page } };
}

/** The routes of a subject. */
export function subject({ visible, routes }: SubjectRoutes): readonly AppRoute[] {
  const made = routes.map(({ path, shows, ...meta }) => {
    if (typeof shows === "string") return redirect(path, shows, meta);
    return "type" in shows ? typePage(path, meta, shows.type) : screen(path, meta, shows);
  });
  return visibleTo(visible, made);
}
