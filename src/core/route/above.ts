import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { HOSTS, referenceHref, rowHref } from "./object-routes.ts";

/** Address one level above an object's page: the object that contains it, or the page above (LAUNCH-09). */
export function aboveHref(type: ObjectTypeMeta, row: Row, above: (path: string) => string): string {
  const up = type.attributes.find(
    ({ name, refersTo, is_computed }) =>
      !is_computed && refersTo?.object === type.name && (row[name] ?? null) !== null,
  );
  const parent = up?.refersTo && referenceHref(type.name, up.refersTo.attribute, row[up.name] ?? null);
  const host = HOSTS[type.name];
  const inHost = host && referenceHref(host.object, "gpk", row[host.attribute] ?? null);
  return parent ?? inHost ?? listHref(type, row, above);
}

/** The list of the type in the explorer. */
function listHref(type: ObjectTypeMeta, row: Row, above: (path: string) => string): string {
  const href = rowHref(type.name, row);
  return href.startsWith("/object/") ? `/object/${type.name}` : above(href);
}
