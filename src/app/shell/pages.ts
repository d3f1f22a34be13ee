import { later, type Later } from "../../ui/layout/later.tsx";
import type { AppRoute } from "../routes.ts";

const pages = new Map<string, Later<object>>();

/** One component a route: made anew it would load and mount anew. */
export function pageOf(route: AppRoute): Later<object> {
  const known = pages.get(route.path);
  if (known !== undefined) return known;
  const { page } = route;
  if (page.kind === "redirect") throw new Error(`${route.path} only leads on`);
  const made = later(route.path, () => page.load(), page.texts);
  pages.set(route.path, made);
  return made;
}

/** Loads what a route is drawn by, so that its page stands there at once. What fails is told where the page is drawn. */
export async function fetchPage(route: AppRoute): Promise<void> {
  if (route.page.kind === "view")
    await pageOf(route)
      .fetch()
      .catch(() => undefined);
}
