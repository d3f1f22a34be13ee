import { later, type Later } from "../../ui/layout/later.tsx";
import type { AppRoute } from "../app-route.ts";

const pages = new Map<string, Later<object>>();

/** One component for each route, because a new component would load and mount again. */
export function pageOf(route: AppRoute): Later<object> {
  const known = pages.get(route.path);
  if (known !== undefined) return known;
  const { page } = route;
  if (page.kind === "redirect") throw new Error(`${route.path} only leads on`);
  const made = later(route.path, () => page.load(), page.texts);
  pages.set(route.path, made);
  return made;
}

/** Loads the parts of a route ahead. The page reports failures when it is drawn. */
export async function fetchPage(route: AppRoute): Promise<void> {
  if (route.page.kind === "view")
    await pageOf(route)
      .fetch()
      .catch(() => undefined);
}
