import type { Params, Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { PlannedFunction } from "./planned.ts";

/** A type whose rows are links: functions of the two linked objects create and end them. */
export interface LinkType {
  /** Type of the objects at both ends. */
  readonly object: ObjectTypeMeta;
  /** Attributes of the link with the gpks of its ends. */
  readonly ends: readonly [string, string];
  /** Parameter of `connect` with the gpk of the other end. */
  readonly parameter: string;
  /** Attribute of an end that names the other one; null for none or several. */
  readonly other: string | null;
}

const MAKES = "connect";
const ENDS = "disconnect";

/** How links of the type are made and ended, from the metadata; null for any other type. */
export function linkTypeOf(catalogue: Catalogue, type: ObjectTypeMeta): LinkType | null {
  if (["create", "update", "delete"].some((name) => catalogue.fn(type.name, name) !== null)) return null;
  const between = endsOf(catalogue, type);
  const parameter = between === null ? null : otherEndParameter(catalogue, between.object);
  if (between === null || parameter === null) return null;
  return { ...between, parameter, other: otherEndOf(between.object) };
}

/** The two attributes that refer to objects of one type, if there are no others. */
function endsOf(catalogue: Catalogue, type: ObjectTypeMeta): Pick<LinkType, "object" | "ends"> | null {
  const naming = type.attributes.flatMap((attribute) => {
    const object = namesByGpk(attribute);
    return object === null ? [] : [{ name: attribute.name, object }];
  });
  const [one, two, ...more] = naming;
  if (one === undefined || two === undefined || more.length > 0 || one.object !== two.object) return null;
  const object = catalogue.objectType(one.object);
  return object === null ? null : { object, ends: [one.name, two.name] };
}

/** Parameter of `connect`; null if the type cannot be connected and disconnected. */
function otherEndParameter(catalogue: Catalogue, { name }: ObjectTypeMeta): string | null {
  if (catalogue.fn(name, ENDS) === null) return null;
  const parameters = Object.entries(catalogue.fn(name, MAKES)?.parameters ?? {});
  const [parameter, ...others] = parameters.filter(([, { new: side }]) => side?.isRequired === true);
  return parameter === undefined || others.length > 0 ? null : parameter[0];
}

/** The computed attribute that refers to another row of the type. */
function otherEndOf(type: ObjectTypeMeta): string | null {
  const [one, ...more] = type.attributes.filter(
    (attribute) => attribute.is_computed && namesByGpk(attribute) === type.name,
  );
  return one === undefined || more.length > 0 ? null : one.name;
}

function namesByGpk({ refersTo }: AttributeMeta): string | null {
  return refersTo?.attribute === "gpk" ? refersTo.object : null;
}

export function linked({ ends: [one, other], parameter }: LinkType, row: Row): LinkAction {
  return { fn: MAKES, old: { gpk: row[one] ?? null }, new: { [parameter]: row[other] ?? null } };
}

/** Ends the link, if it still leads to the same object. */
export function unlinked({ ends: [one, two], other }: LinkType, row: Row): LinkAction {
  const check = other === null ? {} : { [other]: row[two] ?? null };
  return { fn: ENDS, old: { gpk: row[one] ?? null, ...check }, new: {} };
}

/** A function with its parameters. */
export interface LinkAction {
  readonly fn: PlannedFunction;
  readonly old: Params;
  readonly new: Params;
}
