import type { ReferenceRow } from "#contract/wire/metadata";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";

/** Relation between rows of two types: by equal values. A list stands for each of its elements. */
export interface Link {
  readonly own: readonly string[];
  readonly theirs: readonly string[];
  /** True if the rows of the other type name the rows of this type; false if this type names the other one. */
  readonly isNamed: boolean;
  /** A computed list of gpks with the relation; null in it means that it is unknown. */
  readonly list?: string;
}

const GPK = ["gpk"];

/** Relation between rows of a type and those of an earlier step by this reference; null if only the server knows it. */
export function linkOf(type: ObjectTypeMeta, earlier: ObjectTypeMeta, name: string): Link | null {
  if (name === "self") return type === earlier ? { own: GPK, theirs: GPK, isNamed: true } : null;
  const [reference, ...others] = referencesBetween(type, earlier, name);
  if (reference === undefined || others.length > 0) return null;
  const { attribute_list: from, ref_attribute_list: to } = reference;
  if (from.length === 0) return type === earlier ? listLink(type, reference) : null;
  const isForward = reference.object_fq_name === type.name && !name.endsWith("_inverse");
  return isForward ? { own: from, theirs: to, isNamed: false } : { own: to, theirs: from, isNamed: true };
}

/** Relations within a type that one of its lists contains (wire contract 3.4): outer objects, inner objects, and objects on the same path. */
function listLink(type: ObjectTypeMeta, { name }: ReferenceRow): Link | null {
  for (const { name: list } of type.attributes) {
    if (name.endsWith(`_${list}_is_subset`) || name.endsWith(PATH + list))
      return { own: GPK, theirs: [list], isNamed: true, list };
    if (name.endsWith(`_${list}_is_superset`)) return { own: [list], theirs: GPK, isNamed: false, list };
  }
  return null;
}

const PATH = "_is_contained_by_";

/** Attributes with the gpks of a path, which is the same for all objects on it. */
export function pathsOf(type: ObjectTypeMeta): readonly string[] {
  const found = type.references.flatMap(({ name }) => {
    const at = name.indexOf(PATH);
    return at === -1 ? [] : [name.slice(at + PATH.length)];
  });
  return found.filter((name) => type.attribute(name) !== null);
}

function referencesBetween(
  { name: one, references }: ObjectTypeMeta,
  { name: other }: ObjectTypeMeta,
  wanted: string,
): readonly ReferenceRow[] {
  const between = references.filter(
    ({ object_fq_name: from, ref_object_fq_name: to }) =>
      (from === one && to === other) || (from === other && to === one),
  );
  if (wanted !== "default")
    return between.filter(({ name }) => wanted === name || wanted === `${name}_inverse`);
  return between.some(({ kind }) => kind === "func") ? [] : between;
}
