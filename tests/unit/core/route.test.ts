import { describe, expect, it } from "vitest";
import type { Visitor } from "#contract/rule";
import { REQUEST_FORMS } from "#contract/requests/forms";
import type { Lists } from "#contract/wire/outcome";
import { launchedHref, launchHref, launchSteps, readLaunch } from "#core/route/launch";
import { referenceHref, rowHref } from "#core/route/object-routes";
import { hrefTo, matchPath, readParams } from "#core/route/pattern";
import {
  crumbsOf,
  defineRoute,
  findRoute,
  levelAbove,
  navigationFor,
  nameIn,
  type ShownPage,
} from "#core/route/route";
import { pageTitle } from "#core/route/route";
import { defineScreen } from "#core/screen/screen";
import { KNOWN } from "../../../src/subjects/subjects.ts";

const pages = { known: KNOWN };

const title = "core.form.required" as const;
const routes = [
  defineRoute({ path: "/home", title, visible: "always", nav: { section: "systems", order: 1 } }),
  defineRoute({ path: "/object", title, visible: "signedIn" }),
  defineRoute({ path: "/object/:gpk", title, visible: "signedIn" }),
  defineRoute({ path: "/netdoc/sites", title, visible: "signedIn", nav: { section: "systems", order: 0 } }),
  defineRoute({
    path: "/netdoc/sites/:site",
    title,
    visible: "signedIn",
    crumb: ({ site }, page) => [
      {
        text: nameIn(page, "site", "title") ?? site,
        href: hrefTo("/netdoc/sites/:site", { site }),
      },
    ],
  }),
  defineRoute({
    path: "/cntl/bcds/:name",
    title,
    visible: "signedIn",
    below: "/home",
    crumb: ({ name }) => [{ text: name, href: hrefTo("/cntl/bcds/:name", { name }) }],
  }),
  defineRoute({ path: "/netdoc/sites/new", title, visible: "signedIn" }),
  defineRoute({
    path: "/org/type",
    title,
    visible: { permission: "org.rw_oet" },
    nav: { section: "organizations", order: 0 },
  }),
];
const pageOf = (lists: Lists): ShownPage => ({ title: null, lists, type: null });
const visitor = (over: Partial<Visitor>): Visitor => ({
  signedIn: false,
  inDatabase: false,
  isOuAdmin: false,
  permissions: new Set(),
  modules: new Set(),
  ...over,
});

describe("addresses", () => {
  it("[ROUTE-67] parameters are encoded, names lose the final dot, and the root is a dollar sign", () => {
    expect(hrefTo("/netdoc/sites/:site/:bldg", { site: "CN", bldg: "20.40 a/b" })).toBe(
      "/netdoc/sites/CN/20.40%20a%2Fb",
    );
    expect(hrefTo("/dnsvs/fqdns/:fqdn/records", { fqdn: "www.example.edu." })).toBe(
      "/dnsvs/fqdns/www.example.edu/records",
    );
    expect(hrefTo("/dnsvs/fqdns/:fqdn", { fqdn: "." })).toBe("/dnsvs/fqdns/$");
  });

  it("[ROUTE-67] names are read with and without the final dot", () => {
    expect(readParams("/dnsvs/fqdns/:fqdn", { fqdn: "a.b" })).toEqual({ fqdn: "a.b." });
    expect(readParams("/dnsvs/fqdns/:fqdn", { fqdn: "a.b." })).toEqual({ fqdn: "a.b." });
    expect(readParams("/dnsvs/fqdns/:fqdn", { fqdn: "$" })).toEqual({ fqdn: "." });
    for (const fq_name of ["sw.a.b", "sw.a.b."])
      expect(readParams("/netdoc/devices/:fq_name", { fq_name })).toEqual({ fq_name: "sw.a.b." });
    expect(readParams("/object/:fq_name", { fq_name: "nd.bcd" })).toEqual({ fq_name: "nd.bcd" });
  });

  it("a path matches segment by segment, and fixed segments come before parameters", () => {
    expect(matchPath("/launch/:component/*", "/launch/home/a/b")).toEqual({ component: "home", "*": "a/b" });
    expect(matchPath("/launch/:component/*", "/launch/home")).toEqual({ component: "home", "*": "" });
    expect(matchPath("/launch/:component/*", "/launch")).toBeNull();
    expect(matchPath("/org/ou/:ou", "/org/ou/KIT%3A%3ASCC")).toEqual({ ou: "KIT::SCC" });
    expect(matchPath("/org/ou/:ou", "/org/ou/%E0")).toBeNull();
    expect(matchPath("/org/ou/:ou", "/org/ou")).toBeNull();
    expect(matchPath("/launch/:component/*", "/launch/home/%E0/b%20c")).toEqual({
      component: "home",
      "*": "%E0/b%20c",
    });
    expect(matchPath("/launch/:component/*", "/launch/%E0/b")).toBeNull();
    expect(findRoute(routes, "/netdoc/sites/new")?.route.path).toBe("/netdoc/sites/new");
    expect(findRoute(routes, "/nowhere")).toBeNull();
  });

  it("a wrong parameter name does not compile", () => {
    // @ts-expect-error the pattern has no parameter of this name
    hrefTo("/org/ou/:ou", { unit: "KIT" });
    const path = "/org/ou/:ou" as const;
    const screen = defineScreen({ path, sections: [], steps: ({ ou }) => [{ name: ou }] });
    // @ts-expect-error the pattern has no parameter of this name
    "unit" satisfies keyof Parameters<typeof screen.steps>[0];
    expect(screen.steps({ ou: "KIT" })).toEqual([{ name: "KIT" }]);
    expect(hrefTo("/org/type", {})).toBe("/org/type");
  });
});

