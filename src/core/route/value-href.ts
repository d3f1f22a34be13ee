import type { Row } from "#contract/wire/json";
import type { AttributeMeta } from "../catalogue/catalogue.ts";
import { referenceHref } from "./object-routes.ts";

/** Texts that other attributes of their row say the target of. */
const TOLD_BY: Readonly<Record<string, Readonly<Record<string, readonly [object: string, key: string]>>>> = {
  "dns.record.data": { target_ipaddr: ["dns.ip_addr", "value"], target_fqdn: ["dns.fqdn", "value"] },
};

/** Where a value leads that is no reference by itself: an address to its page, the data of a record to the address or name. */
export function valueHref(object: string, { name, data_type: type }: AttributeMeta, row: Row): string | null {
  const value = row[name] ?? null;
  if (type === "inet") return referenceHref("dns.ip_addr", "value", value);
  const told = Object.entries(TOLD_BY[`${object}.${name}`] ?? {});
  const target = told.find(([by]) => (row[by] ?? null) !== null);
  return target === undefined ? null : referenceHref(...target[1], row[target[0]] ?? null);
}
