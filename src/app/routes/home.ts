import { route, screen, type AppRoute } from "../app-route.ts";

/** Home and permanent links. */
export const HOME_ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/",
      title: "routes.home",
      visible: "always",
    },
    async () => (await import("../../screens/home.ts")).root,
    "first",
  ),
  screen(
    {
      path: "/home",
      title: "routes.home",
      visible: "always",
      nav: { section: "systems", order: 1 },
    },
    async () => (await import("../../screens/home.ts")).default,
    "first",
  ),
  route({
    path: "/launch/:component/*",
    title: "routes.launch",
    visible: "always",
    page: {
      kind: "view",
      load: async () => (await import("../../editor/launch/launch-page.tsx")).LaunchPage,
    },
  }),
];
