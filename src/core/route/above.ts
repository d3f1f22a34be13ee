import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { hostOf, referenceHref, rowHref } from "./object-routes.ts";

/** Address one level above an object's page: of the object it lies in, or of the list it stands in (LAUNCH-09). */
export function aboveHref(type: ObjectTypeMeta, row: Row): string {
  const above = type.attributes.find(
    ({ name, refersTo, is_computed }) =>
      !is_computed && refersTo?.object === type.name && (row[name] ?? null) !== null,
  );
  const parent =
    above?.refersTo === undefined || above.refersTo === null
      ? null
      : referenceHref(type.name, above.refersTo.attribute, row[above.name] ?? null);
  return parent ?? hostHref(type, row) ?? listHref(type, row);
}

function hostHref(type: ObjectTypeMeta, row: Row): string | null {
  const host = hostOf(type.name);
  return host === null ? null : referenceHref(host.object, "gpk", row[host.attribute] ?? null);
}

/** One part of the path less; the explorer has a list of the type. */
function listHref(type: ObjectTypeMeta, row: Row): string {
  const href = rowHref(type.name, row);
  return href.startsWith("/object/") ? `/object/${type.name}` : href.slice(0, href.lastIndexOf("/"));
}
