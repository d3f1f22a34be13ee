import type { ParameterSpec } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { MetadataRow } from "./row.ts";

export type Types = ReadonlyMap<string, ObjectType>;

/** The type to which each attribute refers (wire contract 5.2). */
export function refersTo({ references }: ObjectType): ReadonlyMap<string, MetadataRow> {
  return new Map(
    references.flatMap(({ attributes, to, toAttributes, name }) =>
      attributes.map((attribute, part) => [
        attribute,
        { object_fq_name: to, attribute: toAttributes[part] ?? "gpk", reference_name: name },
      ]),
    ),
  );
}

/** The type to which an attribute refers as a parameter (wire contract 5.3). */
export function refOfAttribute(type: ObjectType, name: string): MetadataRow | null {
  const found = refersTo(type).get(name);
  return found === undefined
    ? null
    : { object_fq_name: found["object_fq_name"] ?? null, attribute: found["attribute"] ?? null };
}

/** The type to which a parameter refers that is not an attribute. */
export function refOfParameter({ ref, names }: ParameterSpec, types: Types): MetadataRow | null {
  const to = names ?? ref?.to;
  if (to === undefined) return null;
  return ref?.by === "gpk" ? { object_fq_name: to, attribute: "gpk" } : refToSelf(types.get(to));
}

/** A type by its key, if that is one attribute with a name of its own. */
export function refToSelf(type: ObjectType | undefined): MetadataRow | null {
  const [key, ...more] = type?.spec.key ?? [];
  if (type === undefined || key === undefined || key === "gpk" || more.length > 0) return null;
  return { object_fq_name: type.name, attribute: key };
}
