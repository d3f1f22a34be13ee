import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { hostOf, referenceHref, rowHref } from "./object-routes.ts";

/** Address one level above an object's page: of the object it lies in, or of the page above its own (LAUNCH-09). */
export function aboveHref(type: ObjectTypeMeta, row: Row, above: (path: string) => string): string {
  const up = type.attributes.find(
    ({ name, refersTo, is_computed }) =>
      !is_computed && refersTo?.object === type.name && (row[name] ?? null) !== null,
  );
  const parent =
    up?.refersTo === undefined || up.refersTo === null
      ? null
      : referenceHref(type.name, up.refersTo.attribute, row[up.name] ?? null);
  return parent ?? hostHref(type, row) ?? listHref(type, row, above);
}

function hostHref(type: ObjectTypeMeta, row: Row): string | null {
  const host = hostOf(type.name);
  return host === null ? null : referenceHref(host.object, "gpk", row[host.attribute] ?? null);
}

/** The explorer has a list of the type. */
function listHref(type: ObjectTypeMeta, row: Row, above: (path: string) => string): string {
  const href = rowHref(type.name, row);
  return href.startsWith("/object/") ? `/object/${type.name}` : above(href);
}
