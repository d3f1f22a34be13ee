import type { Json, Row } from "#contract/wire/json";
import { parseFilterValue } from "../../catalogue/data-types.ts";
import type { Attribute, ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import type { Condition } from "../../sql/filter.ts";
import type { LiteralRelation } from "../plan.ts";
import { equalsNothing } from "../value.ts";

/** Rows that equal a literal row in every attribute that both have by name (wire contract 3.4). */
export function literalRelation(
  rows: readonly Row[],
  later: ObjectType,
  earlier: ObjectType,
  reference: string,
): LiteralRelation {
  if (reference !== "default" || later.spec.source === "literal") throw unrelated(later, earlier, reference);
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const pairs = common(row, later);
    if (pairs.length === 0) throw unrelated(later, earlier, reference);
    const values = pairs.map(([attribute, given]) => canonical(attribute, given));
    // An invalid value of the attribute equals none of its values.
    if (!values.includes(undefined)) place(groups, pairs, values);
  }
  const of = [...groups.values()].map(conditionOf);
  return { kind: "literal", condition: of.length === 1 && of[0] !== undefined ? of[0] : { kind: "any", of } };
}

/** Literal rows with the same attributes, null in the same ones. */
interface Group {
  readonly attributes: readonly Attribute[];
  readonly nulls: readonly Attribute[];
  readonly values: (readonly Json[])[];
}

function common(row: Row, later: ObjectType): readonly (readonly [Attribute, Json])[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const attribute = later.attributes.get(name);
    if (attribute === undefined) return [];
    // A value that is not shown must not be guessed by searching (wire contract 2.5).
    if (attribute.secret === true)
      throw refuse("unknown_parameter", { parameter: name, scope: "old", known_list: known(later) });
    return [[attribute, value] as const];
  });
}

/** The canonical form; undefined if it is not a valid value of the attribute. */
function canonical({ dataType }: Attribute, given: Json): Json | undefined {
  if (given === null) return null;
  const parsed = parseFilterValue(dataType, given);
  return parsed.ok && !equalsNothing(dataType, parsed.value) ? parsed.value : undefined;
}

function place(
  groups: Map<string, Group>,
  pairs: readonly (readonly [Attribute, Json])[],
  values: readonly (Json | undefined)[],
): void {
  const parts = pairs
    .map(([attribute], at) => ({ attribute, value: values[at] ?? null }))
    .sort((a, b) => a.attribute.position - b.attribute.position);
  const name = parts
    .map(({ attribute, value }) => `${attribute.name}${value === null ? " null" : ""}`)
    .join();
  const set = parts.filter(({ value }) => value !== null);
  const group = groups.get(name) ?? {
    attributes: set.map(({ attribute }) => attribute),
    nulls: parts.filter(({ value }) => value === null).map(({ attribute }) => attribute),
    values: [],
  };
  group.values.push(set.map(({ value }) => value));
  groups.set(name, group);
}

function conditionOf({ attributes, nulls, values }: Group): Condition {
  const [first] = attributes;
  const isNull = nulls.map((attribute): Condition => ({
    kind: "attribute",
    attribute,
    operator: "is_null",
    value: true,
  }));
  if (first === undefined) return { kind: "all", of: isNull };
  const isOne = attributes.length === 1 && !first.dataType.isArray && first.dataType.sqlType !== "jsonb";
  const among: Condition = isOne
    ? { kind: "attribute", attribute: first, operator: "in", value: values.map(([value = null]) => value) }
    : { kind: "rows", attributes, values };
  return isNull.length === 0 ? among : { kind: "all", of: [among, ...isNull] };
}

function known(later: ObjectType): readonly string[] {
  return [...later.attributes.values()].filter(({ secret }) => secret !== true).map(({ name }) => name);
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
