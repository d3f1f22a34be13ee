import type { AttributeSpec, CountSpec, LookupSpec, ObjectTypeSpec } from "./define.ts";

/** The definition with the SQL of attributes that are said to be looked up or counted. */
export function withDerived(spec: ObjectTypeSpec): ObjectTypeSpec {
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => [name, derived(attribute)]);
  // The same names with the same members and `computed` where it follows from them.
  return { ...spec, attributes: Object.fromEntries(attributes) as ObjectTypeSpec["attributes"] };
}

function derived(attribute: AttributeSpec): AttributeSpec {
  if (attribute.lookup !== undefined) return { ...attribute, computed: lookupSql(attribute.lookup) };
  if (attribute.counted !== undefined) return { ...attribute, computed: countSql(attribute.counted) };
  return attribute;
}

function lookupSql(lookup: LookupSpec): string {
  const found = `(select x."${lookup.attribute}" from ${tableOf(lookup.to)} x where x.id = t."${lookup.column}")`;
  return withOtherwise(lookup, found);
}

/** The value, or what stands for it where there is none. */
export function withOtherwise({ otherwise }: LookupSpec, value: string): string {
  return otherwise === undefined ? value : `coalesce(${value}, ${String(otherwise)})`;
}

function countSql({ of, by }: CountSpec): string {
  return `(select count(*) from ${tableOf(of)} x where x."${by}" = t.id)`;
}

/** Table of a type by its name. */
export function tableOf(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}
