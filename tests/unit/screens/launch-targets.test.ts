import { beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { launchedHref, launchSteps } from "#core/route/launch";
import { rowHref } from "#core/route/object-routes";
import { matchPath } from "#core/route/pattern";
import { findRoute } from "#core/route/route";
import { ROUTES } from "../../../src/app/routes.ts";
import { allScreens, typeScreens } from "../../support/all-screens.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";

/** The page of each object type; the explorer shows every other type. */
const PAGES: Readonly<Record<string, string>> = {
  "cntl.group": "/cntl/groups/:group",
  "cntl.group2ou": "/cntl/groups/:group",
  "cntl.group_addr_space": "/cntl/groups/:group",
  "cntl.group_admin": "/cntl/groups/:group",
  "cntl.mgr": "/cntl/mgr/:mgr",
  "cntl.mgr2group": "/cntl/groups/:group",
  "cntl.mgr2ou": "/cntl/mgr/:mgr",
  "cntl.mgr2role": "/cntl/mgr/:mgr",
  // A view belongs to the page that it keeps.
  "cntl.saved_view": "/cntl/groups",
  "cntl.wapi_auth": "/user/tokens",
  "cntl.wapi_auth2role": "/user/tokens",
  "wapi.object": "/launch/:component/*",
  "dhcp.bcd_setting": "/dhcp-leases/bcds/:bcd_name",
  "dhcp.lease": "/dhcp-leases/bcds/:bcd_name",
  "dhcp.pool": "/dhcp-leases/bcds/:bcd_name",
  "dhcp.static_assignment": "/dhcp-leases/bcds/:bcd_name",
  "dns.fqdn": "/dnsvs/fqdns/:fqdn",
  "dns.fqdn2group": "/dnsvs/fqdns/:fqdn",
  "dns.fqdn2ou": "/dnsvs/fqdns/:fqdn",
  "dns.ip_addr": "/dnsvs/ips/:ip/records",
  "dns.record": "/dnsvs/fqdns/:fqdn/records",
  "macauth.client": "/macauth/bcds/:bcd_name",
  "nd.access_point": "/netdoc/devices/:fq_name",
  "nd.bldg_use": "/netdoc/sites/:site/:bldg",
  "nd.port_use": "/netdoc/sites/:site/:bldg/:room_gpk",
  "nd.bcd": "/cntl/bcds/:bcd_name",
  "nd.bcd2group": "/cntl/bcds/:bcd_name",
  "nd.bcd2ou": "/cntl/bcds/:bcd_name",
  "nd.bldg": "/netdoc/sites/:site/:bldg",
  "nd.connection": "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
  "nd.device": "/netdoc/devices/:fq_name",
  "nd.ip_subnet": "/cntl/bcds/:bcd_name",
  "nd.ip_subnet_use": "/dnsvs/subnets/:cidr",
  "nd.l_port": "/netdoc/devices/:fq_name",
  "nd.module": "/netdoc/modules/:module_gpk",
  "nd.p_port": "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
  "nd.room": "/netdoc/sites/:site/:bldg/:room_gpk",
  "nd.site": "/netdoc/sites/:site",
  "nd.vlan": "/cntl/bcds/:bcd_name",
  "nd.vxlan": "/cntl/bcds/:bcd_name",
  "org.unit": "/org/ou/:ou",
  "org.unit_type": "/org/type",
  "req.ticket": "/requests/:number",
};

/** Variants of a type, and the page that each opens (LAUNCH-05). */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "nd.bcd": {
    dnsvs: "/dnsvs/bcds/:bcd_name",
    macauth: "/macauth/bcds/:bcd_name",
    "dhcp-leases": "/dhcp-leases/bcds/:bcd_name",
    netdoc: "/netdoc/bcds/:bcd_name",
  },
  "dns.fqdn": { records: "/dnsvs/fqdns/:fqdn/records", references: "/dnsvs/fqdns/:fqdn/references" },
};

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

/** A row of the type as its list returns it, with a value in every attribute. */
function rowOf(type: ObjectTypeMeta): Row {
  const value = (name: string, dataType: string): Json => {
    if (dataType === "boolean") return false;
    return dataType === "portal_path" ? "/cntl/groups?q=a" : `${name}-1`;
  };
  return Object.fromEntries(type.attributes.map(({ name, data_type }) => [name, value(name, data_type)]));
}

/** The target of the launch link for such a row, given the lists of its steps. */
function launched(type: ObjectTypeMeta, variant: string | null): string {
  const lists = launchSteps(catalogue, type.name, "gpk-1").map(
    ({ idx = "", name }): readonly [string, readonly Row[]] => {
      const listed = catalogue.objectType(name.replace(/\.list$/, ""));
      return [idx, listed === null ? [] : [rowOf(listed)]];
    },
  );
  // The names have no final dot, dollar sign or slash, because other tests cover these.
  return launchedHref(catalogue, type.name, Object.fromEntries(lists), variant) ?? "";
}

