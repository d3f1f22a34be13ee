import { NETDOC } from "../../subjects/nd/subject.ts";
import { view, visibleTo } from "../app-route.ts";

/** The map of the campus. */
export const MAP_ROUTES = visibleTo(NETDOC, [
  view("/netdoc/map", { title: "routes.map" }, async () => (await import("../map-route.tsx")).MapRoute),
]);

/** Tools: the hub, lookups, and IP tools. */
export const TOOL_ROUTES = visibleTo("signedIn", [
  view(
    "/tools/hub",
    { title: "routes.hub", nav: { section: "tools", order: 1, icon: "hub" } },
    async () => (await import("../../views/hub/hub-page.tsx")).HubPage,
  ),
  view(
    "/tools/macfinder",
    {
      title: "routes.macFinder",
      visible: { all: [{ module: "macfinder" }, "signedIn"] },
      nav: { section: "tools", order: 2, icon: "search" },
    },
    async () => (await import("../../views/lookup/mac-page.tsx")).MacPage,
  ),
  view(
    "/tools/oui_lookup",
    {
      title: "routes.ouiLookup",
      visible: { module: "macfinder" },
      nav: { section: "tools", order: 3, icon: "info" },
    },
    async () => (await import("../../views/lookup/vendor-page.tsx")).VendorPage,
  ),
  view(
    "/tools/ip",
    { title: "routes.ip", visible: "always", nav: { section: "tools", order: 5, icon: "tool" } },
    async () => (await import("../../views/ip/ip-page.tsx")).IpPage,
  ),
  view(
    "/tools/ip_contact",
    {
      title: "routes.ipContact",
      visible: { all: [{ module: "ip_contact" }, "signedIn"] },
      nav: { section: "tools", order: 6, icon: "user" },
    },
    async () => (await import("../../views/lookup/contact-page.tsx")).ContactPage,
  ),
  view(
    "/tools/domain_finder",
    {
      title: "routes.domainFinder",
      visible: { all: [{ module: "domainfinder" }, "signedIn"] },
      nav: { section: "tools", order: 7, icon: "names" },
    },
    async () => (await import("../../views/lookup/domain-page.tsx")).DomainPage,
  ),
  view(
    "/tools/import",
    { title: "routes.import", nav: { section: "tools", order: 8, icon: "download" } },
    async () => (await import("../../views/import/import-page.tsx")).ImportPage,
  ),
  view(
    "/swagger",
    { title: "routes.swagger", visible: "always", nav: { section: "misc", order: 2, icon: "api" } },
    async () => (await import("../swagger-route.tsx")).SwaggerRoute,
  ),
  view(
    "/lab/colors",
    { title: "routes.labColors", visible: "always" },
    async () => (await import("../../views/lab/colours-page.tsx")).ColoursPage,
  ),
]);
