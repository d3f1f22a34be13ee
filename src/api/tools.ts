import { queryOptions } from "@tanstack/react-query";
import type { Json } from "#contract/wire/json";
import type { DomainFinds, IpContact, MacJob, Vendor } from "#contract/wire/tools";
import type { Http } from "./http.ts";

/** Who made the devices with this MAC address or beginning of one (wire contract 6.6). */
export const vendorQuery = (http: Http, prefix: string) =>
  lookup<Vendor>(http, "vendor", `/api/oui_lookup/${encodeURIComponent(prefix)}`);

/** Who is responsible for an address (wire contract 6.7). */
export const ipContactQuery = (http: Http, ip: string) =>
  lookup<IpContact>(http, "ip_contact", `/api/ip_contact/${encodeURIComponent(ip)}`);

/** Names that contain a text (wire contract 6.8). */
export const domainsQuery = (http: Http, term: string) =>
  lookup<DomainFinds>(http, "domains", `/api/domainfinder?term=${encodeURIComponent(term)}`);

/** Begins to search for a MAC address (wire contract 6.5). */
export async function beginMacSearch(http: Http, mac: string): Promise<MacJob> {
  return answered<MacJob>((await http.post("/api/macfinder/jobs", { body: { mac_addr: mac } })).body);
}

const POLL_EVERY = 1000;

/** A search for a MAC address, asked for until it is over. */
export const macJobQuery = (http: Http, id: string) =>
  queryOptions({
    ...lookup<MacJob>(http, "mac_job", `/api/macfinder/jobs/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => {
      if (state.error !== null) return false;
      return state.data?.state === "done" || state.data?.state === "failed" ? false : POLL_EVERY;
    },
  });

function lookup<Answer>(http: Http, name: string, path: string) {
  return queryOptions({
    queryKey: ["tool", name, path],
    queryFn: async ({ signal }) => answered<Answer>((await http.get(path, { signal })).body),
    retry: false,
  });
}

// Parse boundary of the answers (wire contract 6.5 to 6.8).
function answered<Answer>(body: Json): Answer {
  return body as unknown as Answer;
}
