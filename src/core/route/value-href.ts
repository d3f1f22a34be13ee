import type { Json, Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import { pageOf, referenceHref, rowHref, type Paged } from "./object-routes.ts";

/** Anchor of the table with the rows of a step. */
export function tableAnchor(of: string): string {
  return `list-${of}`;
}

/** True if an attribute counts dependents of its row. */
export function isCount(catalogue: Paged, object: string, name: string): boolean {
  return pageOf(catalogue, object)?.counts?.[name] !== undefined;
}

/** Target of a number of dependents. A zero has no target. */
function countHref(catalogue: Paged, object: string, name: string, row: Row): string | null {
  const counted = pageOf(catalogue, object)?.counts?.[name];
  if (counted === undefined || (row[name] ?? 0) === 0) return null;
  return counted.startsWith("#")
    ? `${rowHref(catalogue, object, row)}#${tableAnchor(counted.slice(1))}`
    : rowHref(catalogue, object, row, counted);
}

/**
 * Target of a value that is not a reference: an address leads to its page, data of a record to the address or name, and a number of dependents to
 * their list.
 */
export function valueHref(
  catalogue: Catalogue,
  object: string,
  { name, data_type: type }: AttributeMeta,
  row: Row,
): string | null {
  const value = row[name] ?? null;
  if (typeof value === "number") return countHref(catalogue, object, name, row);
  if (type === "inet") return addressHref(catalogue, value);
  return toldHref(catalogue, object, name, row);
}

/** Target of a text whose page is given by another attribute of the row. */
function toldHref(catalogue: Catalogue, object: string, name: string, row: Row): string | null {
  const told = pageOf(catalogue, object)?.told?.[name]?.find((by) => (row[by] ?? null) !== null);
  const by = catalogue.objectType(object)?.attribute(told ?? "") ?? null;
  if (by === null) return null;
  const { name: own, refersTo: to } = by;
  if (to === null) return valueHref(catalogue, object, by, row);
  return referenceHref(catalogue, to.object, to.attribute, row[own] ?? null);
}

/** The page of any address. */
export function addressHref(catalogue: Catalogue, address: Json): string | null {
  const type = catalogue.known.ofAddress;
  return referenceHref(catalogue, type, pageOf(catalogue, type)?.params?.[0] ?? "", address);
}
