import { hrefTo } from "#core/route/pattern";
import type { Crumb, ShownPage } from "#core/route/route";
import { ownCrumb, redirect, screen, view, visibleTo, type AppRoute } from "./app-route.ts";
import { CNTL_ROUTES } from "./routes/cntl.ts";
import { DNSVS_ROUTES } from "./routes/dnsvs.ts";
import { CHANGES_ROUTES, DOCS_ROUTES, REQUEST_ROUTES } from "./routes/misc.ts";
import { NETDOC_ROUTES } from "./routes/netdoc.ts";
import { TOOL_ROUTES } from "./routes/tools.ts";

/** Organisational units and their types. */
const ORG_ROUTES = visibleTo("signedIn", [
  screen(
    "/org/ou",
    { title: "routes.ous", nav: { section: "organizations", order: 1 } },
    () => import("../screens/org/ous.ts"),
  ),
  screen(
    "/org/ou/:ou",
    { title: "routes.ou", crumb: (p) => unitCrumbs(p.ou) },
    () => import("../screens/org/ou.ts"),
  ),
  screen(
    "/org/type",
    {
      title: "routes.ouTypes",
      visible: { all: ["signedIn", { permission: "org.rw_oet" }] },
      nav: { section: "organizations", order: 2 },
    },
    () => import("../screens/org/types.ts"),
  ),
]);

/** One entry for each level above, with the last part of its name (ROUTE-17, OU-02). */
function unitCrumbs(fqName: string): readonly Crumb[] {
  const parts = fqName.split("::");
  return parts.map((text, at) => ({
    text,
    href: hrefTo("/org/ou/:ou", { ou: parts.slice(0, at + 1).join("::") }),
  }));
}

function typeCrumb(page: ShownPage | null): readonly Crumb[] {
  const type = page?.type ?? null;
  return type === null ? [] : ownCrumb(type.title, "/object/:fq_name", { fq_name: type.name });
}

/** The explorer of all object types. */
const OBJECT_ROUTES = visibleTo("signedIn", [
  screen("/object", { title: "routes.objects" }, () => import("../screens/object/types.ts")),
  view(
    "/object/:fq_name",
    {
      title: "routes.object",
      crumb: (p, page) => [
        // One object is below the list of its type.
        ...(p.fq_name.includes(".") ? [] : typeCrumb(page)),
        ...ownCrumb(page?.title ?? "", "/object/:fq_name", p),
      ],
    },
    async () => (await import("../editor/explorer/object-page.tsx")).ObjectPage,
  ),
]);

/** Home and permanent links. */
const HOME_ROUTES = visibleTo("always", [
  screen(
    "/",
    { title: "routes.home" },
    async () => ({ default: (await import("../screens/home.ts")).root }),
    "first",
  ),
  screen(
    "/home",
    { title: "routes.home", nav: { section: "systems", order: 1 } },
    () => import("../screens/home.ts"),
    "first",
  ),
  view(
    "/launch/:component/*",
    // Links that lead on have no place of their own.
    { title: "routes.launch", crumb: () => [] },
    async () => (await import("../editor/launch/launch-page.tsx")).LaunchPage,
  ),
]);

/** DHCP: BCDs with their leases, static assignments, pools and settings. Visitors are asked to sign in (NAV-07, DHCP-04). */
const DHCP_ROUTES = visibleTo({ module: "dhcp_leases" }, [
  redirect("/dhcp-leases", "/dhcp-leases/bcds", { title: "routes.dhcpLeases" }),
  screen(
    "/dhcp-leases/bcds",
    { title: "routes.dhcpLeasesBcds", nav: { section: "systems", order: 4, title: "routes.dhcpLeases" } },
    () => import("../screens/dhcp-leases/bcds.ts"),
  ),
  screen(
    "/dhcp-leases/bcds/:bcd_name",
    { title: "routes.bcd" },
    () => import("../screens/dhcp-leases/bcd.ts"),
  ),
]);

/** MAC authentication: BCDs and their clients. */
const MACAUTH_ROUTES = visibleTo({ all: [{ module: "macauth" }, "signedIn"] }, [
  redirect("/macauth", "/macauth/bcds", { title: "routes.macauth" }),
  screen(
    "/macauth/bcds",
    { title: "routes.macauthBcds", nav: { section: "systems", order: 3, title: "routes.macauth" } },
    () => import("../screens/macauth/bcds.ts"),
  ),
  screen("/macauth/bcds/:bcd_name", { title: "routes.bcd" }, () => import("../screens/macauth/bcd.ts")),
]);

/** The table of paths. Paths of object types that do not exist yet are absent and show the invalid-URL page. */
export const ROUTES: readonly AppRoute[] = [
  ...HOME_ROUTES,
  ...DNSVS_ROUTES,
  ...MACAUTH_ROUTES,
  ...DHCP_ROUTES,
  ...NETDOC_ROUTES,
  ...ORG_ROUTES,
  ...CNTL_ROUTES,
  ...TOOL_ROUTES,
  ...REQUEST_ROUTES,
  ...DOCS_ROUTES,
  ...CHANGES_ROUTES,
  ...OBJECT_ROUTES,
];
