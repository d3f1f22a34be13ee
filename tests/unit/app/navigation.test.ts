import { readLinks } from "../../../server/http/settings.ts";
import { describe, expect, it } from "vitest";
import type { Visitor } from "#contract/rule";
import type { SystemInfo } from "#contract/wire/system";
import { navigationFor } from "#core/route/route";
import { visitorOf } from "#core/session/session";
import { ALL_ROUTES } from "../../../src/app/all-routes.ts";
import { navLinks } from "../../../src/app/nav-links.ts";
import { isIcon } from "../../../src/ui/icon/paths.ts";
import { SYSTEM as SYSTEM_INFO } from "../../support/system-info.ts";

const LINKS = {
  NETPORTAL_DOCS_URL: "https://{mode}.docs.example.org/",
  NETPORTAL_CHAT_URL: "https://chat.example.org/netportal",
  NETPORTAL_BUGS_URL: "https://bugs.example.org/netportal",
};

const SYSTEM: SystemInfo = { ...SYSTEM_INFO, links: readLinks(LINKS, "test") };
const ALL_MODULES = [
  "dnsvs",
  "netdoc",
  "macauth",
  "dhcp_leases",
  "macfinder",
  "ap_list",
  "ip_contact",
  "domainfinder",
];

function visitor(signedIn: boolean, modules: readonly string[], ...permissions: readonly string[]): Visitor {
  return {
    signedIn,
    inDatabase: signedIn,
    isOuAdmin: false,
    modules: new Set(modules),
    permissions: new Set(permissions),
  };
}

/** Kinds of visitors, in the order of the columns below. */
const VISITORS = {
  "signed out, every module": visitor(false, ALL_MODULES),
  "signed out with stray permissions": visitor(
    false,
    ALL_MODULES,
    "org.rw_oet",
    "cntl.ro:mgr",
    "cntl.rw:mgr2group",
    "cntl.rw:mgr2ou",
    "nd.ro:device",
  ),
  "signed in, no module": visitor(true, []),
  dnsvs: visitor(true, ["dnsvs"]),
  netdoc: visitor(true, ["netdoc"]),
  "org.rw_oet": visitor(true, [], "org.rw_oet"),
  "cntl.ro:mgr": visitor(true, [], "cntl.ro:mgr"),
  "cntl.rw:mgr2group": visitor(true, [], "cntl.rw:mgr2group"),
  "cntl.rw:mgr2ou": visitor(true, [], "cntl.rw:mgr2ou"),
  "another permission": visitor(true, [], "cntl.ro:group"),
  ap_list: visitor(true, ["ap_list"]),
  "nd.ro:device": visitor(true, [], "nd.ro:device"),
  "ap_list and nd.ro:device": visitor(true, ["ap_list"], "nd.ro:device"),
  macfinder: visitor(true, ["macfinder"]),
  ip_contact: visitor(true, ["ip_contact"]),
  domainfinder: visitor(true, ["domainfinder"]),
  macauth: visitor(true, ["macauth"]),
  dhcp_leases: visitor(true, ["dhcp_leases"]),
  "signed out, no module": visitor(false, []),
} as const;

/** The navigation: one line for each entry with its group, one column for each visitor. x is shown, . is not. */
const EXPECTED = [
  ["[NAV-04]", "/home", "systems", "x x x x x x x x x x x x x x x x x x x"],
  ["[NAV-05]", "/dnsvs/bcds", "systems", ". . . x . . . . . . . . . . . . . . ."],
  ["[NAV-06]", "/macauth/bcds", "systems", ". . . . . . . . . . . . . . . . x . ."],
  ["[NAV-07]", "/dhcp-leases/bcds", "systems", "x x . . . . . . . . . . . . . . . x ."],
  ["[NAV-08]", "https://admin.example.org/nat/", "systems", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-09]", "/netdoc/bcds", "systems", ". . . . x . . . . . . . . . . . . . ."],
  ["[NAV-10]", "https://admin.example.org/netdoc/", "systems", ". . x x . x x x x x x x x x x x x x ."],
  ["[NAV-11]", "/org/ou", "organizations", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-12]", "/org/type", "organizations", ". . . . . x . . . . . . . . . . . . ."],
  ["[NAV-13]", "/cntl/groups", "organizations", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-14]", "/cntl/mgr", "organizations", ". . . . . . x x x . . . . . . . . . ."],
  ["[NAV-15]", "/cntl/svc-accounts", "organizations", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-16]", "/tools/hub", "tools", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-17]", "/tools/macfinder", "tools", ". . . . . . . . . . . . . x . . . . ."],
  ["[NAV-18]", "/tools/oui_lookup", "tools", "x x . . . . . . . . . . . x . . . . ."],
  ["[NAV-19]", "/tools/ap_list", "tools", ". . . . . . . . . . . . x . . . . . ."],
  ["[NAV-20]", "/tools/ip", "tools", "x x x x x x x x x x x x x x x x x x x"],
  ["[NAV-21]", "/tools/ip_contact", "tools", ". . . . . . . . . . . . . . x . . . ."],
  ["[NAV-22]", "/tools/domain_finder", "tools", ". . . . . . . . . . . . . . . x . . ."],
  ["Importing:", "/tools/import", "tools", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-23]", "/requests", "requests", "x x x x x x x x x x x x x x x x x x x"],
  ["Own changes:", "/changes", "misc", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-24]", "https://test.docs.example.org/", "misc", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-25]", "/swagger", "misc", "x x x x x x x x x x x x x x x x x x x"],
  ["[NAV-26]", LINKS.NETPORTAL_CHAT_URL, "misc", ". . x x x x x x x x x x x x x x x x ."],
  ["[NAV-27]", LINKS.NETPORTAL_BUGS_URL, "misc", ". . x x x x x x x x x x x x x x x x ."],
] as const;

