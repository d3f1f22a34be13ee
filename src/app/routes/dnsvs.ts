import type { Rule } from "#contract/rule";
import { nameIn, type Crumb, type ShownPage } from "#core/route/route";
import { ownCrumb, redirect, screen, visibleTo } from "../app-route.ts";

const DNSVS: Rule = { all: [{ module: "dnsvs" }, "signedIn"] };

/** The BCD of the page, once known. */
function bcdCrumb(page: ShownPage | null): readonly Crumb[] {
  const name = nameIn(page, "subnet", "bcd");
  return name === null ? [] : ownCrumb(name, "/dnsvs/bcds/:bcd_name", { bcd_name: name });
}

/** The subnet of an address, below its BCD. */
function subnetCrumbs(page: ShownPage | null): readonly Crumb[] {
  const cidr = nameIn(page, "subnet", "cidr");
  return cidr === null ? [] : [...bcdCrumb(page), ...ownCrumb(cidr, "/dnsvs/subnets/:cidr", { cidr })];
}

/** DNSVS: BCDs, names, records, addresses. */
export const DNSVS_ROUTES = visibleTo(DNSVS, [
  redirect("/dnsvs", "/dnsvs/bcds", { title: "routes.dnsvs" }),
  redirect("/dnsvs/ranges", "/dnsvs/bcds", { title: "routes.dnsvs" }),
  screen(
    "/dnsvs/bcds",
    { title: "routes.dnsvsBcds", nav: { section: "systems", order: 2, title: "routes.dnsvs" } },
    () => import("../../screens/dnsvs/bcds.ts"),
  ),
  screen("/dnsvs/bcds/:bcd_name", { title: "routes.bcd" }, () => import("../../screens/dnsvs/bcd.ts")),
  screen("/dnsvs/fqdns", { title: "routes.fqdns" }, () => import("../../screens/dnsvs/fqdns.ts")),
  screen("/dnsvs/fqdns/:fqdn", { title: "routes.fqdn" }, () => import("../../screens/dnsvs/fqdn.ts")),
  screen(
    "/dnsvs/fqdns/:fqdn/records",
    { title: "routes.records" },
    () => import("../../screens/dnsvs/fqdn-records.ts"),
  ),
  screen(
    "/dnsvs/fqdns/:fqdn/references",
    { title: "routes.references" },
    () => import("../../screens/dnsvs/fqdn-references.ts"),
  ),
  screen(
    "/dnsvs/ips/:ip/records",
    {
      title: "routes.ipRecords",
      below: "/dnsvs/bcds",
      crumb: (p, page) => [...subnetCrumbs(page), ...ownCrumb(p.ip, "/dnsvs/ips/:ip/records", p)],
    },
    () => import("../../screens/dnsvs/ip-records.ts"),
  ),
  screen(
    "/dnsvs/subnets/:cidr",
    {
      title: "routes.subnet",
      below: "/dnsvs/bcds",
      crumb: (p, page) => [...bcdCrumb(page), ...ownCrumb(p.cidr, "/dnsvs/subnets/:cidr", p)],
    },
    () => import("../../screens/dnsvs/subnet.ts"),
  ),
  screen(
    "/dnsvs/null_records",
    { title: "routes.nullRecords" },
    () => import("../../screens/dnsvs/null-records.ts"),
  ),
  screen(
    "/dnsvs/text_records",
    { title: "routes.textRecords", visible: { all: [DNSVS, { permission: "dns.rw:record" }] } },
    () => import("../../screens/dnsvs/text-records.ts"),
  ),
]);
