import type { Json, Params, Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "./catalogue.ts";
import { referenceTitle, titleOf } from "./title.ts";

/** A reference by a natural key to objects whose title contains more than the key. */
export interface Keyed {
  readonly target: ObjectTypeMeta;
  /** The attribute of the target's key that the reference holds. */
  readonly attribute: string;
  /** Own attribute → attribute of the key. */
  readonly on: readonly (readonly [own: string, key: string])[];
}

/** The keyed reference of an attribute; null for references by gpk, and if the key says as much as the title. */
export function keyedBy(catalogue: Catalogue, type: ObjectTypeMeta, attribute: AttributeMeta): Keyed | null {
  const to = attribute.refersTo;
  const target = to === null ? null : titledTarget(catalogue, to.object, to.attribute);
  if (to === null || target === null) return null;
  const on = type.attributes.flatMap(({ name, refersTo }) =>
    refersTo?.referenceName === to.referenceName ? [[name, refersTo.attribute] as const] : [],
  );
  const isWhole = on.length === target.key.length && on.every(([, key]) => target.key.includes(key));
  // A part of the key represents the object if the title contains it, like the number of a building in a site.
  const isItsName = on.length === 1 || target.title.includes(to.attribute);
  return isWhole && isItsName ? { target, attribute: to.attribute, on } : null;
}

/** The object type of a key, if its title contains more than the key. */
export function titledTarget(catalogue: Catalogue, object: string, attribute: string): ObjectTypeMeta | null {
  const target = attribute === "gpk" ? null : catalogue.objectType(object);
  return target !== null && saysMore(target) ? target : null;
}

/** True if the title has attributes besides the key, and none of them is the gpk of another object. */
function saysMore(type: ObjectTypeMeta): boolean {
  return (
    type.title.some((name) => !type.key.includes(name)) &&
    type.title.every((name) => type.attribute(name)?.refersTo?.attribute !== "gpk")
  );
}

/** The key of the object behind one value of the reference; null if a part of it is missing. */
export function keyIn({ on }: Keyed, row: Row, value: Json): Params | null {
  const parts = on.map(([own, key]) => [key, on.length === 1 ? value : (row[own] ?? null)] as const);
  return parts.some(([, part]) => part === null) ? null : Object.fromEntries(parts);
}

/** The title of an object that is referred to by its key; the key stands behind a title without it. */
export function keyedTitle(type: ObjectTypeMeta, row: Row, key: string): string {
  const title = type.key.length === 1 ? referenceTitle(type, row) : titleOf(type, row);
  return ` ${title} `.includes(` ${key} `) ? title : `${title} (${key})`;
}
