import type { Json, Row } from "#contract/wire/json";
import { parseFilterValue } from "../../catalogue/data-types.ts";
import { toldNames, type Attribute, type ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import type { Condition } from "../../sql/filter.ts";
import { equalsNothing, unknownParameter } from "../value.ts";

/** Rows that equal a literal row in all attributes that both have (wire contract 3.4). */
export function literalCondition(
  rows: readonly Row[],
  later: ObjectType,
  earlier: ObjectType,
  reference: string,
): Condition {
  if (reference !== "default" || later.spec.source === "literal") throw unrelated(later, earlier, reference);
  const sets = rows.flatMap((row) => {
    const pairs = common(row, later);
    if (pairs.length === 0) throw unrelated(later, earlier, reference);
    const parts = pairs.flatMap(([attribute, given]) => canonical(attribute, given) ?? []);
    // An invalid value never equals a value of the attribute.
    if (parts.length < pairs.length) return [];
    return [parts.toSorted((a, b) => a.attribute.position - b.attribute.position)];
  });
  const groups = Map.groupBy(sets, (parts) => parts.map(nameOf).join());
  const of = [...groups.values()].map(conditionOf);
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "any", of };
}

/** An attribute with the value that it must equal. */
interface Part {
  readonly attribute: Attribute;
  readonly value: Json;
}

function common(row: Row, later: ObjectType): readonly (readonly [Attribute, Json])[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const attribute = later.attributes.get(name);
    if (attribute === undefined) return [];
    // A hidden value must not be guessed by searching (wire contract 2.5).
    if (attribute.secret === true) throw unknownParameter(name, "old", toldNames(later));
    return [[attribute, value] as const];
  });
}

/** The canonical form; null if it is not a valid value of the attribute. */
function canonical(attribute: Attribute, given: Json): Part | null {
  if (given === null) return { attribute, value: null };
  const { dataType } = attribute;
  const parsed = parseFilterValue(dataType, given);
  return parsed.ok && !equalsNothing(dataType, parsed.value) ? { attribute, value: parsed.value } : null;
}

/** Literal rows share a condition if these names of their parts are equal: they have the same attributes, and the same of these are null. */
function nameOf({ attribute, value }: Part): string {
  return value === null ? `${attribute.name} null` : attribute.name;
}

/** The condition for literal rows that have the same attributes and null in the same of these. */
function conditionOf(sets: readonly (readonly Part[])[]): Condition {
  const [parts = []] = sets;
  const attributes = parts.filter(({ value }) => value !== null).map(({ attribute }) => attribute);
  const values = sets.map((set) => set.flatMap(({ value }) => (value === null ? [] : [value])));
  const isNull = parts
    .filter(({ value }) => value === null)
    .map(({ attribute }): Condition => ({ kind: "attribute", attribute, operator: "is_null", value: true }));
  const [first] = attributes;
  if (first === undefined) return { kind: "all", of: isNull };
  const isOne = attributes.length === 1 && !first.dataType.isArray && first.dataType.sqlType !== "jsonb";
  const among: Condition = isOne
    ? { kind: "attribute", attribute: first, operator: "in", value: values.flat() }
    : { kind: "rows", attributes, values };
  return isNull.length === 0 ? among : { kind: "all", of: [among, ...isNull] };
}

function unrelated(later: ObjectType, earlier: ObjectType, reference: string): Error {
  const isLiteral = later.spec.source === "literal";
  return refuse("unknown_reference", {
    reference,
    object_fq_name: later.name,
    ref_object_fq_name: isLiteral ? later.name : earlier.name,
    known_list: isLiteral || reference === "default" ? [] : ["default"],
  });
}
