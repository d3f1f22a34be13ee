import { textIn, isList, type Json, type Params, type Row } from "#contract/wire/json";
import { dataType, writtenType, type DataType } from "../../catalogue/data-types.ts";
import type { Attribute, ObjectType } from "../../catalogue/object-type.ts";
import type { FilterSpec } from "../../catalogue/define.ts";
import { refuse } from "../../faults.ts";
import type { Condition } from "../../sql/filter.ts";
import { defaultNames, knownReferences, relationsBetween, type Relation } from "../../sql/join.ts";
import type { OrderEntry } from "../../sql/order.ts";
import { byRows, type ParsedStep } from "../step.ts";
import type { JoinPlan, ListPlan, Plan } from "../plan.ts";
import { literalCondition } from "./literal-rows.ts";
import { planFilter } from "./filter.ts";
import { equalInForm } from "./in-form.ts";
import { equalsNothing, regexpOf, unknownParameter, valueOf, type ValuePlace } from "../value.ts";
import { behaviourOf } from "../behaviour.ts";

/** A parameter of a list: its effect and the form of its value. */
export type ListParameter =
  | { readonly kind: "limit" | "offset" | "sorting" | "filter" | "own"; readonly dataType: DataType }
  | {
      readonly kind: "equal" | "among" | "regexp" | "regexp_ic";
      readonly attribute: Attribute;
      readonly dataType: DataType;
    }
  | { readonly kind: "special"; readonly spec: FilterSpec; readonly dataType: DataType };

const known = new WeakMap<ObjectType, ReadonlyMap<string, ListParameter>>();

/** All parameters that a list of the type takes, by name (wire contract 2.5). */
export function listParameters(type: ObjectType): ReadonlyMap<string, ListParameter> {
  const found = known.get(type) ?? new Map(parametersOf(type));
  known.set(type, found);
  return found;
}

function* parametersOf(type: ObjectType): Iterable<[string, ListParameter]> {
  const isGenerated = type.spec.source === "generated";
  if (isGenerated) yield ["fetch_limit", { kind: "limit", dataType: dataType("integer") }];
  else if (type.spec.source !== "literal") yield* commonParameters(type);
  for (const [name, spec] of Object.entries(type.spec.filters ?? {})) {
    yield [name, { kind: "special", spec, dataType: writtenType(spec) }];
  }
}

function* commonParameters(type: ObjectType): Iterable<[string, ListParameter]> {
  const text = dataType("text_array");
  yield ["fetch_limit", { kind: "limit", dataType: dataType("integer") }];
  yield ["fetch_offset", { kind: "offset", dataType: dataType("integer") }];
  yield ["sorting_params_list", { kind: "sorting", dataType: text }];
  yield ["filter_params_dict", { kind: "filter", dataType: dataType("json_object") }];
  for (const attribute of type.attributes.values()) yield* attributeParameters(attribute);
}

function* attributeParameters(attribute: Attribute): Iterable<[string, ListParameter]> {
  const { name, dataType: own } = attribute;
  if (name === "is_own") {
    yield [name, { kind: "own", dataType: own }];
    return;
  }
  if (!isSortable(attribute)) return;
  yield [name, { kind: "equal", attribute, dataType: own }];
  if (own.jsonName === "boolean") return;
  const list = dataType(`${own.name}_array` as DataType["name"]);
  yield [`${name}_list`, { kind: "among", attribute, dataType: list }];
  if (own.jsonName !== "string" || own.value.isOpaque === true) return;
  const regexp = dataType("regexp");
  yield [`${name}_regexp`, { kind: "regexp", attribute, dataType: regexp }];
  yield [`${name}_regexp_ic`, { kind: "regexp_ic", attribute, dataType: regexp }];
}