describe("crumbs, title, navigation", () => {
  it("[SHELL-21] every route on the way is a crumb, and the last one has its name once the rows are loaded", () => {
    expect(crumbsOf(routes, "/netdoc/sites/CN", null)).toEqual([
      { text: { key: title }, href: "/netdoc/sites" },
      { text: "CN", href: "/netdoc/sites/CN" },
    ]);
    expect(
      crumbsOf(routes, "/netdoc/sites/CN", pageOf({ site: [{ title: "Campus Nord" }] })).at(-1)?.text,
    ).toBe("Campus Nord");
  });

  it("[SHELL-21] a page whose path has no parent belongs below the page that leads to it", () => {
    expect(crumbsOf(routes, "/cntl/bcds/iag", null)).toEqual([
      { text: { key: title }, href: "/home" },
      { text: "iag", href: "/cntl/bcds/iag" },
    ]);
    expect(levelAbove(routes, "/cntl/bcds/iag")).toBe("/home");
    expect(levelAbove(routes, "/netdoc/sites/CN")).toBe("/netdoc/sites");
    expect(levelAbove(routes, "/nowhere/at/all")).toBe("/home");
  });

  it("[SHELL-18] [SHELL-19] [SHELL-20] the title is short name, separator and page, with the mode outside production", () => {
    expect(pageTitle("NETPORTAL", "Sites", "production")).toBe("NETPORTAL | Sites");
    expect(pageTitle("NETPORTAL", "MAC finder", "test")).toBe("[test] NETPORTAL | MAC finder");
    expect(pageTitle("NETPORTAL", null, "devel")).toBe("[devel] NETPORTAL");
    expect(pageTitle("NETPORTAL", "Home", null)).toBe("NETPORTAL | Home");
  });

  it("[NAV-03] groups are in order, entries by rule and order, and empty groups are absent", () => {
    expect(navigationFor(routes, visitor({}))).toEqual([
      { section: "systems", entries: [{ path: "/home", title, icon: null }] },
    ]);
    const all = navigationFor(routes, visitor({ signedIn: true, permissions: new Set(["org.rw_oet"]) }));
    expect(all.map(({ section, entries }) => [section, entries.map(({ path }) => path)])).toEqual([
      ["systems", ["/netdoc/sites", "/home"]],
      ["organizations", ["/org/type"]],
    ]);
  });
});

