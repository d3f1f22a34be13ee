import type { Json, Row } from "#contract/wire/json";
import type { AttributeMeta } from "../catalogue/catalogue.ts";
import { referenceHref, rowHref } from "./object-routes.ts";

/** Texts whose target another attribute of the row decides. */
const TOLD_BY: Readonly<Record<string, Readonly<Record<string, readonly [object: string, key: string]>>>> = {
  "dns.record.data": { target_ipaddr: ["dns.ip_addr", "value"], target_fqdn: ["dns.fqdn", "value"] },
};

/** Numbers of dependents: the variant or table of the page that lists them. */
const COUNTED: Readonly<Record<string, { readonly variant: string } | { readonly table: string }>> = {
  "dns.fqdn.record_count": { variant: "records" },
  "dns.fqdn.reference_count": { variant: "references" },
  "dns.fqdn.sub_fqdn_count": { table: "sub" },
  "dns.ip_addr.record_count": { table: "record" },
  "nd.bcd.subnet_count": { table: "subnet" },
  "nd.bcd.vlan_count": { table: "vlan" },
  "org.unit.sub_unit_count": { table: "sub" },
  "cntl.group.member_count": { table: "account" },
};

/** All numbers with links, for the test that each of them exists. */
export function countedAttributes(): readonly (readonly [string, (typeof COUNTED)[string]])[] {
  return Object.entries(COUNTED);
}

/** Anchor of the table with the rows of a step. */
export function tableAnchor(of: string): string {
  return `list-${of}`;
}

/** True if an attribute counts dependents of its row. */
export function isCount(object: string, name: string): boolean {
  return COUNTED[`${object}.${name}`] !== undefined;
}

/** Target of such a number; none for zero. */
function countHref(object: string, name: string, row: Row): string | null {
  const counted = COUNTED[`${object}.${name}`];
  if (counted === undefined || (row[name] ?? 0) === 0) return null;
  return "variant" in counted
    ? rowHref(object, row, counted.variant)
    : `${rowHref(object, row)}#${tableAnchor(counted.table)}`;
}

/**
 * Target of a value that is not a reference: an address leads to its page, data of a record to the address or name, a number of dependents to their
 * list.
 */
export function valueHref(object: string, { name, data_type: type }: AttributeMeta, row: Row): string | null {
  const value = row[name] ?? null;
  if (typeof value === "number") return countHref(object, name, row);
  if (type === "inet") return addressHref(value);
  const told = Object.entries(TOLD_BY[`${object}.${name}`] ?? {});
  const target = told.find(([by]) => (row[by] ?? null) !== null);
  return target === undefined ? null : referenceHref(...target[1], row[target[0]] ?? null);
}

/** The page of any address. */
export function addressHref(address: Json): string | null {
  return referenceHref("dns.ip_addr", "value", address);
}
