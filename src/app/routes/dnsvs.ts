import type { Rule } from "#contract/rule";
import { nameIn, type Crumb, type ShownPage } from "#core/route/route";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

const DNSVS: Rule = { all: [{ module: "dnsvs" }, "signedIn"] };

/** The BCD that what is shown belongs to, once it is known. */
function bcdCrumb(page: ShownPage | null): readonly Crumb[] {
  const name = nameIn(page, "subnet", "bcd");
  return name === null ? [] : ownCrumb(name, "/dnsvs/bcds/:bcd_name", { bcd_name: name });
}

/** The subnet that an address lies in, below its BCD. */
function subnetCrumbs(page: ShownPage | null): readonly Crumb[] {
  const cidr = nameIn(page, "subnet", "cidr");
  return cidr === null ? [] : [...bcdCrumb(page), ...ownCrumb(cidr, "/dnsvs/subnets/:cidr", { cidr })];
}

/** DNSVS: BCDs, names, records, addresses. */
export const DNSVS_ROUTES: readonly AppRoute[] = [
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
    async () => (await import("../../screens/dnsvs/bcds.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/bcds/:bcd_name",
      title: "routes.bcd",
      visible: DNSVS,
      crumb: (p) => ownCrumb(p.bcd_name, "/dnsvs/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/dnsvs/bcd.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns",
      title: "routes.fqdns",
      visible: DNSVS,
    },
    async () => (await import("../../screens/dnsvs/fqdns.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn",
      title: "routes.fqdn",
      visible: DNSVS,
      crumb: (p) => ownCrumb(p.fqdn, "/dnsvs/fqdns/:fqdn", p),
    },
    async () => (await import("../../screens/dnsvs/fqdn.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn/records",
      title: "routes.records",
      visible: DNSVS,
    },
    async () => (await import("../../screens/dnsvs/fqdn-records.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/fqdns/:fqdn/references",
      title: "routes.references",
      visible: DNSVS,
    },
    async () => (await import("../../screens/dnsvs/fqdn-references.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/ips/:ip/records",
      title: "routes.ipRecords",
      visible: DNSVS,
      below: "/dnsvs/bcds",
      crumb: (p, page) => [...subnetCrumbs(page), ...ownCrumb(p.ip, "/dnsvs/ips/:ip/records", p)],
    },
    async () => (await import("../../screens/dnsvs/ip-records.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/subnets/:cidr",
      title: "routes.subnet",
      visible: DNSVS,
      below: "/dnsvs/bcds",
      crumb: (p, page) => [...bcdCrumb(page), ...ownCrumb(p.cidr, "/dnsvs/subnets/:cidr", p)],
    },
    async () => (await import("../../screens/dnsvs/subnet.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/null_records",
      title: "routes.nullRecords",
      visible: DNSVS,
    },
    async () => (await import("../../screens/dnsvs/null-records.ts")).default,
  ),
  screen(
    {
      path: "/dnsvs/text_records",
      title: "routes.textRecords",
      visible: { all: [DNSVS, { permission: "dns.rw:record" }] },
    },
    async () => (await import("../../screens/dnsvs/text-records.ts")).default,
  ),
];
