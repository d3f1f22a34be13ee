import { route, type AppRoute } from "../app-route.ts";

/** What was done, by whom, when. */
export const CHANGES_ROUTES: readonly AppRoute[] = [
  route({
    path: "/changes",
    title: "routes.changes",
    visible: { all: ["signedIn", "inDatabase"] },
    nav: { section: "misc", order: 0 },
    page: {
      kind: "view",
      load: async () => (await import("../../editor/changes/changes-page.tsx")).ChangesPage,
    },
  }),
];
