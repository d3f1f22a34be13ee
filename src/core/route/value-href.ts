import type { Row } from "#contract/wire/json";
import type { AttributeMeta } from "../catalogue/catalogue.ts";
import { referenceHref, rowHref } from "./object-routes.ts";

/** Texts that other attributes of their row say the target of. */
const TOLD_BY: Readonly<Record<string, Readonly<Record<string, readonly [object: string, key: string]>>>> = {
  "dns.record.data": { target_ipaddr: ["dns.ip_addr", "value"], target_fqdn: ["dns.fqdn", "value"] },
};

/** Numbers of what belongs to a row: the variant of its page that lists it, or the table of its page that does. */
const COUNTED: Readonly<Record<string, { readonly variant: string } | { readonly table: string }>> = {
  "dns.fqdn.record_count": { variant: "records" },
  "dns.fqdn.reference_count": { variant: "references" },
  "dns.fqdn.sub_fqdn_count": { table: "sub" },
  "nd.bcd.subnet_count": { table: "subnet" },
  "nd.bcd.vlan_count": { table: "vlan" },
  "org.unit.sub_unit_count": { table: "sub" },
  "cntl.group.member_count": { table: "account" },
};

/** The numbers that lead somewhere, for the test that each of them exists. */
export function countedAttributes(): readonly (readonly [string, (typeof COUNTED)[string]])[] {
  return Object.entries(COUNTED);
}

/** Name in an address of the table with the rows of a step. */
export function tableAnchor(of: string): string {
  return `list-${of}`;
}

/** Whether an attribute is the number of what belongs to its row. */
export function isCount(object: string, name: string): boolean {
  return COUNTED[`${object}.${name}`] !== undefined;
}

/** Where a number of a row leads; there is nothing to see of none. */
function countHref(object: string, name: string, row: Row): string | null {
  const counted = COUNTED[`${object}.${name}`];
  if (counted === undefined || (row[name] ?? 0) === 0) return null;
  return "variant" in counted
    ? rowHref(object, row, counted.variant)
    : `${rowHref(object, row)}#${tableAnchor(counted.table)}`;
}

/**
 * Where a value leads that is no reference by itself: an address to its page, the data of a record to the address or name, a number of
 * what belongs to the row to the list of it.
 */
export function valueHref(object: string, { name, data_type: type }: AttributeMeta, row: Row): string | null {
  const value = row[name] ?? null;
  if (typeof value === "number") return countHref(object, name, row);
  if (type === "inet") return referenceHref("dns.ip_addr", "value", value);
  const told = Object.entries(TOLD_BY[`${object}.${name}`] ?? {});
  const target = told.find(([by]) => (row[by] ?? null) !== null);
  return target === undefined ? null : referenceHref(...target[1], row[target[0]] ?? null);
}
