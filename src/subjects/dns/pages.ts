import type { Pages, Views } from "#core/catalogue/known";

const FQDN = "/dnsvs/fqdns/:fqdn";
const RECORDS = "/dnsvs/fqdns/:fqdn/records";

/** Names, records and addresses. */
export const PAGES: Pages = {
  "dns.fqdn": {
    path: FQDN,
    params: { fqdn: "value" },
    variants: { records: RECORDS, references: "/dnsvs/fqdns/:fqdn/references" },
    counts: {
      record_count: { variant: "records" },
      reference_count: { variant: "references" },
      sub_fqdn_count: { table: "sub" },
    },
  },
  "dns.fqdn2group": { path: FQDN, params: { fqdn: "fqdn" } },
  "dns.fqdn2ou": { path: FQDN, params: { fqdn: "fqdn" } },
  "dns.record": {
    path: RECORDS,
    params: { fqdn: "fqdn" },
    told: { data: ["target_ipaddr", "target_fqdn"] },
  },
  "dns.ip_addr": {
    path: "/dnsvs/ips/:ip/records",
    params: { ip: "value" },
    counts: { record_count: { table: "record" } },
    ofEvery: { dataType: "inet", attribute: "value" },
  },
};

export const VIEWS: Views = { "nd.bcd": { dnsvs: "/dnsvs/bcds/:bcd_name" } };
