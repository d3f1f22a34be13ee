import type { Crumb, ShownPage } from "#core/route/route";
import { ownCrumb } from "#core/route/subject";
import { SUBJECT_ROUTES } from "../subjects/subjects.ts";
import { screen, subject, view, visibleTo, type AppRoute } from "./app-route.ts";
import { CHANGES_ROUTES, DOCS_ROUTES, REQUEST_ROUTES } from "./routes/misc.ts";
import { MAP_ROUTES, TOOL_ROUTES } from "./routes/tools.ts";

function typeCrumb(page: ShownPage | null): readonly Crumb[] {
  const type = page?.type ?? null;
  return type === null ? [] : ownCrumb(type.title, "/object/:fq_name", { fq_name: type.name });
}

/** The explorer of all object types. */
const OBJECT_ROUTES = visibleTo("signedIn", [
  screen("/object", { title: "routes.objects" }, () => import("../screens/object/types.ts")),
  view(
    "/object/:fq_name",
    {
      title: "routes.object",
      crumb: (p, page) => [
        // One object is below the list of its type.
        ...(p.fq_name.includes(".") ? [] : typeCrumb(page)),
        ...ownCrumb(page?.title ?? "", "/object/:fq_name", p),
      ],
    },
    async () => (await import("../editor/explorer/object-page.tsx")).ObjectPage,
  ),
]);

/** Home and permanent links. */
const HOME_ROUTES = visibleTo("always", [
  screen(
    "/",
    { title: "routes.home" },
    async () => ({ default: (await import("../screens/home.ts")).root }),
    "first",
  ),
  screen(
    "/home",
    { title: "routes.home", key: "h", nav: { section: "systems", order: 1, icon: "home" } },
    () => import("../screens/home.ts"),
    "first",
  ),
  view(
    "/launch/:component/*",
    // Links that only redirect have no place of their own.
    { title: "routes.launch", crumb: () => [] },
    async () => (await import("../editor/launch/launch-page.tsx")).LaunchPage,
  ),
]);

/** The table of paths. Paths of object types that do not exist yet are absent and show the invalid-URL page. */
export const ROUTES: readonly AppRoute[] = [
  ...HOME_ROUTES,
  ...SUBJECT_ROUTES.flatMap(subject),
  ...MAP_ROUTES,
  ...TOOL_ROUTES,
  ...REQUEST_ROUTES,
  ...DOCS_ROUTES,
  ...CHANGES_ROUTES,
  ...OBJECT_ROUTES,
];
