import { route, screen, type AppRoute } from "../app-route.ts";

/** Tools that are lists; the others have views of their own. */
export const TOOL_ROUTES: readonly AppRoute[] = [
  route({
    path: "/tools/hub",
    title: "routes.hub",
    visible: "signedIn",
    nav: { section: "tools", order: 1 },
    page: { kind: "view", load: async () => (await import("../hub-route.tsx")).HubRoute },
  }),
  screen(
    {
      path: "/tools/ap_list",
      title: "routes.apList",
      visible: { all: [{ module: "ap_list" }, "signedIn", { permission: "nd.ro:device" }] },
      nav: { section: "tools", order: 4 },
    },
    async () => (await import("../../screens/tools/ap-list.ts")).default,
  ),
];
