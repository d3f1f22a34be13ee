import type { Crumb, ShownPage } from "#core/route/route";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

function typeCrumb(page: ShownPage | null): readonly Crumb[] {
  const type = page?.type ?? null;
  return type === null ? [] : ownCrumb(type.title, "/object/:fq_name", { fq_name: type.name });
}

/** The explorer of all object types. */
export const OBJECT_ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/object",
      title: "routes.objects",
      visible: "signedIn",
    },
    async () => (await import("../../screens/object/types.ts")).default,
  ),
  route({
    path: "/object/:fq_name",
    title: "routes.object",
    visible: "signedIn",
    crumb: (p, page) => [
      // One object stands below the list of its type.
      ...(p.fq_name.includes(".") ? [] : typeCrumb(page)),
      ...ownCrumb(page?.title ?? "", "/object/:fq_name", p),
    ],
    page: {
      kind: "view",
      load: async () => (await import("../../editor/explorer/object-page.tsx")).ObjectPage,
    },
  }),
];