const pageOf = (href: string): string | undefined => findRoute(ROUTES, href.split("?")[0] ?? "")?.route.path;

describe("launch links over the whole catalogue", () => {
  it("[LAUNCH-06] each type with a page leads to that page, and every other type to its object in the explorer", () => {
    expect(catalogue.types.length).toBeGreaterThan(60);
    const found = Object.fromEntries(
      catalogue.types
        .filter(({ name }) => catalogue.fn(name, "list") !== null)
        .map((type) => [type.name, launched(type, null)]),
    );
    const expected = Object.keys(found).map((name) => [name, PAGES[name] ?? "/object/:fq_name"]);
    expect(
      Object.fromEntries(Object.entries(found).map(([name, href]) => [name, pageOf(href)])),
      "PAGES in tests/unit/screens/launch-targets.test.ts has the page of each type that a subject.ts gives one",
    ).toEqual(Object.fromEntries(expected));
    const explored = Object.entries(found).filter(([name]) => PAGES[name] === undefined);
    const wrong = explored.filter(([name, href]) => href !== explorerOf(name));
    expect(wrong).toEqual([]);
    expect(Object.keys(PAGES).filter((name) => found[name] === undefined)).toEqual([]);
  });

  it("[LAUNCH-05] a BCD and a name have the variants of their views, each of which is a route; other types have none", () => {
    const declared = Object.entries(VARIANTS).flatMap(([type, variants]) =>
      Object.entries(variants).map(([variant, path]) => [`${type}#${variant}`, path]),
    );
    expect(KNOWN.views).toEqual(Object.fromEntries(declared));
    for (const type of catalogue.types) {
      const own = VARIANTS[type.name] ?? {};
      for (const variant of [
        ...Object.keys(VARIANTS).flatMap((name) => Object.keys(VARIANTS[name] ?? {})),
        "x",
      ])
        expect(pageOf(launched(type, variant)), `${type.name}#${variant}`).toBe(
          own[variant] ?? pageOf(launched(type, null)),
        );
    }
  });
});

/** Paths of objects, and the attribute of their type that each parameter has (ROUTE-67). */
const PARAMETERS = [
  ["/cntl/bcds/:bcd_name", "nd.bcd", { bcd_name: "name" }],
  ["/cntl/groups/:group", "cntl.group", { group: "name" }],
  ["/netdoc/sites/:site", "nd.site", { site: "name" }],
  ["/cntl/mgr/:mgr", "cntl.mgr", { mgr: "login_name" }],
  ["/cntl/svc-accounts/:account_name", "cntl.mgr", { account_name: "login_name" }],
  ["/org/ou/:ou", "org.unit", { ou: "fq_name" }],
  ["/netdoc/sites/:site/:bldg", "nd.bldg", { site: "site", bldg: "number" }],
  ["/dnsvs/fqdns/:fqdn", "dns.fqdn", { fqdn: "value" }],
  ["/netdoc/devices/:fq_name", "nd.device", { fq_name: "fqdn" }],
  ["/netdoc/sites/:site/:bldg/:room_gpk", "nd.room", { site: "site", bldg: "bldg", room_gpk: "gpk" }],
  ["/netdoc/modules/:module_gpk", "nd.module", { module_gpk: "gpk" }],
  [
    "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
    "nd.p_port",
    { module_gpk: "module_gfk", p_port_gpk: "gpk" },
  ],
] as const;

describe("parameters of paths", () => {
  it.each(PARAMETERS)(
    "[ROUTE-67] those of %s are attributes of %s, in links and on the page",
    async (path, type, of) => {
      const row = Object.fromEntries(Object.values(of).map((name) => [name, `${name}-1`]));
      const isService = path.includes("/svc-accounts/");
      const href = rowHref({ known: KNOWN }, type, { ...row, is_svc: isService });
      const given = Object.fromEntries(Object.entries(of).map(([param, name]) => [param, `${name}-1`]));
      expect(matchPath(path, href)).toEqual(given);
      const screens = [...(await allScreens()), ...typeScreens(catalogue)];
      const screen = screens.find((one) => one.path === path);
      const asked = screen?.steps(given).find(({ name }) => name === `${type}.list`);
      expect(asked?.old).toMatchObject(
        Object.fromEntries(
          Object.values(of).map((name) => (name === "gpk" ? ["gpk_list", ["gpk-1"]] : [name, `${name}-1`])),
        ),
      );
    },
  );
});

/** The address of an object in the explorer. Rows without a gpk are found in the list of their type. */
function explorerOf(name: string): string {
  // The explorer itself lists object types, so their address has the name.
  if (name === "wapi.object_type") return "/object/fq_name-1";
  const hasGpk = catalogue.objectType(name)?.attribute("gpk") != null;
  return hasGpk ? `/object/gpk-1?type=${name}` : `/object/${name}`;
}
