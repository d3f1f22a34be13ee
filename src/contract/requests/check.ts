import { holds, isGiven, passesTest } from "../condition.ts";
import { LIMITS } from "../limits.ts";
import { parseNetwork } from "../values/ip.ts";
import { isList, isObject, type Json } from "../wire/json.ts";
import type { Condition, Field, FieldType, PoolBound, RequestForm } from "./form.ts";
import type { FieldProblem } from "./problem.ts";
import { checkScalar } from "./scalar.ts";

export type Values = Readonly<Record<string, Json | undefined>>;

/** The first faulty field of a form in the order of its fields, or null (wire contract 6.4). Unknown fields come first. */
export function firstProblem(form: Pick<RequestForm, "fields">, values: Values): FieldProblem | null {
  const [first] = objectProblems(form.fields, values, "");
  return first ?? null;
}

/** All faulty fields of a form, in their order. */
export function allProblems(
  { fields }: Pick<RequestForm, "fields">,
  values: Values,
): readonly FieldProblem[] {
  return [...objectProblems(fields, values, "")];
}

/** True if a field must be filled in, given the values of the others. */
export function isRequired(field: Field, fields: readonly Field[], values: Values): boolean {
  if (field.required === undefined || field.required === true) return field.required === true;
  return conditionHolds(field.required, fields, values);
}

/** True if a field may be filled in, given the values of the others. */
export function isPossible(field: Field, fields: readonly Field[], values: Values): boolean {
  return field.onlyIf === undefined || conditionHolds(field.onlyIf, fields, values);
}

function* objectProblems(fields: readonly Field[], values: Values, prefix: string): Generator<FieldProblem> {
  const names = fields.map(({ name }) => name);
  for (const name of Object.keys(values)) {
    if (!names.includes(name))
      yield { fault: "unknown_parameter", path: prefix + name, details: { known_list: names } };
  }
  for (const field of fields) yield* fieldProblems(field, fields, values, prefix + field.name);
}

function* fieldProblems(
  field: Field,
  fields: readonly Field[],
  values: Values,
  path: string,
): Generator<FieldProblem> {
  const value = values[field.name];
  if (value === null) yield { fault: "null_not_allowed", path, details: {} };
  else if (value === undefined || !isGiven(value)) {
    if (isRequired(field, fields, values)) yield { fault: "required_missing", path, details: {} };
  } else if (!isPossible(field, fields, values))
    yield { fault: "not_here", path, details: { data_type: "json", pattern: null } };
  else yield* valueProblems(field.type, value, values, path);
}

function* valueProblems(type: FieldType, value: Json, values: Values, path: string): Generator<FieldProblem> {
  switch (type.kind) {
    case "object":
      if (isObject(value)) yield* objectProblems(type.fields, value, `${path}.`);
      else yield { fault: "wrong_type", path, details: { data_type: "json_object" } };
      return;
    case "list":
      yield* listProblems(type, value, values, path);
      return;
    default: {
      const bound = type.kind === "integer" ? maxOf(type.max, values) : null;
      const problem = checkScalar(type, value, bound);
      if (problem !== null) yield { ...problem, path };
    }
  }
}

function* listProblems(
  type: Extract<FieldType, { kind: "list" }>,
  value: Json,
  values: Values,
  path: string,
): Generator<FieldProblem> {
  if (!isList(value)) {
    if (type.takesOne === true) yield* valueProblems(type.of, value, values, path);
    else yield { fault: "wrong_type", path, details: { data_type: "json" } };
    return;
  }
  const limit = LIMITS.listElements;
  if (value.length > limit) {
    yield { fault: "too_many_values", path, details: { limit, found: value.length } };
    return;
  }
  for (const [index, element] of value.entries()) {
    // A value in a list has the path of the list. An object in a list has a path with its index, so that its fields can be named.
    const at = type.of.kind === "object" ? `${path}.${String(index)}` : path;
    yield* valueProblems(type.of, element, values, at);
  }
}

/** Upper bound of a number by the other values. */
export function maxOf(max: number | PoolBound, values: Values): number {
  if (typeof max === "number") return max;
  const subnet = values[max.subnetIn];
  const prefix = typeof subnet === "number" ? subnet : prefixOf(subnet);
  return prefix === null ? max.otherwise : 2 ** (32 - prefix) - max.less;
}

/** Bits of an IPv4 network; a larger network of IPv6 bounds no pool. */
function prefixOf(subnet: Json | undefined): number | null {
  const network = typeof subnet === "string" ? parseNetwork(subnet.trim()) : null;
  return network?.version === 4 ? network.prefix : null;
}

/** True if a condition holds for the values of the same object. */
export function conditionHolds(condition: Condition, fields: readonly Field[], values: Values): boolean {
  return holds(condition, (test) => passesTest(test, (name) => valuesOf(name, fields, values)));
}

function valuesOf(name: string, fields: readonly Field[], values: Values): readonly Json[] {
  const value = values[name] ?? fields.find((field) => field.name === name)?.default;
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}
