import { createElement, type ComponentType } from "react";
import type { Rule } from "#contract/rule";
import { hrefTo, type RouteParams } from "#core/route/pattern";
import { nameIn, type Crumb, type RouteMeta } from "#core/route/route";
import type { Screen } from "#core/screen/screen";

/** A path with what is drawn there: another path to go to, or a component that is loaded when it is opened. */
export interface AppRoute<P extends string = string> extends RouteMeta<P> {
  readonly page:
    | { readonly kind: "redirect"; readonly to: string }
    | { readonly kind: "view"; load(): Promise<ComponentType> };
}

/** Keeps the literal path, so that a wrong parameter name does not compile. */
function route<const P extends string>(meta: AppRoute<P>): AppRoute<P> {
  return meta;
}

function screen(load: () => Promise<Screen>): AppRoute["page"] {
  return {
    kind: "view",
    load: async () => {
      const [{ ScreenPage }, drawn] = await Promise.all([import("../editor/screen/screen-page.tsx"), load()]);
      return () => createElement(ScreenPage, { screen: drawn });
    },
  };
}

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
  route({
    path: "/",
    title: "routes.home",
    visible: "always",
    page: screen(async () => (await import("../screens/home.ts")).root),
  }),
  route({
    path: "/home",
    title: "routes.home",
    visible: "always",
    nav: { section: "systems", order: 1 },
    page: screen(async () => (await import("../screens/home.ts")).default),
  }),
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
  route({
    path: "/dnsvs/bcds",
    title: "routes.dnsvsBcds",
    visible: DNSVS,
    nav: { section: "systems", order: 2, title: "routes.dnsvs" },
    page: screen(async () => (await import("../screens/dnsvs/bcds.ts")).default),
  }),
  route({
    path: "/dnsvs/bcds/:bcd_name",
    title: "routes.bcd",
    visible: DNSVS,
    crumb: (p) => own(p.bcd_name, "/dnsvs/bcds/:bcd_name", p),
    page: screen(async () => (await import("../screens/dnsvs/bcd.ts")).default),
  }),
  route({
    path: "/dnsvs/fqdns",
    title: "routes.fqdns",
    visible: DNSVS,
    page: screen(async () => (await import("../screens/dnsvs/fqdns.ts")).default),
  }),
  route({
    path: "/dnsvs/fqdns/:fqdn",
    title: "routes.fqdn",
    visible: DNSVS,
    crumb: (p) => own(p.fqdn, "/dnsvs/fqdns/:fqdn", p),
    page: screen(async () => (await import("../screens/dnsvs/fqdn.ts")).default),
  }),
  route({
    path: "/dnsvs/fqdns/:fqdn/records",
    title: "routes.records",
    visible: DNSVS,
    page: screen(async () => (await import("../screens/dnsvs/fqdn-records.ts")).default),
  }),
  route({
    path: "/dnsvs/fqdns/:fqdn/references",
    title: "routes.references",
    visible: DNSVS,
    page: screen(async () => (await import("../screens/dnsvs/fqdn-references.ts")).default),
  }),
  route({
    path: "/dnsvs/ips/:ip/records",
    title: "routes.ipRecords",
    visible: DNSVS,
    crumb: (p) => own(p.ip, "/dnsvs/ips/:ip/records", p),
    page: screen(async () => (await import("../screens/dnsvs/ip-records.ts")).default),
  }),
  route({
    path: "/dnsvs/null_records",
    title: "routes.nullRecords",
    visible: DNSVS,
    page: screen(async () => (await import("../screens/dnsvs/null-records.ts")).default),
  }),
  route({
    path: "/netdoc",
    title: "routes.netdoc",
    visible: NETDOC,
    page: { kind: "redirect", to: "/netdoc/bcds" },
  }),
  route({
    path: "/netdoc/bcds",
    title: "routes.netdocBcds",
    visible: NETDOC,
    nav: { section: "systems", order: 5, title: "routes.netdoc" },
    page: screen(async () => (await import("../screens/netdoc/bcds.ts")).default),
  }),
  route({
    path: "/netdoc/sites",
    title: "routes.sites",
    visible: NETDOC,
    page: screen(async () => (await import("../screens/netdoc/sites.ts")).default),
  }),
  route({
    path: "/netdoc/buildings",
    title: "routes.buildings",
    visible: NETDOC,
    page: screen(async () => (await import("../screens/netdoc/buildings.ts")).default),
  }),
  route({
    path: "/netdoc/sites/:site",
    title: "routes.site",
    visible: NETDOC,
    crumb: (p) => own(p.site, "/netdoc/sites/:site", p),
    page: screen(async () => (await import("../screens/netdoc/site.ts")).default),
  }),
  route({
    path: "/netdoc/sites/:site/:bldg",
    title: "routes.building",
    visible: NETDOC,
    crumb: (p) => own(p.bldg, "/netdoc/sites/:site/:bldg", p),
    page: screen(async () => (await import("../screens/netdoc/building.ts")).default),
  }),
  route({
    path: "/netdoc/sites/:site/:bldg/:room_gpk",
    title: "routes.room",
    visible: NETDOC,
    crumb: (p, lists) =>
      own(
        (lists === null ? null : nameIn(lists, "room", "name")) ?? p.room_gpk,
        "/netdoc/sites/:site/:bldg/:room_gpk",
        p,
      ),
    page: screen(async () => (await import("../screens/netdoc/room.ts")).default),
  }),
  route({
    path: "/org/ou",
    title: "routes.ous",
    visible: "signedIn",
    nav: { section: "organizations", order: 1 },
    page: screen(async () => (await import("../screens/org/ous.ts")).default),
  }),
  route({
    path: "/org/ou/:ou",
    title: "routes.ou",
    visible: "signedIn",
    crumb: (p) => unitCrumbs(p.ou),
    page: screen(async () => (await import("../screens/org/ou.ts")).default),
  }),
  route({
    path: "/org/type",
    title: "routes.ouTypes",
    visible: { all: ["signedIn", { permission: "org.rw_oet" }] },
    nav: { section: "organizations", order: 2 },
    page: screen(async () => (await import("../screens/org/types.ts")).default),
  }),
  route({
    path: "/cntl/bcds/:bcd_name",
    title: "routes.bcd",
    visible: "signedIn",
    crumb: (p) => own(p.bcd_name, "/cntl/bcds/:bcd_name", p),
    page: screen(async () => (await import("../screens/cntl/bcd.ts")).default),
  }),
  route({
    path: "/cntl/groups",
    title: "routes.groups",
    visible: "signedIn",
    nav: { section: "organizations", order: 3 },
    page: screen(async () => (await import("../screens/cntl/groups.ts")).default),
  }),
  route({
    path: "/cntl/groups/:group",
    title: "routes.group",
    visible: "signedIn",
    crumb: (p) => own(p.group, "/cntl/groups/:group", p),
    page: screen(async () => (await import("../screens/cntl/group.ts")).default),
  }),
  route({
    path: "/cntl/mgr",
    title: "routes.mgrs",
    visible: MANAGERS,
    nav: { section: "organizations", order: 4 },
    page: screen(async () => (await import("../screens/cntl/mgrs.ts")).default),
  }),
  route({
    path: "/cntl/mgr/:mgr",
    title: "routes.mgr",
    visible: MANAGERS,
    crumb: (p) => own(p.mgr, "/cntl/mgr/:mgr", p),
    page: screen(async () => (await import("../screens/cntl/mgr.ts")).default),
  }),
  route({
    path: "/object",
    title: "routes.objects",
    visible: "signedIn",
    page: screen(async () => (await import("../screens/object/types.ts")).default),
  }),
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
