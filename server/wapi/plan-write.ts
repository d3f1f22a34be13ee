import type { Json, Params } from "#contract/wire/json";
import { dataType, type DataType } from "../catalogue/data-types.ts";
import type { ParameterSpec } from "../catalogue/define.ts";
import type { Attribute, ObjectType } from "../catalogue/object-type.ts";
import { refuse } from "../faults.ts";
import type { ParsedStep } from "./parse-step.ts";
import type { WritePlan } from "./plan.ts";
import { valueOf } from "./value.ts";

/** A parameter in `old` or `new` of a writing step. */
export interface WriteParameter {
  readonly dataType: DataType;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
}

type Parameters = ReadonlyMap<string, WriteParameter>;
type Writing = WritePlan["kind"];

const NONE: Parameters = new Map();

/** Parameters of a writing function (wire contract 5.3, 7.1). */
export function writeParameters(type: ObjectType, fn: Writing, scope: "old" | "new"): Parameters {
  const attributes = [...type.attributes.values()];
  if (scope === "old")
    return fn === "create" ? NONE : new Map(attributes.map((one) => [one.name, checked(one)]));
  if (fn === "delete") return NONE;
  const own = attributes
    .filter((one) => isNewParameter(one, fn))
    .map((one) => [one.name, valued(one, fn)] as const);
  const extra = Object.entries(type.spec.functions[fn]?.extra ?? {}).map(
    ([name, spec]) => [name, extraParameter(spec)] as const,
  );
  return new Map([...own, ...extra]);
}

function isNewParameter(attribute: Attribute, fn: Writing): boolean {
  return attribute.isWritable && (fn === "create" || attribute.createOnly !== true);
}

function checked(attribute: Attribute): WriteParameter {
  return { dataType: attribute.dataType, isNullable: true, isRequired: false };
}

function valued(attribute: Attribute, fn: Writing): WriteParameter {
  const isNullable = attribute.nullable === true;
  const isRequired = fn === "create" && !isNullable && attribute.default === undefined;
  return { dataType: attribute.dataType, isNullable, isRequired };
}

function extraParameter(spec: ParameterSpec): WriteParameter {
  return {
    dataType: dataType(spec.type),
    isNullable: spec.nullable === true,
    isRequired: spec.required === true,
  };
}

/** Plans a writing step: names, nulls, forms and required values. */
export function planWrite(step: ParsedStep, fn: Writing): WritePlan {
  const { type, key, position } = step;
  const plan = {
    kind: fn,
    type,
    key,
    position,
    old: scopeOf(step.old, writeParameters(type, fn, "old"), "old"),
    new: scopeOf(step.new, writeParameters(type, fn, "new"), "new"),
  };
  if (fn !== "create") refuseUnnamed(type, plan.old);
  return plan;
}

function scopeOf(given: Params, parameters: Parameters, scope: "old" | "new"): Params {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameters.get(name);
    if (parameter === undefined)
      throw refuse("unknown_parameter", { parameter: name, scope, known_list: [...parameters.keys()] });
    if (value === null && !parameter.isNullable) throw refuse("null_not_allowed", { parameter: name, scope });
    values[name] = value === null ? null : valueOf(parameter.dataType, value, { parameter: name, scope });
  }
  for (const [name, { isRequired }] of parameters) {
    if (isRequired && !(name in values)) throw refuse("required_missing", { parameter: name, scope });
  }
  return values;
}

/** `old` names the row by its natural key or by `gpk` (wire contract 2.8). */
function refuseUnnamed(type: ObjectType, old: Params): void {
  if ("gpk" in old) return;
  const missing = type.spec.key.find((name) => !(name in old));
  if (missing !== undefined) throw refuse("required_missing", { parameter: missing, scope: "old" });
}