function shownTo(one: Visitor): readonly string[] {
  return navigationFor(ALL_ROUTES, one, navLinks(SYSTEM)).flatMap(({ entries }) =>
    entries.map(({ path }) => path),
  );
}

/** The groups that have the entry. */
function groupsWith(one: Visitor, wanted: string): readonly string[] {
  return navigationFor(ALL_ROUTES, one, navLinks(SYSTEM))
    .filter(({ entries }) => entries.some(({ path }) => path === wanted))
    .map(({ section }) => section);
}

describe("navigation", () => {
  it.each(EXPECTED)("%s %s in %s is visible for those who may see it", (_, path, group, expected) => {
    const groups = Object.values(VISITORS).map((one) => groupsWith(one, path));
    expect(groups.map(({ length }) => (length === 0 ? "." : "x")).join(" ")).toBe(expected);
    expect(groups.filter(({ length }) => length > 0)).toEqual(expected.match(/x/g)?.map(() => [group]));
  });

  it("[NAV-10] the page for devices stands last among the systems, at an address of the operator", () => {
    const groups = navigationFor(ALL_ROUTES, visitor(true, []), navLinks(SYSTEM));
    const systems = groups.find(({ section }) => section === "systems");
    expect(systems?.entries.at(-1)?.path).toBe("https://admin.example.org/netdoc/");
  });

  it("has only the entries of the table, in its order", () => {
    const everything = visitor(true, ALL_MODULES, "org.rw_oet", "cntl.ro:mgr", "nd.ro:device");
    const wrapper = "https://admin.example.org/netdoc/";
    expect(
      shownTo(everything),
      "EXPECTED in tests/unit/app/navigation.test.ts has a row for each entry, in the order of the navigation",
    ).toEqual(EXPECTED.map(([, path]) => path).filter((path) => path !== wrapper));
  });

  it("each named picture exists", () => {
    const icons = ALL_ROUTES.flatMap(({ nav }) => nav?.icon ?? []);
    expect(icons.length).toBeGreaterThan(15);
    expect(icons.filter((name) => !isIcon(name))).toEqual([]);
    expect([isIcon("no-picture"), isIcon(null)]).toEqual([false, false]);
  });

  it("[NAV-03] a group without a visible entry is hidden, and a module is enabled if js_mods has its name", () => {
    const signedOut = navigationFor(ALL_ROUTES, visitorOf(null, SYSTEM), navLinks(SYSTEM));
    expect(signedOut.map(({ section }) => section)).toEqual(["systems", "tools", "requests", "misc"]);
    expect(visitorOf(null, SYSTEM).modules).toEqual(new Set(["dnsvs", "macauth", "netdoc"]));
    const modsOnly = { ...SYSTEM, js_mods: [], mods: { dnsvs: { is_enabled: true } } };
    expect(visitorOf(null, modsOnly).modules.has("dnsvs")).toBe(false);
  });

  it("[NAV-29] signed-out visitors get no way out of the portal, and the vendor lookup only with its module", () => {
    const stray = visitor(false, ALL_MODULES, "org.rw_oet");
    for (const signedOut of [stray, visitor(false, [])])
      expect(shownTo(signedOut).filter((path) => path.startsWith("https:"))).toEqual([]);
    expect(shownTo(visitor(true, ALL_MODULES)).some((path) => path.startsWith("https:"))).toBe(true);
    expect(shownTo(stray)).toContain("/tools/oui_lookup");
    expect(shownTo(visitor(false, []))).not.toContain("/tools/oui_lookup");
    const enough = ALL_MODULES.filter((one) => shownTo(visitor(false, [one])).includes("/tools/oui_lookup"));
    expect(enough).toEqual(["macfinder"]);
    const others = ALL_MODULES.filter((one) => one !== "macfinder");
    expect(shownTo(visitor(false, others))).not.toContain("/tools/oui_lookup");
  });

  it("[NAV-24] the documentation of each kind of instance has its own host", () => {
    const hosts = (["devel", "test", "production"] as const).map((mode) => {
      const links = navLinks({ ...SYSTEM, links: readLinks(LINKS, mode) });
      const link = links.find(({ title }) => title === "app.nav.documentation");
      return new URL(link?.href ?? "").host;
    });
    expect(hosts).toEqual(["devel", "test", "production"].map((mode) => `${mode}.docs.example.org`));
  });

  it("an instance without configured addresses leads only to the documentation that it serves", () => {
    const links = navLinks({ ...SYSTEM, netdb_admin_base: "", links: readLinks({}, "test") });
    expect(links.map(({ href }) => href)).toEqual(["/docs"]);
    const [misc] = navigationFor([], visitor(true, []), links);
    expect(misc?.entries).toEqual([{ path: "/docs", title: "app.nav.documentation", icon: "info" }]);
  });

  it("[NAV-08] [NAV-10] an instance without an admin base path has no links below it", () => {
    const titles = (base: string) =>
      navLinks({ ...SYSTEM, netdb_admin_base: base }).map(({ title }) => title);
    const misc = ["app.nav.documentation", "app.nav.chat", "app.nav.bugTracker"];
    expect(titles("")).toEqual(misc);
    expect(titles("https://nat.example.org/a")).toEqual([
      "app.nav.addressTranslation",
      "routes.netdoc",
      ...misc,
    ]);
    expect(navLinks({ ...SYSTEM, netdb_admin_base: "https://nat.example.org/a" })[0]?.href).toBe(
      "https://nat.example.org/a/nat/",
    );
  });
});
