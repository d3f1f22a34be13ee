import type { Rule } from "#contract/rule";
import { hrefTo, type RouteParams } from "#core/route/pattern";
import { nameIn, type Crumb } from "#core/route/route";
import { route, screen, type AppRoute } from "./app-route.ts";

export type { AppRoute };

const DNSVS: Rule = { all: [{ module: "dnsvs" }, "signedIn"] };
const NETDOC: Rule = { all: [{ module: "netdoc" }, "signedIn"] };
const MANAGERS: Rule = {
  all: [
    "signedIn",
    {
      any: [
        { permission: "cntl.rw:mgr2group" },
        { permission: "cntl.rw:mgr2ou" },
        { permission: "cntl.ro:mgr" },
      ],
    },
  ],
};

/** The page's own crumb: the value of its path. */
function own(text: string, path: string, params: RouteParams<string>): readonly Crumb[] {
  return [{ text, href: hrefTo(path, params) }];
}

/** One entry for each level above, the last part of the name each (ROUTE-17, OU-02). */
function unitCrumbs(fqName: string): readonly Crumb[] {
  const parts = fqName.split("::");
  return parts.map((text, at) => ({
    text,
    href: hrefTo("/org/ou/:ou", { ou: parts.slice(0, at + 1).join("::") }),
  }));
}