/** Plans a list step; `earlier` are the steps before it. */
export function planList(step: ParsedStep, earlier: readonly Plan[], scope: "old" | "query"): ListPlan {
  const plan: Draft = { conditions: [], order: [], limit: null, offset: 0 };
  const parameters = listParameters(step.type);
  for (const [name, given] of Object.entries(step.old)) {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknownParameter(name, scope, parameters.keys());
    take(plan, step.type, parameter, given, { parameter: name, scope });
  }
  refuseIncomplete(step, parameters, scope);
  refuseUnnamed(step, scope);
  return {
    kind: "list",
    type: step.type,
    key: step.key,
    position: step.position,
    ...plan,
    ...behaviourOf(step.type).rows?.plan(step, plan.limit, scope),
    ...literalOf(step, plan.conditions),
    joins: step.joins.map(({ kind, position, reference }): JoinPlan => {
      const before = earlier[position];
      if (before === undefined) throw new Error(`step ${String(position)} is not planned yet`);
      const relation: JoinPlan["relation"] =
        reference === null ? { kind: "global" } : relationTo(before, reference, step.type);
      return { kind, position, relation };
    }),
    referred: step.referred,
    isNamed: "gpk" in step.old || "gpk_list" in step.old,
  };
}

/** The conditions of parameters of a list, without a step. Page and order have no meaning there. */
export function conditionsIn(type: ObjectType, given: Params, place: ValuePlace): readonly Condition[] {
  const plan: Draft = { conditions: [], order: [], limit: null, offset: 0 };
  const parameters = listParameters(type);
  for (const [name, value] of Object.entries(given)) {
    const inner = { parameter: `${place.parameter}.${name}`, scope: place.scope };
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknownParameter(inner.parameter, place.scope, parameters.keys());
    take(plan, type, parameter, value, inner);
  }
  return plan.conditions;
}

/** The effect of the parameters of a list. */
interface Draft {
  readonly conditions: Condition[];
  order: readonly OrderEntry[];
  limit: number | null;
  offset: number;
}

function take(plan: Draft, type: ObjectType, parameter: ListParameter, given: Json, place: ValuePlace): void {
  if (given === null) {
    if (parameter.kind !== "equal")
      throw refuse("null_not_allowed", { parameter: place.parameter, scope: place.scope });
    const { attribute } = parameter;
    plan.conditions.push({ kind: "attribute", attribute, operator: "is_null", value: true });
    return;
  }
  switch (parameter.kind) {
    case "limit":
      plan.limit = wholeNumber(given, 1, place);
      return;
    case "offset":
      plan.offset = wholeNumber(given, 0, place);
      return;
    case "sorting":
      plan.order = orderOf(type, valueOf(parameter.dataType, given, place, "filter"));
      return;
    case "filter":
      plan.conditions.push(planFilter(type, filterOf(given), place));
      return;
    case "own":
      if (valueOf(parameter.dataType, given, place) === true) plan.conditions.push({ kind: "own" });
      return;
    default:
      plan.conditions.push(conditionOf(type, parameter, given, place));
  }
}

type Filtering = Extract<ListParameter, { kind: "equal" | "among" | "regexp" | "regexp_ic" | "special" }>;

function conditionOf(type: ObjectType, parameter: Filtering, given: Json, place: ValuePlace): Condition {
  if (parameter.kind === "regexp" || parameter.kind === "regexp_ic") {
    const { attribute, kind: operator } = parameter;
    return { kind: "attribute", attribute, operator, value: regexpOf(given, place) };
  }
  const value = valueOf(parameter.dataType, given, place, "filter");
  if (equalsNothing(parameter.dataType, value)) return { kind: "any", of: [] };
  if (parameter.kind === "special") {
    const cast = parameter.dataType.isArray ? arrayCast(parameter.dataType) : parameter.dataType.sqlType;
    return { kind: "special", sql: parameter.spec.sql, cast, value };
  }
  if (parameter.attribute.formBy !== undefined) return equalInForm(type, parameter.attribute, value);
  const operator = parameter.kind === "equal" ? "eq" : "in";
  const known = Array.isArray(value)
    ? value.filter((one: Json) => !equalsNothing(parameter.attribute.dataType, one))
    : value;
  return { kind: "attribute", attribute: parameter.attribute, operator, value: known };
}

