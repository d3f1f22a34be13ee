import type { Pages, Views } from "#core/catalogue/known";
import type { Rule } from "#contract/rule";
import { nameIn, type Crumb, type ShownPage } from "#core/route/route";
import { opens, ownCrumb, type SubjectRoutes } from "#core/route/subject";

const FQDN = "/dnsvs/fqdns/:fqdn";
const OF_FQDN = { path: FQDN, params: ["fqdn"] };
const RECORDS = "/dnsvs/fqdns/:fqdn/records";

/** Names, records and addresses. */
export const PAGES: Pages = {
  "dns.fqdn": {
    path: FQDN,
    params: ["value"],
    counts: {
      record_count: "records",
      reference_count: "references",
      sub_fqdn_count: "#sub",
    },
  },
  "dns.fqdn2group": OF_FQDN,
  "dns.fqdn2ou": OF_FQDN,
  "dns.record": {
    path: RECORDS,
    params: ["fqdn"],
    told: { data: ["target_ipaddr", "target_fqdn"] },
  },
  "dns.ip_addr": {
    path: "/dnsvs/ips/:ip/records",
    params: ["value"],
    counts: { record_count: "#record" },
  },
};

export const VIEWS: Views = {
  "nd.bcd#dnsvs": "/dnsvs/bcds/:bcd_name",
  "dns.fqdn#records": RECORDS,
  "dns.fqdn#references": "/dnsvs/fqdns/:fqdn/references",
};

export const OF_ADDRESS = "dns.ip_addr";

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
export const ROUTES: SubjectRoutes = {
  visible: DNSVS,
  routes: [
    opens("/dnsvs", { title: "routes.dnsvs" }, "/dnsvs/bcds"),
    opens("/dnsvs/ranges", { title: "routes.dnsvs" }, "/dnsvs/bcds"),
    opens(
      "/dnsvs/bcds",
      {
        title: "routes.dnsvsBcds",
        key: "d",
        nav: { section: "systems", order: 2, icon: "names", title: "routes.dnsvs" },
      },
      () => import("./bcds.ts"),
    ),
    opens("/dnsvs/bcds/:bcd_name", { title: "routes.bcd" }, () => import("./bcd.ts")),
    opens("/dnsvs/fqdns", { title: "routes.fqdns" }, () => import("./fqdns.ts")),
    opens("/dnsvs/fqdns/:fqdn", { title: "routes.fqdn" }, () => import("./fqdn.ts")),
    opens("/dnsvs/fqdns/:fqdn/records", { title: "routes.records" }, () => import("./fqdn-records.ts")),
    opens(
      "/dnsvs/fqdns/:fqdn/references",
      { title: "routes.references" },
      () => import("./fqdn-references.ts"),
    ),
    opens(
      "/dnsvs/ips/:ip/records",
      {
        title: "routes.ipRecords",
        below: "/dnsvs/bcds",
        crumb: (p, page) => [...subnetCrumbs(page), ...ownCrumb(p.ip, "/dnsvs/ips/:ip/records", p)],
      },
      () => import("./ip-records.ts"),
    ),
    opens(
      "/dnsvs/subnets/:cidr",
      {
        title: "routes.subnet",
        below: "/dnsvs/bcds",
        crumb: (p, page) => [...bcdCrumb(page), ...ownCrumb(p.cidr, "/dnsvs/subnets/:cidr", p)],
      },
      () => import("./subnet.ts"),
    ),
    opens("/dnsvs/null_records", { title: "routes.nullRecords" }, () => import("./null-records.ts")),
    opens(
      "/dnsvs/text_records",
      { title: "routes.textRecords", visible: { all: [DNSVS, { permission: "dns.rw:record" }] } },
      () => import("./text-records.ts"),
    ),
  ],
};
