import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

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
    crumb: (p) => ownCrumb(p.fq_name, "/object/:fq_name", p),
    page: {
      kind: "view",
      load: async () => (await import("../../editor/explorer/object-page.tsx")).ObjectPage,
    },
  }),
];
