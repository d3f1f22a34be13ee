import { screen, type AppRoute } from "../app-route.ts";

/** Tools that are lists; the others have views of their own. */
export const TOOL_ROUTES: readonly AppRoute[] = [
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
