import type { ObjectType } from "../catalogue/object-type.ts";
import { defaultNames } from "../sql/join.ts";
import type { MetadataRow } from "./describe-row.ts";

/** Rows of `wapi.reference`: foreign keys and computed relations by name (wire contract 5.4). */
export function describedReferences(types: readonly ObjectType[]): readonly MetadataRow[] {
  const byName = new Map(types.map((type) => [type.name, type]));
  const isDefault = (name: string, from: ObjectType, to: string): boolean => {
    const other = byName.get(to as `${string}.${string}`);
    const names = other === undefined ? [] : defaultNames(from, other);
    return names.length === 1 && names[0] === name;
  };
  return types.flatMap((type) => [
    ...type.references.map((reference) => ({
      id: reference.name,
      name: reference.name,
      kind: reference.links === undefined ? "fkey" : "func",
      object_fq_name: type.name,
      attribute_list: reference.attributes,
      ref_object_fq_name: reference.to,
      ref_attribute_list: reference.toAttributes,
      is_default: isDefault(reference.name, type, reference.to),
    })),
    ...(type.spec.relations ?? []).map(({ name, to }) => ({
      id: name,
      name,
      kind: "func",
      object_fq_name: type.name,
      attribute_list: [],
      ref_object_fq_name: to,
      ref_attribute_list: [],
      is_default: to === "*" || isDefault(name, type, to),
    })),
  ]);
}
