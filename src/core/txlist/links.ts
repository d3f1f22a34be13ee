import type { Params, Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { PlannedFunction } from "./planned.ts";

/** A type whose rows are no objects to be created: they come and go with functions of the two objects they lead between. */
export interface LinkType {
  /** Type of the objects at both ends. */
  readonly object: ObjectTypeMeta;
  /** Attributes of the link that hold the gpks of its ends. */
  readonly ends: readonly [string, string];
  /** Parameter of `connect` that takes the gpk of the other end. */
  readonly parameter: string;
  /** Attribute of an end that tells the other one; null where none or several do. */
  readonly other: string | null;
}

const MAKES = "connect";
const ENDS = "disconnect";

/** How rows of the type are made and ended, read from the metadata; null for any other type. */
export function linkTypeOf(catalogue: Catalogue, type: ObjectTypeMeta): LinkType | null {
  if (["create", "update", "delete"].some((name) => catalogue.fn(type.name, name) !== null)) return null;
  const [one, other, ...more] = type.attributes.filter((attribute) => namesByGpk(attribute) !== null);
  const name = one === undefined ? null : namesByGpk(one);
  if (one === undefined || other === undefined || more.length > 0 || namesByGpk(other) !== name) return null;
  const object = name === null ? null : catalogue.objectType(name);
  if (object === null || catalogue.fn(object.name, ENDS) === null) return null;
  const parameters = Object.entries(catalogue.fn(object.name, MAKES)?.parameters ?? {});
  const [parameter, ...others] = parameters.filter(([, { new: side }]) => side?.isRequired === true);
  if (parameter === undefined || others.length > 0) return null;
  return { object, ends: [one.name, other.name], parameter: parameter[0], other: otherEndOf(object) };
}

/** The computed attribute of a type that names another row of it. */
function otherEndOf(type: ObjectTypeMeta): string | null {
  const [one, ...more] = type.attributes.filter(
    (attribute) => attribute.is_computed && namesByGpk(attribute) === type.name,
  );
  return one === undefined || more.length > 0 ? null : one.name;
}

function namesByGpk({ refersTo }: AttributeMeta): string | null {
  return refersTo?.attribute === "gpk" ? refersTo.object : null;
}

/** Makes the link again. */
export function linked({ ends: [one, other], parameter }: LinkType, row: Row): LinkAction {
  return { fn: MAKES, old: { gpk: row[one] ?? null }, new: { [parameter]: row[other] ?? null } };
}

/** Ends the link, as long as it still leads to the same other end. */
export function unlinked({ ends: [one, two], other }: LinkType, row: Row): LinkAction {
  const check = other === null ? {} : { [other]: row[two] ?? null };
  return { fn: ENDS, old: { gpk: row[one] ?? null, ...check }, new: {} };
}

export interface LinkAction {
  readonly fn: PlannedFunction;
  readonly old: Params;
  readonly new: Params;
}
