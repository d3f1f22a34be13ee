import type { Pages, Views } from "#core/catalogue/known";

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
