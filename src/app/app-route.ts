import { createElement, type ComponentType } from "react";
import { readableName } from "#core/catalogue/readable-name";
import { hrefTo, type RouteParams } from "#core/route/pattern";
import type { Crumb, RouteMeta } from "#core/route/route";
import type { Screen } from "#core/screen/screen";
import type { TextsOfPart } from "../ui/layout/later.tsx";
import { askScreen, type AskingAhead } from "../editor/screen/ask-screen.ts";

/** A path with what is drawn there: another path to go to, or a component that is loaded when it is opened. */
export interface AppRoute<P extends string = string> extends RouteMeta<P> {
  readonly page:
    | { readonly kind: "redirect"; readonly to: string }
    | {
        readonly kind: "view";
        load(): Promise<ComponentType>;
        /** All, unless told otherwise. */
        readonly texts?: TextsOfPart;
        /** Asks for what the page will show, before it is drawn. */
        ask?(asking: AskingAhead, params: Readonly<Record<string, string>>): Promise<void>;
      };
}

/** Keeps the literal path, so that a wrong parameter name does not compile. */
export function route<const P extends string>(meta: AppRoute<P>): AppRoute<P> {
  return meta;
}

/** A route that shows a screen; without an object its title is that of the route. */
export function screen<const P extends string>(
  meta: RouteMeta<P>,
  load: () => Promise<Screen>,
  texts: TextsOfPart = "all",
): AppRoute<P> {
  return {
    ...meta,
    page: {
      kind: "view",
      texts,
      load: async () => {
        const [{ ScreenPage }, drawn] = await Promise.all([
          import("../editor/screen/screen-page.tsx"),
          load(),
        ]);
        return () => createElement(ScreenPage, { screen: drawn, title: meta.title });
      },
      ask: async (asking, params) => askScreen(asking, await load(), params),
    },
  };
}

/** The page's own crumb: the value of its path. */
export function ownCrumb(text: string, path: string, params: RouteParams<string>): readonly Crumb[] {
  return [{ text: readableName(text), href: hrefTo(path, params) }];
}