function arrayCast(type: DataType): string {
  return type.sqlType.endsWith("[]") ? type.sqlType : `${type.sqlType}[]`;
}

function wholeNumber(given: Json, min: number, { parameter, scope }: ValuePlace): number {
  const type = dataType("integer");
  const value = valueOf(type, given, { parameter, scope });
  if (typeof value !== "number" || value < min)
    throw refuse("out_of_range", { parameter, scope, data_type: type.name, min, max: type.max });
  return value;
}

function filterOf(given: Json): Json {
  if (typeof given !== "string") return given;
  try {
    // JSON.parse returns JSON.
    return JSON.parse(given) as Json;
  } catch {
    throw refuse("bad_filter", { path: "filter_params_dict", reason: "not JSON" });
  }
}

function orderOf(type: ObjectType, given: Json): readonly OrderEntry[] {
  const entries = isList(given) ? given : [];
  return entries.map((entry): OrderEntry => {
    const [, name = "", direction = "asc"] = /^(\S+)(?: (asc|desc|ASC|DESC))?$/.exec(textIn(entry)) ?? [];
    const attribute = type.attributes.get(name);
    if (attribute === undefined || !isSortable(attribute)) throw refuse("bad_sorting", { entry });
    return { attribute, isDescending: direction.toLowerCase() === "desc" };
  });
}

/** Whether the attribute has a single value that is not secret. */
function isSortable({ dataType: { isArray, jsonName }, secret }: Attribute): boolean {
  return secret !== true && !isArray && jsonName !== "json" && jsonName !== "object";
}

function refuseIncomplete(
  step: ParsedStep,
  parameters: ReadonlyMap<string, ListParameter>,
  scope: "old" | "query",
): void {
  for (const [name, parameter] of parameters)
    if (parameter.kind === "special" && parameter.spec.required === true && !isGiven(step, name))
      throw refuse("required_missing", { parameter: name, scope });
}

/** The rows of a literal table are its only parameter. */
function literalOf({ type }: ParsedStep, conditions: Condition[]): Pick<ListPlan, "literal"> {
  if (type.spec.source !== "literal") return {};
  const [given] = conditions.splice(0);
  // The data type of the parameter is a list of objects.
  const rows = given?.kind === "special" && Array.isArray(given.value) ? (given.value as readonly Row[]) : [];
  return { literal: rows };
}

/** Whether the step itself or a row gives the parameter. */
function isGiven(step: ParsedStep, name: string): boolean {
  return name in step.old || byRows(step, "old").includes(name);
}

/** Entries of any type are found only by gpk (wire contract 7.2). */
function refuseUnnamed(step: ParsedStep, scope: "old" | "query"): void {
  if (step.type.spec.source !== "objects" || isGiven(step, "gpk_list")) return;
  if (step.joins.every(({ kind, reference }) => kind === "anti" || reference === null))
    throw refuse("required_missing", { parameter: "gpk_list", scope });
}

function relationTo(before: Plan, reference: string, later: ObjectType): JoinPlan["relation"] {
  const { literal, joins = [] } = before.kind === "list" ? before : {};
  const { source } = later.spec;
  if (source === "generated" || (literal === undefined && source !== "literal"))
    return relationOf(reference, later, before.type);
  const condition = literalCondition(literal ?? [], later, before.type, reference);
  return { kind: "literal", condition, ...(joins.length > 0 ? { isJoined: true } : {}) };
}

function relationOf(name: string, later: ObjectType, earlier: ObjectType): Relation {
  const details = {
    object_fq_name: later.name,
    ref_object_fq_name: earlier.name,
    known_list: knownReferences(later, earlier),
  };
  if (name === "self" && later.name === earlier.name && later.attributes.has("gpk")) return { kind: "self" };
  const names = name === "default" ? defaultNames(later, earlier) : [name];
  if (names.length > 1) throw refuse("ambiguous_reference", { ...details, known_list: names });
  const relation = relationsBetween(later, earlier).get(names[0] ?? "");
  if (relation === undefined) throw refuse("unknown_reference", { reference: name, ...details });
  return relation;
}
