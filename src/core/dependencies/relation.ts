import type { ReferenceRow } from "#contract/wire/metadata";
import type { ObjectName } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { Locale } from "../text.ts";

/** Rows that refer to an object, or rows that it refers to. */
export type Side = "in" | "out";

/** A reference seen from one of its types. */
export interface Relation {
  readonly side: Side;
  readonly reference: ReferenceRow;
  /** The type of the other rows, and pairs of attributes that must be equal: one of the other row, one of the own row. */
  readonly other: ObjectName;
  readonly pairs: readonly (readonly [theirs: string, own: string])[];
  /** Name of the join from rows of the type to the others. */
  readonly join: string;
}

/** References of the type on one side. Views that only describe the object itself are left out. */
export function relationsOf(catalogue: Catalogue, type: ObjectTypeMeta, side: Side): readonly Relation[] {
  return type.references
    .filter(({ kind, object_fq_name: from, ref_object_fq_name: to }) => {
      const [own, other] = side === "in" ? [to, from] : [from, to];
      return kind === "fkey" && own === type.name && catalogue.fn(other, "list") !== null;
    })
    .map((reference) => relationOf(reference, side))
    .filter(({ side: at, reference, other }) => at === "out" || !tellsMore(catalogue, other, reference));
}

function relationOf(reference: ReferenceRow, side: Side): Relation {
  const { name, object_fq_name: from, ref_object_fq_name: to, attribute_list: own } = reference;
  const pairs = own.map((attribute, at) => [attribute, reference.ref_attribute_list[at] ?? ""] as const);
  // Parse boundary: the metadata name types as `system.object` (wire contract 5.6).
  const other = (side === "in" ? from : to) as ObjectName;
  if (side === "in") return { side, reference, other, pairs, join: name };
  // If a type refers to itself, the plain name of the reference means "the later row refers to the earlier row" (wire contract 3.4).
  const join = from === to ? `${name}_inverse` : name;
  return { side, reference, other, pairs: pairs.map(([mine, theirs]) => [theirs, mine]), join };
}

/** True for a view whose rows are made from the objects that they refer to. */
function tellsMore(catalogue: Catalogue, other: string, { attribute_list: names }: ReferenceRow): boolean {
  const type = catalogue.objectType(other);
  return type?.definition.is_view === true && names.some((name) => type.key.includes(name));
}

/** The role of the other rows: the name of the attribute, or the name of their type, with the attribute if it says more. */
export function roleOf(catalogue: Catalogue, { side, reference, other }: Relation, locale: Locale): string {
  const { object_fq_name: from, ref_object_fq_name: to, attribute_list: names } = reference;
  const label = names.map((name) => catalogue.attributeName(from, name, locale)).join(", ");
  if (side === "out") return label;
  const type = catalogue.typeName(other, locale);
  const isPlain = names.length > 1 || label === catalogue.typeName(to, locale);
  return isPlain ? type : `${type} (${label})`;
}
