import { textIn, type Json, type Params } from "#contract/wire/json";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import { isSqlDefault } from "../../catalogue/derived.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { together } from "../../db/together.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { columnName } from "../../sql/bind.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters } from "./plan.ts";
import { GONE } from "./hold-objects.ts";
import { idsByKey, refIds } from "./ids-by-key.ts";
import { nothingToWrite, type Given, type Placed, type WriteRun, type Writing } from "./stages.ts";

/** A parameter of a step that refers to an object. */
interface Asked {
  readonly work: Placed;
  readonly name: string;
  readonly value: Json;
  readonly ref: ReferenceSpec;
  /** The parameter is not an attribute. */
  readonly isExtra: boolean;
}

/**
 * The steps with the columns that they write. Wire values of parameters that refer to objects become ids, by one statement for
 * each target type. Objects that are not found are kept in `missing`.
 */
export async function placed<T extends Given>(
  run: WriteRun,
  given: readonly T[],
): Promise<readonly (T & Writing)[]> {
  const works = given.map((step): T & Writing => ({ ...step, ...nothingToWrite() }));
  await resolveReferences(run, works);
  for (const { plan, given: parameters, values } of works)
    if (plan.kind !== "more") Object.assign(values, columnValues(plan.type, parameters));
  return works;
}

async function resolveReferences(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const asked = works.flatMap((work) =>
    Object.entries(work.given).flatMap(([name, value]) => askedBy(work, name, value) ?? []),
  );
  const groups = [...Map.groupBy(asked, ({ ref }) => `${ref.by} ${ref.to}`).values()];
  const found = await together(...groups.map((group) => idsOfGroup(run, group)));
  for (const [n, group] of groups.entries())
    for (const [at, one] of group.entries()) place(one, found[n]?.[at] ?? null);
  await resolveComposites(run, works);
  await resolveSets(run, works);
}

async function idsOfGroup(run: WriteRun, group: readonly Asked[]): Promise<readonly (string | null)[]> {
  const [first] = group;
  if (first === undefined) return [];
  const values = group.map(({ value }) => value);
  return refIds(run, run.catalogue.type(first.ref.to), first.ref.by, values);
}

function askedBy(work: Placed, name: string, value: Json): Asked | null {
  const { type, kind } = work.plan;
  if (Array.isArray(value)) return null;
  const attribute = kind === "more" ? undefined : type.attributes.get(name);
  const parameter = attribute ?? extraParameters(type, functionName(work.plan))[name];
  if (parameter?.ref === undefined || attribute?.computed !== undefined) return null;
  return { work, name, value, ref: parameter.ref, isExtra: attribute === undefined };
}

function place({ work, name, value, ref, isExtra }: Asked, id: string | null): void {
  (isExtra ? work.extras : work.values)[name] = id;
  if (id === null && value !== null)
    work.missing.push({ column: name, refusal: () => notFound(work, name, value, ref) });
}

function notFound(
  work: Placed,
  attribute: string,
  value: Json,
  { to, by }: Pick<ReferenceSpec, "to" | "by">,
): Refusal {
  const { type } = work.plan;
  const reference = type.references.find((one) => one.attributes.includes(attribute));
  const details = {
    object_fq_name: type.name,
    attribute,
    value,
    reference_name: reference?.name ?? null,
    ref_object_fq_name: to,
  };
  return refuse("referenced_object_not_found", details, null, by === "gpk" ? GONE : null);
}

/** Resolves references with several attributes. An update takes missing parts from the present row. */
async function resolveComposites(run: WriteRun, works: readonly Placed[]): Promise<void> {
  for (const { column, to, attributes } of works[0]?.plan.type.spec.composite ?? []) {
    const concerned = works.filter((work) => attributes.some((name) => work.given[name] !== undefined));
    const tuples = concerned.map((work) => attributes.map((name) => partOf(work, name)));
    const ids = await idsByKey(run, run.catalogue.type(to), tuples);
    const last = attributes.at(-1) ?? column;
    for (const [at, work] of concerned.entries()) {
      const id = ids[at] ?? null;
      work.values[column] = id;
      const isWhole = tuples[at]?.includes(null) === false;
      const value = partOf(work, last);
      if (id === null && isWhole)
        work.missing.push({ column, refusal: () => notFound(work, last, value, { to }) });
    }
  }
}

function partOf(work: Placed, name: string): Json {
  return work.given[name] ?? work.before?.[name] ?? null;
}

async function resolveSets(run: WriteRun, works: readonly Placed[]): Promise<void> {
  for (const { name, ref, set } of works[0]?.plan.type.attributes.values() ?? [])
    if (ref !== undefined && set === true) await resolveSet(run, works, name, ref);
}

async function resolveSet(
  run: WriteRun,
  works: readonly Placed[],
  name: string,
  ref: ReferenceSpec,
): Promise<void> {
  const { to, by } = ref;
  const given = works.filter((work) => work.given[name] !== undefined);
  const asked = given.flatMap((work) => textsOf(work.given[name]).map((value) => ({ work, value })));
  const values = asked.map((one) => one.value);
  const ids = await refIds(run, run.catalogue.type(to), by, values);
  for (const work of given) work.sets[name] = [];
  for (const [at, { work, value }] of asked.entries()) {
    const id = ids[at] ?? null;
    if (id === null) work.missing.push({ column: name, refusal: () => notFound(work, name, value, ref) });
    else work.sets[name] = [...(work.sets[name] ?? []), id];
  }
}

/** Sets of references without repeats, in order of value. */
export function withSets(plan: WritePlan): WritePlan {
  const lists = Object.entries(plan.new).filter(([name]) => plan.type.attributes.get(name)?.set === true);
  if (lists.length === 0) return plan;
  const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const sorted = lists.map(([name, list]) => [name, [...new Set(textsOf(list))].sort(byBytes)] as const);
  return { ...plan, new: { ...plan.new, ...Object.fromEntries(sorted) } };
}

function textsOf(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.map(textIn) : [];
}

/** Values of plain columns, in the form that is sent to the database. */
export function columnValues(type: ObjectType, given: Params): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || attribute.ref !== undefined || attribute.partOf !== undefined) continue;
    values[columnName(name)] = value;
  }
  return values;
}

/** The parameters of a create with defaults for absent ones; SQL defaults are computed by the insert (wire contract 2.3). */
export function withDefaults(type: ObjectType, parameters: Params): Record<string, Json> {
  const given = { ...parameters };
  for (const { name, isWritable, default: value = null } of type.attributes.values()) {
    if (!isWritable || given[name] !== undefined) continue;
    if (!isSqlDefault(value)) given[name] = value;
  }
  return given;
}
