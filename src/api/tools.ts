import { queryOptions } from "@tanstack/react-query";
import type { DomainFinds, IpContact, MacJob, Vendor } from "#contract/wire/tools";
import type { Http } from "./http.ts";
import { shaped, type Check } from "./shape.ts";

const TEXT = ["string", null] as const;
const ADMINISTRATORS = { admin_list: [{ email: TEXT, first_name: TEXT, last_name: TEXT }] } as const;
const isVendor = shaped<Vendor>({ prefix: TEXT, manufacturer: TEXT });
const isContact = shaped<IpContact>({
  ip: "string",
  cidr: "string",
  ou_list: [{ fq_name: "string", ...ADMINISTRATORS }],
  group_list: [{ name: "string", ...ADMINISTRATORS }],
});
const isFinds = shaped<DomainFinds>({
  result_list: [
    { fqdn: "string", zone: "string", ou_list: [{ fq_name: "string" }], group_list: [{ name: "string" }] },
  ],
  is_truncated: "boolean",
});
const isJob = shaped<MacJob>({
  id: "string",
  mac_addr: "string",
  state: "string",
  hit_list: [[{ last_seen: "string" }], null],
});

/** The vendor of devices with this MAC address or prefix (wire contract 6.6). */
export const vendorQuery = (http: Http, prefix: string) =>
  lookup(http, "vendor", `/api/oui_lookup/${encodeURIComponent(prefix)}`, isVendor);

/** Who is responsible for an address (wire contract 6.7). */
export const ipContactQuery = (http: Http, ip: string) =>
  lookup(http, "ip_contact", `/api/ip_contact/${encodeURIComponent(ip)}`, isContact);

/** Names that contain a text (wire contract 6.8). */
export const domainsQuery = (http: Http, term: string) =>
  lookup(http, "domains", `/api/domainfinder?term=${encodeURIComponent(term)}`, isFinds);

/** Starts a search for a MAC address (wire contract 6.5). */
export async function beginMacSearch(http: Http, mac: string): Promise<MacJob> {
  return (await http.post("/api/macfinder/jobs", { body: { mac_addr: mac } })).as(isJob);
}

const POLL_EVERY = 1000;

/** A search for a MAC address, requested until it is finished. */
export const macJobQuery = (http: Http, id: string) =>
  queryOptions({
    ...lookup(http, "mac_job", `/api/macfinder/jobs/${encodeURIComponent(id)}`, isJob),
    refetchInterval: ({ state }) => {
      if (state.error !== null) return false;
      return state.data?.state === "done" || state.data?.state === "failed" ? false : POLL_EVERY;
    },
  });

function lookup<T>(http: Http, name: string, path: string, check: Check<T>) {
  return queryOptions({
    queryKey: ["tool", name, path],
    queryFn: async ({ signal }) => (await http.get(path, { signal })).as(check),
    retry: false,
  });
}