describe("pages of objects", () => {
  it.each([
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, null, "/cntl/bcds/scc-web"],
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, "dnsvs", "/dnsvs/bcds/scc-web"],
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, "macauth", "/macauth/bcds/scc-web"],
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, "dhcp-leases", "/dhcp-leases/bcds/scc-web"],
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, "unknown", "/cntl/bcds/scc-web"],
    ["nd.ip_subnet", { gpk: "net-1", bcd: "scc-web" }, null, "/cntl/bcds/scc-web"],
    ["nd.vlan", { gpk: "v-1", bcd: "scc-web" }, null, "/cntl/bcds/scc-web"],
    ["nd.vxlan", { gpk: "v-1", bcd: "scc-web" }, null, "/cntl/bcds/scc-web"],
    ["dns.fqdn", { gpk: "fqdn-1", value: "www.a." }, null, "/dnsvs/fqdns/www.a"],
    ["dns.fqdn", { gpk: "fqdn-1", value: "www.a." }, "records", "/dnsvs/fqdns/www.a/records"],
    ["dns.fqdn", { gpk: "fqdn-1", value: "." }, "references", "/dnsvs/fqdns/$/references"],
    ["dns.fqdn", { gpk: "fqdn-1", value: "www.a." }, "dnsvs", "/dnsvs/fqdns/www.a"],
    ["dns.record", { gpk: "rec-1", fqdn: "www.a." }, null, "/dnsvs/fqdns/www.a/records"],
    ["macauth.client", { gpk: "macclient-1", bcd_name: "scc-web" }, null, "/macauth/bcds/scc-web"],
    ["dhcp.lease", { gpk: "lease-1", bcd: "scc-web" }, null, "/dhcp-leases/bcds/scc-web"],
    ["dhcp.static_assignment", { gpk: "s-1", bcd: "scc-web" }, null, "/dhcp-leases/bcds/scc-web"],
    ["dhcp.pool", { gpk: "pool-1", bcd: "scc-web" }, null, "/dhcp-leases/bcds/scc-web"],
    ["dhcp.bcd_setting", { gpk: "set-1", bcd: "scc-web" }, null, "/dhcp-leases/bcds/scc-web"],
    ["nd.room", { gpk: "room-1", site: "CN", bldg: "1" }, null, "/netdoc/sites/CN/1/room-1"],
    ["nd.bcd", { gpk: "bcd-1", name: "scc-web" }, "netdoc", "/netdoc/bcds/scc-web"],
    ["nd.module", { gpk: "mod-1" }, null, "/netdoc/modules/mod-1"],
    ["nd.p_port", { gpk: "pp-1", module_gfk: "mod-1" }, null, "/netdoc/modules/mod-1/p_port/pp-1"],
    ["nd.device", { gpk: "dev-1", fqdn: "sw.a." }, null, "/netdoc/devices/sw.a"],
    ["nd.l_port", { gpk: "lp-1", device: "sw.a." }, null, "/netdoc/devices/sw.a"],
    ["nd.access_point", { gpk: "ap-1", fqdn: "ap.a." }, null, "/netdoc/devices/ap.a"],
    ["cntl.mgr", { gpk: "mgr-1", login_name: "ada", is_sub: false }, null, "/cntl/mgr/ada"],
    ["cntl.mgr", { gpk: "mgr-2", login_name: "a-sub", is_sub: true, is_own: true }, null, "/user/tokens"],
    ["cntl.mgr", { gpk: "mgr-2", login_name: "a-sub", is_sub: true, is_own: false }, null, "/cntl/mgr/a-sub"],
    ["cntl.mgr", { gpk: "mgr-3", login_name: "svc-x", is_svc: true }, null, "/cntl/svc-accounts/svc-x"],
    ["cntl.wapi_auth", { gpk: "tok-1", login_name: "a-sub" }, null, "/user/tokens"],
    ["cntl.wapi_auth", { gpk: "tok-2", login_name: "ada", is_session: true }, null, "/object/tok-2"],
    ["cntl.role", { gpk: "role-1", name: "admin" }, null, "/object/role-1?type=cntl.role"],
  ])("[LAUNCH-05] [LAUNCH-06] %s %j #%s leads to %s", (type, row, variant, href) => {
    expect(launchedHref(pages, type, { object: [row] }, variant)).toBe(href);
    if (type !== "nd.ip_subnet") expect(rowHref(pages, type, row, variant)).toBe(href);
  });

  it("a subnet has its own page, and links lead to this page", () => {
    const row = { gpk: "net-1", cidr: "10.0.20.0/23", bcd: "scc-web" };
    expect(rowHref(pages, "nd.ip_subnet", row)).toBe("/dnsvs/subnets/10.0.20.0-23");
    expect(referenceHref(pages, "nd.ip_subnet", "cidr", "2001:db8::/64")).toBe(
      "/dnsvs/subnets/2001:db8::-64",
    );
    expect(readParams("/dnsvs/subnets/:cidr", { cidr: "2001:db8::-64" })).toEqual({ cidr: "2001:db8::/64" });
  });

  it("a connection is shown on the page of one of its ports, and the same call reads this port", () => {
    expect(launchSteps(pages, "nd.connection", "conn-1").map(({ name }) => name)).toEqual([
      "nd.connection.list",
      "nd.p_port.list",
    ]);
    const lists = { object: [{ gpk: "conn-1" }], page: [{ gpk: "pp-1", module_gfk: "mod-1" }] };
    expect(launchedHref(pages, "nd.connection", lists, null)).toBe("/netdoc/modules/mod-1/p_port/pp-1");
    expect(launchedHref(pages, "nd.connection", { object: [], page: [] }, null)).toBeNull();
    expect(launchSteps(pages, "nd.bcd", "bcd-1")).toHaveLength(1);
  });

  it("[LAUNCH-07] a deleted object has no link", () => {
    expect(launchedHref(pages, "nd.bcd", { object: [] }, null)).toBeNull();
  });

  it("a reference is linked without a request: to its screen, the explorer or the filtered list", () => {
    expect(referenceHref(pages, "nd.bcd", "name", "scc-web")).toBe("/cntl/bcds/scc-web");
    expect(referenceHref(pages, "nd.room", "gpk", "room-1")).toBe("/object/room-1?type=nd.room");
    expect(referenceHref(pages, "cntl.role", "name", "a b")).toBe("/object/cntl.role?name=a%20b");
    expect(referenceHref(pages, "nd.bcd", "name", null)).toBeNull();
  });

  it("every parameter of an object route is filled", () => {
    for (const [type, route] of Object.entries(KNOWN.pages)) {
      const row = Object.fromEntries((route.params ?? []).map((name) => [name, "x"]));
      const views = Object.keys(KNOWN.views).filter((view) => view.startsWith(`${type}#`));
      for (const variant of [null, ...views.map((view) => view.slice(type.length + 1))]) {
        expect(rowHref(pages, type, row, variant)).not.toMatch(/:|\/\/|\/$/);
      }
    }
  });

  it.each([
    ["nd.bcd", "bcd-1", "", "#dnsvs", { kind: "object", type: "nd.bcd", gpk: "bcd-1", variant: "dnsvs" }],
    ["nd.bcd", "bcd-1", "", "", { kind: "object", type: "nd.bcd", gpk: "bcd-1", variant: null }],
    ["nd.bcd", "", "", "", { kind: "invalid" }],
    ["search", "s%2F%5Ea%20b", "", "", { kind: "search", term: "s/^a b" }],
    ["search", "dnsvs:s/a", "", "", { kind: "search", term: "dnsvs:s/a" }],
    ["search", "", "", "", { kind: "search", term: "" }],
    ["home", "", "", "", { kind: "redirect", href: "/home" }],
    ["create", "nd.bldg", "?site=CN", "", { kind: "redirect", href: "/object/nd.bldg?create&site=CN" }],
    ["create", "nonsense", "", "", { kind: "invalid" }],
    ["hub", "", "", "", { kind: "invalid" }],
    ["hub", "a/b", "", "", { kind: "invalid" }],
    ["request", "", "", "", { kind: "invalid" }],
    ["nd.bcd", "bcd-1/more", "", "", { kind: "object", type: "nd.bcd", gpk: "bcd-1", variant: null }],
    ["search", "nd.bcd/bcd-1", "", "#dnsvs", { kind: "search", term: "nd.bcd/bcd-1" }],
    ["home.page", "x-1", "", "", { kind: "object", type: "home.page", gpk: "x-1", variant: null }],
    ["nd.bcd.list", "bcd-1", "", "", { kind: "invalid" }],
    ["home", "away", "", "", { kind: "invalid" }],
    ["constructor", "", "", "", { kind: "invalid" }],
    ["nonsense", "", "", "", { kind: "invalid" }],
  ])("[LAUNCH-02] /launch/%s/%s%s%s", (component, rest, query, hash, expected) => {
    expect(readLaunch(component, rest, query, hash)).toEqual(expected);
  });

  it.each([
    ["hub", "host-with-aaaa", "", "/tools/hub?template=host-with-aaaa"],
    [
      "hub",
      "host%20%C3%A4",
      "?fqdn=www.a&ip=10.0.0.1",
      "/tools/hub?template=host%20%C3%A4&fqdn=www.a&ip=10.0.0.1",
    ],
    ["request", "patch", "?bcd=scc-web", "/requests?form=patch&bcd=scc-web"],
    ["create", "nd.bldg", "?site=CN", "/object/nd.bldg?create&site=CN"],
    ["home", "", "?x=1", "/home?x=1"],
  ])("[LAUNCH-08] /launch/%s/%s%s leads to %s", (component, rest, query, href) => {
    expect(readLaunch(component, rest, query, "")).toEqual({ kind: "redirect", href });
  });

  it("[LAUNCH-08] a request form has the name in the link that it has in the call of the server", () => {
    expect([...REQUEST_FORMS.keys()]).toContain("bcd_vpn2vlan");
    for (const form of REQUEST_FORMS.keys())
      expect(readLaunch("request", form, "", "")).toEqual({
        kind: "redirect",
        href: `/requests?form=${form}`,
      });
  });

  it("[TA-60] the launch link carries the variant as hash", () => {
    expect(launchHref("nd.bcd", "bcd-1", "dnsvs")).toBe("/launch/nd.bcd/bcd-1#dnsvs");
    expect(launchHref("nd.bcd", "bcd-1", null)).toBe("/launch/nd.bcd/bcd-1");
  });
});
