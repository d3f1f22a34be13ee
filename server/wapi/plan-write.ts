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

const NONE: Parameters = new Map();

/** Parameters of a writing function (wire contract 5.3, 7.1). */
export function writeParameters(type: ObjectType, fn: string, scope: "old" | "new"): Parameters {
  const attributes = [...type.attributes.values()];
  if (scope === "old")
    return namesRow(type, fn) ? new Map(attributes.map((one) => [one.name, checked(one)])) : NONE;
  const isOfAttributes = fn === "create" || fn === "update";
  const own = attributes
    .filter((one) => isOfAttributes && isNewParameter(one, fn))
    .map((one) => [one.name, valued(one, fn)] as const);
  const extra = Object.entries(extraParameters(type, fn)).map(
    ([name, spec]) => [name, extraParameter(spec)] as const,
  );
  return new Map([...own, ...extra]);
}

/** Whether the function changes rows: all but the reading ones. */
export function isWritingFunction(type: ObjectType, fn: string): boolean {
  return ["create", "update", "delete"].includes(fn) || type.spec.functions.more?.[fn] !== undefined;
}

/** Whether `old` names the one row that the function is about. */
export function namesRow(type: ObjectType, fn: string): boolean {
  return fn === "update" || fn === "delete" || type.spec.functions.more?.[fn]?.row === true;
}

/** Parameters in `new` that are no attributes. */
export function extraParameters(type: ObjectType, fn: string): Readonly<Record<string, ParameterSpec>> {
  const { create, update, more } = type.spec.functions;
  if (fn === "create") return create?.extra ?? {};
  return (fn === "update" ? update?.extra : more?.[fn]?.new) ?? {};
}

function isNewParameter(attribute: Attribute, fn: string): boolean {
  return attribute.isWritable && (fn === "create" || attribute.createOnly !== true);
}

function checked(attribute: Attribute): WriteParameter {
  return { dataType: attribute.dataType, isNullable: true, isRequired: false };
}

function valued(attribute: Attribute, fn: string): WriteParameter {
  const isNullable = attribute.nullable === true && attribute.demanded !== true;
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
export function planWrite(step: ParsedStep): WritePlan {
  const { type, fn, key, position } = step;
  const plan = {
    ...kindOf(fn),
    type,
    key,
    position,
    old: scopeOf(step.old, writeParameters(type, fn, "old"), "old"),
    new: scopeOf(step.new, writeParameters(type, fn, "new"), "new"),
  };
  if (namesRow(type, fn)) refuseUnnamed(type, plan.old);
  return plan;
}

function kindOf(fn: string): Pick<WritePlan, "kind" | "more"> {
  if (fn === "create" || fn === "update" || fn === "delete") return { kind: fn };
  return { kind: "more", more: fn };
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
