import { screen, view, visibleTo } from "../app-route.ts";

/** Tools: the hub, lookups, IP tools, and the list of access points. */
export const TOOL_ROUTES = visibleTo("signedIn", [
  view(
    "/tools/hub",
    { title: "routes.hub", nav: { section: "tools", order: 1 } },
    async () => (await import("../../views/hub/hub-page.tsx")).HubPage,
  ),
  view(
    "/tools/macfinder",
    {
      title: "routes.macFinder",
      visible: { all: [{ module: "macfinder" }, "signedIn"] },
      nav: { section: "tools", order: 2 },
    },
    async () => (await import("../../views/lookup/mac-page.tsx")).MacPage,
  ),
  view(
    "/tools/oui_lookup",
    { title: "routes.ouiLookup", visible: { module: "macfinder" }, nav: { section: "tools", order: 3 } },
    async () => (await import("../../views/lookup/vendor-page.tsx")).VendorPage,
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
    async () => (await import("../../views/lookup/contact-page.tsx")).ContactPage,
  ),
  view(
    "/tools/domain_finder",
    {
      title: "routes.domainFinder",
      visible: { all: [{ module: "domainfinder" }, "signedIn"] },
      nav: { section: "tools", order: 7 },
    },
    async () => (await import("../../views/lookup/domain-page.tsx")).DomainPage,
  ),
  view(
    "/tools/import",
    { title: "routes.import", nav: { section: "tools", order: 8 } },
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
]);
