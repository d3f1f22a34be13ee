import type { Json, Params, Row } from "#contract/wire/json";
import type { FunctionRow, ParameterRow } from "#contract/wire/metadata";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyOf } from "#core/catalogue/key";
import { toNullText, type Planned } from "#core/txlist/planned";
import { plannedElement } from "./planned-lists.ts";
import type { Random } from "./random.ts";

/** Rows of every type by name, possible planned changes of them, and the source of random numbers. */
export interface AnyRows {
  readonly catalogue: Catalogue;
  readonly rows: Lists;
  readonly random: Random;
  readonly newUuid: () => string;
}

/** Functions that a list can plan, each of a type. Settings take effect at once. */
export function plannable({ types }: Catalogue): readonly FunctionRow[] {
  return types
    .filter(({ definition }) => !definition.is_setting)
    .flatMap(({ functions }) => functions)
    .filter(({ is_data_manipulating: writes, name }) => writes && name !== "bulk_update" && name !== "imp");
}

/** One to three elements of any functions of any types: on rows that exist, with values of other rows. Many are refused. */
export function elementsOfRows(any: AnyRows): readonly Planned[] {
  const functions = plannable(any.catalogue);
  return Array.from({ length: 1 + any.random(3) }, () => elementOf(any, pick(any, functions))).flatMap(
    (item) => item ?? [],
  );
}

function elementOf(any: AnyRows, fn: FunctionRow | undefined): Planned | null {
  const type = fn && any.catalogue.objectType(fn.object_fq_name);
  const row = fn && pick(any, any.rows[fn.object_fq_name] ?? []);
  if (fn === undefined || type === null || type === undefined || row === undefined) return null;
  const now = newOf(any, fn, type, row);
  const old = fn.name === "create" ? {} : oldOf(any, type, row, now);
  return plannedElement(any.newUuid(), fn.object_fq_name, fn.name, old, now);
}

/** As forms name an object: by its number or its natural key, with the values that change. */
function oldOf({ random }: AnyRows, type: ObjectTypeMeta, row: Row, now: Params): Params {
  const key = random(2) === 0 ? { gpk: row["gpk"] ?? null } : keyOf(type, row);
  const before = Object.keys(now).filter((name) => type.attribute(name) !== null && row[name] !== undefined);
  return { ...Object.fromEntries(before.map((name) => [name, toNullText(row[name] ?? null)])), ...key };
}

function newOf(any: AnyRows, fn: FunctionRow, type: ObjectTypeMeta, row: Row): Params {
  const all = Object.entries(fn.parameters).filter(([, one]) => one.new !== undefined);
  const isAsked = ([name, one]: (typeof all)[number]): boolean =>
    one.new?.isRequired === true || (fn.name === "create" && row[name] != null && any.random(3) > 0);
  const wanted = fn.name === "update" ? [pick(any, all), pick(any, all)] : all.filter(isAsked);
  return Object.fromEntries(
    wanted
      .flatMap((one) => (one === undefined ? [] : [one]))
      .map(([name, one]) => [name, toNullText(valueOf(any, type, row, name, one))]),
  );
}

function valueOf(any: AnyRows, type: ObjectTypeMeta, row: Row, name: string, parameter: ParameterRow): Json {
  const { random, rows } = any;
  if (parameter.new?.is_nullable === true && random(6) === 0) return null;
  if (parameter.data_type === "boolean") return random(2) === 0;
  const { ref } = parameter;
  if (ref === undefined || random(4) === 0)
    return otherValue(any, pick(any, rows[type.name] ?? [])?.[name] ?? row[name] ?? null);
  const to = pick(any, rows[ref.object_fq_name] ?? [])?.[ref.attribute] ?? null;
  return parameter.data_type.endsWith("_array") ? [to] : to;
}

/** The value itself, or one that looks like it. */
function otherValue({ random }: AnyRows, value: Json): Json {
  if (typeof value === "number") return value + random(3);
  if (typeof value !== "string" || random(2) === 0) return value;
  return value.replace(/[0-9a-z](?=[^0-9a-z]*$)/, String(random(10)));
}

function pick<Value>({ random }: AnyRows, values: readonly Value[]): Value | undefined {
  return values[random(values.length)];
}
