import { screen, view, type AppRoute } from "../app-route.ts";

/** Tools: the hub, lookups, IP tools, and the list of access points. */
export const TOOL_ROUTES: readonly AppRoute[] = [
  view(
    "/tools/hub",
    { title: "routes.hub", visible: "signedIn", nav: { section: "tools", order: 1 } },
    async () => (await import("../hub-route.tsx")).HubRoute,
  ),
  view(
    "/tools/macfinder",
    {
      title: "routes.macFinder",
      visible: { all: [{ module: "macfinder" }, "signedIn"] },
      nav: { section: "tools", order: 2 },
    },
    async () => (await import("../tool-routes.tsx")).MacRoute,
  ),
  view(
    "/tools/oui_lookup",
    { title: "routes.ouiLookup", visible: { module: "macfinder" }, nav: { section: "tools", order: 3 } },
    async () => (await import("../tool-routes.tsx")).VendorRoute,
  ),
  screen(
    "/tools/ap_list",
    {
      title: "routes.apList",
      visible: { all: [{ module: "ap_list" }, "signedIn", { permission: "nd.ro:device" }] },
      nav: { section: "tools", order: 4 },
    },
    () => import("../../screens/tools/ap-list.ts"),
  ),
  view(
    "/tools/ip",
    { title: "routes.ip", visible: "always", nav: { section: "tools", order: 5 } },
    async () => (await import("../../views/ip/ip-page.tsx")).IpPage,
  ),
  view(
    "/tools/ip_contact",
    {
      title: "routes.ipContact",
      visible: { all: [{ module: "ip_contact" }, "signedIn"] },
      nav: { section: "tools", order: 6 },
    },
    async () => (await import("../tool-routes.tsx")).ContactRoute,
  ),
  view(
    "/tools/domain_finder",
    {
      title: "routes.domainFinder",
      visible: { all: [{ module: "domainfinder" }, "signedIn"] },
      nav: { section: "tools", order: 7 },
    },
    async () => (await import("../tool-routes.tsx")).DomainRoute,
  ),
  view(
    "/tools/import",
    { title: "routes.import", visible: "signedIn", nav: { section: "tools", order: 8 } },
    async () => (await import("../../views/import/import-page.tsx")).ImportPage,
  ),
  view(
    "/swagger",
    { title: "routes.swagger", visible: "always", nav: { section: "misc", order: 2 } },
    async () => (await import("../swagger-route.tsx")).SwaggerRoute,
  ),
  view(
    "/lab/colors",
    { title: "routes.labColors", visible: "always" },
    async () => (await import("../../views/lab/colours-page.tsx")).ColoursPage,
  ),
];
