import type { Json, Params } from "#contract/wire/json";
import { writtenType, type DataType } from "../../catalogue/data-types.ts";
import type { ParameterSpec } from "../../catalogue/define.ts";
import type { Attribute, ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { byRows, type ParsedStep } from "../step.ts";
import type { Condition } from "../../sql/filter.ts";
import { isRelated, type BulkPlan, type ListPlan, type WritePlan } from "../plan.ts";
import { unknownParameter, valueOf } from "../value.ts";

/** A parameter in `old` or `new` of a writing step. */
export interface WriteParameter {
  readonly dataType: DataType;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
}

type Parameters = ReadonlyMap<string, WriteParameter>;

const NONE: Parameters = new Map();

const known = new WeakMap<ObjectType, Map<string, Parameters>>();

/** Parameters of a writing function (wire contract 5.3, 7.1); `bulk_update` has its filters in `old` instead. */
export function writeParameters(type: ObjectType, fn: string, scope: "old" | "new"): Parameters {
  const ofType = known.get(type) ?? new Map<string, Parameters>();
  known.set(type, ofType);
  const name = `${fn} ${scope}`;
  const found = ofType.get(name) ?? parametersOf(type, fn, scope);
  ofType.set(name, found);
  return found;
}

function parametersOf(type: ObjectType, fn: string, scope: "old" | "new"): Parameters {
  const attributes = [...type.attributes.values()];
  if (scope === "old") return namesRow(type, fn) ? new Map(attributes.map(checked)) : NONE;
  const isOfAttributes = ["create", "update", "bulk_update"].includes(fn);
  const own = attributes
    .filter((one) => isOfAttributes && isNewParameter(one, fn))
    .map((one) => [one.name, valued(one, fn)] as const);
  const extra = Object.entries(extraParameters(type, fn)).map(
    ([name, spec]) => [name, extraParameter(spec)] as const,
  );
  return new Map([...own, ...extra]);
}

/** True for functions that change rows, which are all but the reading ones. */
export function isWritingFunction(type: ObjectType, fn: string): boolean {
  const isCommon = ["create", "update", "delete", "bulk_update"].includes(fn);
  return isCommon || type.spec.functions.more?.[fn] !== undefined;
}

/** True if `old` names the one row that the function changes. */
export function namesRow(type: ObjectType, fn: string): boolean {
  return fn === "update" || fn === "delete" || type.spec.functions.more?.[fn]?.row === true;
}

/** Parameters in `new` that are not attributes. */
export function extraParameters(type: ObjectType, fn: string): Readonly<Record<string, ParameterSpec>> {
  const { create, update, more } = type.spec.functions;
  if (fn === "create") return create?.extra ?? {};
  const isUpdate = fn === "update" || fn === "bulk_update";
  return (isUpdate ? update?.extra : more?.[fn]?.new) ?? {};
}

function isNewParameter(attribute: Attribute, fn: string): boolean {
  if (!attribute.isWritable) return false;
  // Several rows with one key would be one object (wire contract 3.9).
  if (fn === "bulk_update" && attribute.isKey) return false;
  return fn === "create" || attribute.createOnly !== true;
}

function checked({ name, dataType }: Attribute): [string, WriteParameter] {
  return [name, { dataType, isNullable: true, isRequired: false }];
}

function valued(attribute: Attribute, fn: string): WriteParameter {
  const isNullable = attribute.nullable === true;
  const isRequired = fn === "create" && !isNullable && attribute.default === undefined;
  return { dataType: attribute.written, isNullable, isRequired };
}

function extraParameter(spec: ParameterSpec): WriteParameter {
  const { nullable = false, required = false } = spec;
  return { dataType: writtenType(spec), isNullable: nullable, isRequired: required };
}

/** Plans a writing step: names, nulls, forms and required values. A parameter whose value comes from rows of earlier steps counts as given. */
export function planWrite(step: ParsedStep): WritePlan {
  const { type, fn, key, position } = step;
  const sides = { old: scopeOf(step, "old"), new: scopeOf(step, "new") };
  const plan = { ...kindOf(fn), type, key, position, ...sides };
  if (namesRow(type, fn)) refuseUnnamed(type, new Set([...Object.keys(plan.old), ...byRows(step, "old")]));
  return plan;
}

/** Plans a step that changes every row of a list. */
export function planBulk(step: ParsedStep, selection: ListPlan): BulkPlan {
  const { type, key, position } = step;
  const isNarrowed = isRelated(selection) || selection.conditions.some((one) => !holdsAlways(one));
  if (!isNarrowed && byRows(step, "old").length === 0)
    throw refuse("required_missing", { parameter: "filter_params_dict", scope: "old" });
  return { kind: "bulk", type, key, position, selection, new: scopeOf(step, "new") };
}

function holdsAlways(condition: Condition): boolean {
  return condition.kind === "all" && condition.of.every(holdsAlways);
}

function kindOf(fn: string): Pick<WritePlan, "kind" | "more"> {
  if (fn === "create" || fn === "update" || fn === "delete") return { kind: fn };
  return { kind: "more", more: fn };
}

function scopeOf(step: ParsedStep, scope: "old" | "new"): Params {
  const parameters = writeParameters(step.type, step.fn, scope);
  const given = new Set(byRows(step, scope));
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(step[scope])) {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknownParameter(name, scope, parameters.keys());
    if (value === null && !parameter.isNullable) throw refuse("null_not_allowed", { parameter: name, scope });
    values[name] = value === null ? null : valueOf(parameter.dataType, value, { parameter: name, scope });
  }
  for (const [name, { isRequired }] of parameters) {
    if (isRequired && !(name in values) && !given.has(name))
      throw refuse("required_missing", { parameter: name, scope });
  }
  return values;
}

/** `old` names the row by its natural key or by `gpk` (wire contract 2.8). */
function refuseUnnamed(type: ObjectType, old: ReadonlySet<string>): void {
  if (old.has("gpk")) return;
  const missing = type.spec.key.find((name) => !old.has(name));
  if (missing !== undefined) throw refuse("required_missing", { parameter: missing, scope: "old" });
}
