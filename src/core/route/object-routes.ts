import { parsePortalPath } from "#contract/values/portal-path";
import type { Json, Row } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import { hrefTo } from "./pattern.ts";

interface ObjectRoute {
  readonly path: string;
  /** Path parameter → attribute of the row. */
  readonly params: Readonly<Record<string, string>>;
  /** Hash of a launch link → path with the same parameters (LAUNCH-05). */
  readonly variants?: Readonly<Record<string, string>>;
  /** Target of launch links if it is not the page of the row (LAUNCH-06). */
  readonly launch?: Pick<ObjectRoute, "path" | "params">;
  /** Other pages for rows with all of these flags; the first match counts. */
  readonly kinds?: readonly (Pick<ObjectRoute, "path" | "params"> & { readonly flags: readonly string[] })[];
}

const BCD = {
  path: "/cntl/bcds/:bcd_name",
  variants: {
    dnsvs: "/dnsvs/bcds/:bcd_name",
    macauth: "/macauth/bcds/:bcd_name",
    "dhcp-leases": "/dhcp-leases/bcds/:bcd_name",
    netdoc: "/netdoc/bcds/:bcd_name",
  },
};
const DEVICE = "/netdoc/devices/:fq_name";
const GROUP = "/cntl/groups/:group";
const ROOM = "/netdoc/sites/:site/:bldg/:room_gpk";
const FQDN = {
  path: "/dnsvs/fqdns/:fqdn",
  variants: { records: "/dnsvs/fqdns/:fqdn/records", references: "/dnsvs/fqdns/:fqdn/references" },
};

/** Pages of object types (LAUNCH-06). The object explorer shows all other types. */
const OBJECT_ROUTES: Readonly<Record<string, ObjectRoute>> = {
  "nd.bcd": { ...BCD, params: { bcd_name: "name" } },
  "nd.ip_subnet": {
    path: "/dnsvs/subnets/:cidr",
    params: { cidr: "cidr" },
    launch: { path: BCD.path, params: { bcd_name: "bcd" } },
  },
  "nd.ip_subnet_use": { path: "/dnsvs/subnets/:cidr", params: { cidr: "cidr" } },
  "nd.vlan": { path: BCD.path, params: { bcd_name: "bcd" } },
  "nd.vxlan": { path: BCD.path, params: { bcd_name: "bcd" } },
  "nd.bcd2group": { path: BCD.path, params: { bcd_name: "bcd" } },
  "nd.bcd2ou": { path: BCD.path, params: { bcd_name: "bcd" } },
  "dhcp.bcd_setting": { path: BCD.variants["dhcp-leases"], params: { bcd_name: "bcd" } },
  "dhcp.lease": { path: BCD.variants["dhcp-leases"], params: { bcd_name: "bcd" } },
  "dhcp.pool": { path: BCD.variants["dhcp-leases"], params: { bcd_name: "bcd" } },
  "dhcp.static_assignment": { path: BCD.variants["dhcp-leases"], params: { bcd_name: "bcd" } },
  "macauth.client": { path: BCD.variants.macauth, params: { bcd_name: "bcd_name" } },
  "nd.site": { path: "/netdoc/sites/:site", params: { site: "name" } },
  "nd.bldg": { path: "/netdoc/sites/:site/:bldg", params: { site: "site", bldg: "number" } },
  "nd.bldg_use": { path: "/netdoc/sites/:site/:bldg", params: { site: "site", bldg: "bldg" } },
  "nd.port_use": { path: ROOM, params: { site: "site", bldg: "bldg", room_gpk: "room_gfk" } },
  "nd.room": { path: ROOM, params: { site: "site", bldg: "bldg", room_gpk: "gpk" } },
  "nd.module": { path: "/netdoc/modules/:module_gpk", params: { module_gpk: "gpk" } },
  "nd.p_port": {
    path: "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
    params: { module_gpk: "module_gfk", p_port_gpk: "gpk" },
  },
  "nd.device": { path: DEVICE, params: { fq_name: "fqdn" } },
  "nd.l_port": { path: DEVICE, params: { fq_name: "device" } },
  "nd.access_point": { path: DEVICE, params: { fq_name: "fqdn" } },
  "cntl.group": { path: GROUP, params: { group: "name" } },
  "cntl.mgr2group": { path: GROUP, params: { group: "group_name" } },
  "cntl.group2ou": { path: GROUP, params: { group: "group_name" } },
  "cntl.group_addr_space": { path: GROUP, params: { group: "group_name" } },
  "cntl.group_admin": { path: GROUP, params: { group: "group_name" } },
  "cntl.mgr": {
    path: "/cntl/mgr/:mgr",
    params: { mgr: "login_name" },
    kinds: [
      { flags: ["is_svc"], path: "/cntl/svc-accounts/:account_name", params: { account_name: "login_name" } },
      { flags: ["is_sub", "is_own"], path: "/user/tokens", params: {} },
    ],
  },
  "cntl.mgr2ou": { path: "/cntl/mgr/:mgr", params: { mgr: "login_name" } },
  "cntl.mgr2role": { path: "/cntl/mgr/:mgr", params: { mgr: "login_name" } },
  "cntl.wapi_auth": {
    path: "/user/tokens",
    params: {},
    // Sessions are no API tokens, so only the explorer shows them.
    kinds: [{ flags: ["is_session"], path: "/object/:fq_name", params: { fq_name: "gpk" } }],
  },
  "cntl.wapi_auth2role": { path: "/user/tokens", params: {} },
  "org.unit": { path: "/org/ou/:ou", params: { ou: "fq_name" } },
  "org.unit_type": { path: "/org/type", params: {} },
  "dns.fqdn": { ...FQDN, params: { fqdn: "value" } },
  "dns.fqdn2group": { path: FQDN.path, params: { fqdn: "fqdn" } },
  "dns.fqdn2ou": { path: FQDN.path, params: { fqdn: "fqdn" } },
  "dns.record": { path: FQDN.variants.records, params: { fqdn: "fqdn" } },
  "dns.ip_addr": { path: "/dnsvs/ips/:ip/records", params: { ip: "value" } },
  "req.ticket": { path: "/requests/:number", params: { number: "number" } },
  // The object may be of any type; the launch link finds its page.
  "wapi.object": { path: "/launch/:component/*", params: { component: "object_fq_name", "*": "gpk" } },
  "wapi.object_type": { path: "/object/:fq_name", params: { fq_name: "fq_name" } },
};

