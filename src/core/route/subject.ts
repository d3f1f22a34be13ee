import type { Rule } from "#contract/rule";
import type { ObjectName } from "#contract/wire/step";
import { readableName } from "../catalogue/readable-name.ts";
import type { Screen } from "../screen/screen.ts";
import { hrefTo, type RouteParams } from "./pattern.ts";
import type { Crumb, RouteMeta } from "./route.ts";

type Meta<P extends string> = Omit<RouteMeta<P>, "path" | "visible"> & Partial<Pick<RouteMeta, "visible">>;

/** A path of a subject: a screen that is loaded when it is opened, the page of an object as its type says it, or the path that it leads on to. */
export interface SubjectRoute<P extends string = string> extends Meta<P> {
  readonly path: P;
  readonly shows: (() => Promise<{ readonly default: Screen }>) | { readonly type: ObjectName } | string;
}

/** The paths of a subject, and the rule for paths without a rule of their own. */
export interface SubjectRoutes {
  readonly visible: Rule;
  readonly routes: readonly SubjectRoute[];
}

/** A path with its contents. Its literal path refuses a wrong parameter name. */
export function opens<const P extends string>(
  path: P,
  meta: Meta<P>,
  shows: SubjectRoute["shows"],
): SubjectRoute<P> {
  return { path, ...meta, shows };
}

/** Default crumb of a page: the value of its path. */
export function ownCrumb(text: string, path: string, params: RouteParams<string>): readonly Crumb[] {
  return [{ text: readableName(text), href: hrefTo(path, params) }];
}
