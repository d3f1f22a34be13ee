import { route, screen, type AppRoute } from "../app-route.ts";

/** Tools: the hub, lookups, and arithmetic with addresses; access points are a list. */
export const TOOL_ROUTES: readonly AppRoute[] = [
  route({
    path: "/tools/hub",
    title: "routes.hub",
    visible: "signedIn",
    nav: { section: "tools", order: 1 },
    page: { kind: "view", load: async () => (await import("../hub-route.tsx")).HubRoute },
  }),
  route({
    path: "/tools/macfinder",
    title: "routes.macFinder",
    visible: { all: [{ module: "macfinder" }, "signedIn"] },
    nav: { section: "tools", order: 2 },
    page: { kind: "view", load: async () => (await import("../tool-routes.tsx")).MacRoute },
  }),
  route({
    path: "/tools/oui_lookup",
    title: "routes.ouiLookup",
    visible: { module: "macfinder" },
    nav: { section: "tools", order: 3 },
    page: { kind: "view", load: async () => (await import("../tool-routes.tsx")).VendorRoute },
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
  route({
    path: "/tools/ip",
    title: "routes.ip",
    visible: "always",
    nav: { section: "tools", order: 5 },
    page: { kind: "view", load: async () => (await import("../../views/ip/ip-page.tsx")).IpPage },
  }),
  route({
    path: "/tools/ip_contact",
    title: "routes.ipContact",
    visible: { all: [{ module: "ip_contact" }, "signedIn"] },
    nav: { section: "tools", order: 6 },
    page: { kind: "view", load: async () => (await import("../tool-routes.tsx")).ContactRoute },
  }),
  route({
    path: "/tools/domain_finder",
    title: "routes.domainFinder",
    visible: { all: [{ module: "domainfinder" }, "signedIn"] },
    nav: { section: "tools", order: 7 },
    page: { kind: "view", load: async () => (await import("../tool-routes.tsx")).DomainRoute },
  }),
  route({
    path: "/swagger",
    title: "routes.swagger",
    visible: "always",
    nav: { section: "misc", order: 2 },
    page: { kind: "view", load: async () => (await import("../swagger-route.tsx")).SwaggerRoute },
  }),
  route({
    path: "/lab/colors",
    title: "routes.labColors",
    visible: "always",
    page: {
      kind: "view",
      load: async () => (await import("../../views/lab/colours-page.tsx")).ColoursPage,
    },
  }),
];