/** Rows shown on the page of the object that they refer to by gpk: its type, and the reference to it. */
export const SHOWN_BY: Readonly<Record<string, { readonly type: ObjectName; readonly reference: string }>> = {
  "nd.connection": { type: "nd.p_port", reference: "api_fkey_nd_connection_p_port_a" },
};

/** Objects that are a page with its settings: the attribute with its address. */
const KEPT: Readonly<Record<string, string>> = { "cntl.saved_view": "page" };

/** Query parameter with the saved view that a page was opened by. */
export const OPENED_VIEW = "view";

/** The address of a saved view, which tells the page by which view it was opened. */
export function openedHref(page: string, gpk: string): string {
  const [address = "", anchor] = page.split("#");
  const opened = `${address}${address.includes("?") ? "&" : "?"}${OPENED_VIEW}=${gpk}`;
  return anchor === undefined ? opened : `${opened}#${anchor}`;
}

/** Objects with the gpk of another one in their address: its type, and the attribute that names it. */
export const HOSTS: Readonly<Record<string, { readonly object: ObjectName; readonly attribute: string }>> = {
  "nd.module": { object: "nd.room", attribute: "room_gfk" },
  "nd.p_port": { object: "nd.module", attribute: "module_gfk" },
};

/** True if each object of the type has its own page. */
export function hasPage(type: string): boolean {
  return Object.keys(OBJECT_ROUTES[type]?.params ?? {}).length > 0;
}

/** Paths and attributes of all object routes, for the test that each of them exists. */
export function objectRoutes(): readonly (readonly [string, ObjectRoute])[] {
  return Object.entries(OBJECT_ROUTES);
}

/** Address of a row's own page; the object explorer if the type has none or the row lacks a part of the address. */
export function rowHref(type: string, row: Row, variant: string | null = null): string {
  const route = routeOf(type, row);
  return (
    pageHref(route, row, route?.variants?.[variant ?? ""]) ?? keptHref(type, row) ?? explorerHref(type, row)
  );
}

/** Target of the launch link of a row: its own page, or that of the object that it belongs to (LAUNCH-06). */
export function launchRowHref(type: string, row: Row, variant: string | null): string {
  return pageHref(OBJECT_ROUTES[type]?.launch, row) ?? rowHref(type, row, variant);
}

/**
 * Address for a reference attribute without a request, if the attribute alone decides it: a gpk leads to the explorer, any other key to the filtered
 * list of the type.
 */
export function referenceHref(object: string, attribute: string, value: Json): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const route = OBJECT_ROUTES[object];
  const [only, ...others] = Object.values(route?.params ?? {});
  const page = only === attribute && others.length === 0 ? pageHref(route, { [attribute]: value }) : null;
  if (page !== null) return page;
  if (attribute === "gpk") return `/object/${encodeURIComponent(String(value))}?type=${object}`;
  return `/object/${object}?${attribute}=${encodeURIComponent(String(value))}`;
}

function routeOf(type: string, row: Row): ObjectRoute | undefined {
  const route = OBJECT_ROUTES[type];
  return route?.kinds?.find((kind) => kind.flags.every((flag) => row[flag] === true)) ?? route;
}

/** Null without a route, or for a row that lacks a part of the address. */
function pageHref(
  route: Pick<ObjectRoute, "path" | "params"> | undefined,
  row: Row,
  path = route?.path,
): string | null {
  if (route === undefined || path === undefined) return null;
  const params: Record<string, string> = {};
  for (const [param, attribute] of Object.entries(route.params)) {
    const value = row[attribute];
    if (typeof value !== "string" && typeof value !== "number") return null;
    params[param] = String(value);
  }
  return hrefTo(path, params);
}

function keptHref(type: string, row: Row): string | null {
  const [page, gpk] = [row[KEPT[type] ?? ""], row["gpk"]];
  if (typeof page !== "string" || typeof gpk !== "string") return null;
  // A page that is kept from before may be none by the present rule; it has no link.
  const known = parsePortalPath(page);
  return known === null ? null : openedHref(known, gpk);
}

function explorerHref(type: string, row: Row): string {
  const gpk = row["gpk"];
  return typeof gpk === "string" ? `/object/${encodeURIComponent(gpk)}?type=${type}` : `/object/${type}`;
}
