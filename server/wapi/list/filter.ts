import { LIMITS } from "#contract/limits";
import { isList, isObject, type Json } from "#contract/wire/json";
import { dataType, parseFilterValue, type DataType } from "../../catalogue/data-types.ts";
import type { Attribute, ObjectType } from "../../catalogue/object-type.ts";
import type { Operator } from "../../catalogue/operators.ts";
import { refuse, type Refusal } from "../../faults.ts";
import type { Condition } from "../../sql/filter.ts";
import { equalInForm } from "./in-form.ts";
import { equalsNothing, refuseTooMany, regexpOf, type ValuePlace } from "../value.ts";

function bad(path: string, reason: string): Refusal {
  return refuse("bad_filter", { path, reason });
}

/** The condition in a `filter_params_dict` (wire contract 2.7). */
export function planFilter(type: ObjectType, given: Json, place: ValuePlace, depth = 1): Condition {
  const path = place.parameter;
  if (!isObject(given)) throw bad(path, "not an object");
  if (depth > LIMITS.filterDepth) throw bad(path, `nested deeper than ${String(LIMITS.filterDepth)} levels`);
  const of = Object.entries(given).map(([name, value]): Condition => {
    const inner = within(place, name);
    switch (name) {
      case "_and":
        return { kind: "all", of: planFilters(type, value, inner, depth + 1) };
      case "_or":
        return { kind: "any", of: planFilters(type, value, inner, depth + 1) };
      case "_not":
        return { kind: "not", of: planFilter(type, value, inner, depth + 1) };
      default:
        return planMember(type, name, value, inner);
    }
  });
  return { kind: "all", of };
}

function within({ parameter, scope }: ValuePlace, name: string): ValuePlace {
  return { parameter: `${parameter}.${name}`, scope };
}

function planFilters(type: ObjectType, given: Json, place: ValuePlace, depth: number): readonly Condition[] {
  if (!isList(given)) throw bad(place.parameter, "not a list");
  return given.map((one, i) => planFilter(type, one, within(place, String(i)), depth));
}

function planMember(type: ObjectType, name: string, given: Json, place: ValuePlace): Condition {
  const path = place.parameter;
  const attribute = type.attributes.get(name);
  if (attribute === undefined || attribute.secret === true) throw bad(path, "unknown attribute");
  if (attribute.upToRows !== undefined) throw bad(path, "computed for short lists only");
  if (!isObject(given)) throw bad(path, "operators are wanted");
  const of = Object.entries(given).map(([word, value]): Condition => {
    const inner = within(place, word);
    const operator = operatorsOf(attribute.dataType).find((known) => known === word);
    if (operator === undefined) throw bad(inner.parameter, `${attribute.dataType.name} has no such operator`);
    return operatorCondition(type, attribute, operator, value, inner);
  });
  return { kind: "all", of };
}

const EQUALITY: readonly Operator[] = ["eq", "ne", "in", "not_in"];
const ALWAYS: readonly Operator[] = ["eq", "ne", "is_null"];
const EITHER: readonly Operator[] = ["in", "not_in"];
const ORDER: readonly Operator[] = ["lt", "le", "gt", "ge"];
const TEXT: readonly Operator[] = ["regexp", "regexp_ic"];
const SETS: readonly Operator[] = ["overlaps", "contains", "is_contained_by"];

/** Operators with this data type on the left (wire contract 2.7). */
export function operatorsOf(type: DataType): readonly Operator[] {
  if (type.isArray) return [...ALWAYS, ...SETS];
  if (type.jsonName === "boolean") return [...ALWAYS, ...EITHER];
  if (type.jsonName === "number" || type.server.operators === "time") return [...ALWAYS, ...EITHER, ...ORDER];
  if (type.jsonName !== "string") return ALWAYS;
  return [...ALWAYS, ...EITHER, ...ORDER, ...TEXT, ...(type.server.operators === "network" ? SETS : [])];
}

function operatorCondition(
  type: ObjectType,
  attribute: Attribute,
  operator: Operator,
  given: Json,
  place: ValuePlace,
): Condition {
  if (given === null) throw bad(place.parameter, "null");
  const value = rightValue(attribute.dataType, operator, given, place);
  if (equalsNothing(attribute.dataType, value)) return { kind: operator === "ne" ? "all" : "any", of: [] };
  if (attribute.formBy !== undefined && EQUALITY.includes(operator)) {
    const equal = equalInForm(type, attribute, value);
    return operator === "eq" || operator === "in" ? equal : { kind: "not", of: equal };
  }
  return { kind: "attribute", attribute, operator, value };
}

function rightValue(type: DataType, operator: Operator, given: Json, place: ValuePlace): Json {
  const path = place.parameter;
  if (EITHER.includes(operator)) return elements(type, given, path);
  if (SETS.includes(operator)) return setValue(type, operator, given, path);
  if (TEXT.includes(operator)) {
    if (typeof given !== "string") throw bad(path, "a text is wanted");
    return regexpOf(given, place);
  }
  if (operator !== "is_null") return parsed(type, given, path);
  if (typeof given !== "boolean") throw bad(path, "true or false is wanted");
  return given;
}

function setValue(type: DataType, operator: Operator, given: Json, path: string): Json {
  if (!type.isArray) return network(given, path);
  if (Array.isArray(given)) return elements(dataType(type.element ?? "json"), given, path);
  if (operator !== "contains") throw bad(path, "a list is wanted");
  return [parsed(dataType(type.element ?? "json"), given, path)];
}

function elements(type: DataType, given: Json, path: string): readonly Json[] {
  if (!isList(given)) throw bad(path, "a list is wanted");
  refuseTooMany(given, { parameter: path });
  const values = given.map((one) => parsed(type, one, path));
  return values.filter((value) => !equalsNothing(type, value));
}

function network(given: Json, path: string): Json {
  const address = parseFilterValue(dataType("inet"), given);
  return address.ok ? address.value : parsed(dataType("cidr"), given, path);
}

function parsed(type: DataType, given: Json, path: string): Json {
  const value = given === null ? null : parseFilterValue(type, given);
  if (value === null || !value.ok) throw bad(path, `no value of ${type.name}`);
  return value.value;
}