/** The one table of paths (spec 2.1, 2.2). Paths of object types that do not exist yet are absent and show the invalid-URL page. */
export const ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/",
      title: "routes.home",
      visible: "always",
    },
    async () => (await import("../screens/home.ts")).root,
  ),
  screen(
    {
      path: "/home",
      title: "routes.home",
      visible: "always",
      nav: { section: "systems", order: 1 },
    },
    async () => (await import("../screens/home.ts")).default,
  ),
  route({
    path: "/launch/:component/*",
    title: "routes.launch",
    visible: "always",
    page: {
      kind: "view",
      load: async () => (await import("../editor/launch/launch-page.tsx")).LaunchPage,
    },
  }),
  route({
    path: "/dnsvs",
    title: "routes.dnsvs",
    visible: DNSVS,
    page: { kind: "redirect", to: "/dnsvs/bcds" },
  }),
  route({
    path: "/dnsvs/ranges",
    title: "routes.dnsvs",
    visible: DNSVS,
    page: { kind: "redirect", to: "/dnsvs/bcds" },
  }),
  screen(
    {
      path: "/dnsvs/bcds",
      title: "routes.dnsvsBcds",
      visible: DNSVS,
      nav: { section: "systems", order: 2, title: "routes.dnsvs" },
    },
    async () => (await import("../screens/dnsvs/bcds.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/bcds/:bcd_name",
      title: "routes.bcd",
      visible: DNSVS,
      crumb: (p) => own(p.bcd_name, "/dnsvs/bcds/:bcd_name", p),
    },
    async () => (await import("../screens/dnsvs/bcd.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns",
      title: "routes.fqdns",
      visible: DNSVS,
    },
    async () => (await import("../screens/dnsvs/fqdns.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn",
      title: "routes.fqdn",
      visible: DNSVS,
      crumb: (p) => own(p.fqdn, "/dnsvs/fqdns/:fqdn", p),
    },
    async () => (await import("../screens/dnsvs/fqdn.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn/records",
      title: "routes.records",
      visible: DNSVS,
    },
    async () => (await import("../screens/dnsvs/fqdn-records.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn/references",
      title: "routes.references",
      visible: DNSVS,
    },
    async () => (await import("../screens/dnsvs/fqdn-references.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/ips/:ip/records",
      title: "routes.ipRecords",
      visible: DNSVS,
      crumb: (p) => own(p.ip, "/dnsvs/ips/:ip/records", p),
    },
    async () => (await import("../screens/dnsvs/ip-records.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/null_records",
      title: "routes.nullRecords",
      visible: DNSVS,
    },
    async () => (await import("../screens/dnsvs/null-records.ts")).default,
  ),
  route({
    path: "/netdoc",
    title: "routes.netdoc",
    visible: NETDOC,
    page: { kind: "redirect", to: "/netdoc/bcds" },
  }),
  screen(
    {
      path: "/netdoc/bcds",
      title: "routes.netdocBcds",
      visible: NETDOC,
      nav: { section: "systems", order: 5, title: "routes.netdoc" },
    },
    async () => (await import("../screens/netdoc/bcds.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites",
      title: "routes.sites",
      visible: NETDOC,
    },
    async () => (await import("../screens/netdoc/sites.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/buildings",
      title: "routes.buildings",
      visible: NETDOC,
    },
    async () => (await import("../screens/netdoc/buildings.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site",
      title: "routes.site",
      visible: NETDOC,
      crumb: (p) => own(p.site, "/netdoc/sites/:site", p),
    },
    async () => (await import("../screens/netdoc/site.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site/:bldg",
      title: "routes.building",
      visible: NETDOC,
      crumb: (p) => own(p.bldg, "/netdoc/sites/:site/:bldg", p),
    },
    async () => (await import("../screens/netdoc/building.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site/:bldg/:room_gpk",
      title: "routes.room",
      visible: NETDOC,
      crumb: (p, lists) =>
        own(
          (lists === null ? null : nameIn(lists, "room", "name")) ?? p.room_gpk,
          "/netdoc/sites/:site/:bldg/:room_gpk",
          p,
        ),
    },
    async () => (await import("../screens/netdoc/room.ts")).default,
  ),
  screen(
    {
      path: "/org/ou",
      title: "routes.ous",
      visible: "signedIn",
      nav: { section: "organizations", order: 1 },
    },
    async () => (await import("../screens/org/ous.ts")).default,
  ),
  screen(
    {
      path: "/org/ou/:ou",
      title: "routes.ou",
      visible: "signedIn",
      crumb: (p) => unitCrumbs(p.ou),
    },
    async () => (await import("../screens/org/ou.ts")).default,
  ),
  screen(
    {
      path: "/org/type",
      title: "routes.ouTypes",
      visible: { all: ["signedIn", { permission: "org.rw_oet" }] },
      nav: { section: "organizations", order: 2 },
    },
    async () => (await import("../screens/org/types.ts")).default,
  ),
  screen(
    {
      path: "/cntl/bcds/:bcd_name",
      title: "routes.bcd",
      visible: "signedIn",
      crumb: (p) => own(p.bcd_name, "/cntl/bcds/:bcd_name", p),
    },
    async () => (await import("../screens/cntl/bcd.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups",
      title: "routes.groups",
      visible: "signedIn",
      nav: { section: "organizations", order: 3 },
    },
    async () => (await import("../screens/cntl/groups.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups/:group",
      title: "routes.group",
      visible: "signedIn",
      crumb: (p) => own(p.group, "/cntl/groups/:group", p),
    },
    async () => (await import("../screens/cntl/group.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr",
      title: "routes.mgrs",
      visible: MANAGERS,
      nav: { section: "organizations", order: 4 },
    },
    async () => (await import("../screens/cntl/mgrs.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr/:mgr",
      title: "routes.mgr",
      visible: MANAGERS,
      crumb: (p) => own(p.mgr, "/cntl/mgr/:mgr", p),
    },
    async () => (await import("../screens/cntl/mgr.ts")).default,
  ),
  screen(
    {
      path: "/object",
      title: "routes.objects",
      visible: "signedIn",
    },
    async () => (await import("../screens/object/types.ts")).default,
  ),
  route({
    path: "/object/:fq_name",
    title: "routes.object",
    visible: "signedIn",
    crumb: (p) => own(p.fq_name, "/object/:fq_name", p),
    page: {
      kind: "view",
      load: async () => (await import("../editor/explorer/object-page.tsx")).ObjectPage,
    },
  }),
];
