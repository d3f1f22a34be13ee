import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { pageOf, referenceHref, rowHref, type Paged } from "./object-routes.ts";

/** Address one level above an object's page: the object that contains it, or the page above (LAUNCH-09). */
export function aboveHref(
  catalogue: Paged,
  type: ObjectTypeMeta,
  row: Row,
  above: (path: string) => string,
): string {
  const up = type.attributes.find(
    ({ name, refersTo, is_computed }) =>
      !is_computed && refersTo?.object === type.name && (row[name] ?? null) !== null,
  );
  const parent =
    up?.refersTo && referenceHref(catalogue, type.name, up.refersTo.attribute, row[up.name] ?? null);
  return parent ?? hostHref(catalogue, type, row) ?? listHref(catalogue, type, row, above);
}

/** The object that contains this object. */
function hostHref(catalogue: Paged, type: ObjectTypeMeta, row: Row): string | null {
  const host = type.attribute(pageOf(catalogue, type.name)?.host ?? "");
  const to = host?.refersTo;
  return to == null ? null : referenceHref(catalogue, to.object, "gpk", row[host?.name ?? ""] ?? null);
}

/** The list of the type in the explorer. */
function listHref(catalogue: Paged, type: ObjectTypeMeta, row: Row, above: (path: string) => string): string {
  const href = rowHref(catalogue, type.name, row);
  return href.startsWith("/object/") ? `/object/${type.name}` : above(href);
}
