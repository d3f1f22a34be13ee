import { stepNames } from "#contract/step-names";
import { findsRows } from "#contract/template-fill";
import { isList, isObject, type Json } from "#contract/wire/json";
import type { RefParams, Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { Planned } from "./planned.ts";
import { toSteps } from "./to-steps.ts";

/**
 * Number of objects that an element names: those that its writing steps create or name by key, and those that its filters name by key, gpk or
 * reference. A filter by anything else (a kind, an expression, a flag) names none.
 */
export function namedBy(item: Planned, catalogue: Catalogue): number {
  const steps = toSteps([item]);
  const names = stepNames(steps);
  const counts: number[] = [];
  let named = 0;
  for (const [at, step] of steps.entries()) {
    // A step of another element stands for its one object.
    const earlier = (name: string): number => counts[names.find(name, at) ?? -1] ?? 1;
    const count = countOf(step, earlier, catalogue);
    counts.push(count);
    if (!isReading(step)) named += count;
  }
  return named;
}

/**
 * True for an element that may change any number of objects, so that only a test knows it: it changes all rows that it finds, or deletes an object
 * with which others may be deleted.
 */
export function isOpenEnded(item: Planned, catalogue: Catalogue): boolean {
  const steps = toSteps([item]);
  const names = stepNames(steps);
  const found = (name: string, at: number): boolean => {
    const earlier = steps[names.find(name, at) ?? -1];
    return earlier !== undefined && findsRows(earlier);
  };
  return steps.some((step, at) => {
    if (isReading(step)) return false;
    const [type, operation] = splitName(step.name);
    if (operation === "delete")
      return isReferredTo(catalogue, type) || takenFrom(step).some((name) => found(name, at));
    return !BOUNDED.has(operation) || takenFrom(step).some((name) => found(name, at));
  });
}

/** Functions that change the named objects and objects that belong to these. */
const BOUNDED: ReadonlySet<string> = new Set(["create", "update", "connect", "disconnect"]);

type Earlier = (name: string) => number;

/** Objects that a step names: rows that it finds, or executions that write. */
function countOf(step: Step, earlier: Earlier, catalogue: Catalogue): number {
  const runs = runsOf(step, earlier);
  if (!findsRows(step)) return (runs ?? 1) * Math.max(1, listedIn(step.new ?? {}));
  const type = catalogue.objectType(splitName(step.name)[0]);
  // A join without a reference names no objects.
  const joined = [step.inner_join_ref, step.union_join_ref].flatMap((join) =>
    Object.entries(join ?? {}).flatMap(([name, reference]) => (reference === null ? [] : [earlier(name)])),
  );
  return Math.max(runs ?? 0, ...joined, type === null ? 0 : namedByFilters(step, type, catalogue));
}

/** Executions through ref params (wire contract 3.5); null for a step that is executed once. */
function runsOf(step: Step, earlier: Earlier): number | null {
  const used = new Set<string>();
  let runs: number | null = null;
  for (const { idx, join_type: kind } of entriesOf(step)) {
    if (used.has(idx)) continue;
    used.add(idx);
    runs =
      runs === null ? earlier(idx) : kind === "cross" ? runs * earlier(idx) : Math.max(runs, earlier(idx));
  }
  return runs;
}

function takenFrom(step: Step): readonly string[] {
  return entriesOf(step).map(({ idx }) => idx);
}

/** Steps whose rows give parameters, in the order in which they make executions. */
function entriesOf(step: Step): readonly RefParams[] {
  const {
    old_ref_params: old = [],
    new_ref_params: now = [],
    old_ref_idx: oldIdx,
    new_ref_idx: nowIdx,
  } = step;
  const whole = (idx: string | undefined): readonly RefParams[] => (idx === undefined ? [] : [{ idx }]);
  return [...old, ...whole(oldIdx), ...now, ...whole(nowIdx)];
}

/** All filters must hold, so the longest list is the number of named objects. */
function namedByFilters({ name, old = {} }: Step, type: ObjectTypeMeta, catalogue: Catalogue): number {
  const parameters = catalogue.fn(type.name, splitName(name)[1])?.parameters ?? {};
  const counts = Object.entries(old).map(([filter, value]) => {
    if (filter === "filter_params_dict") return namedByCondition(value, type);
    const isNaming = parameters[filter]?.ref !== undefined || identifies(type, filter.replace(/_list$/, ""));
    return isNaming ? sizeOf(value) : 0;
  });
  return Math.max(0, ...counts);
}

/** Objects that a condition names (wire contract 2.7). A negated one names none. */
function namedByCondition(condition: Json, type: ObjectTypeMeta): number {
  if (!isObject(condition)) return 0;
  const counts = Object.entries(condition).map(([name, value]) => {
    const inner = isList(value) ? value.map((one) => namedByCondition(one, type)) : [];
    if (name === "_and") return Math.max(0, ...inner);
    if (name === "_or") return inner.reduce((sum, count) => sum + count, 0);
    if (!isObject(value) || !identifies(type, name)) return 0;
    return Math.max("eq" in value ? 1 : 0, sizeOf(value["in"] ?? null));
  });
  return Math.max(0, ...counts);
}

/** True for an attribute that names objects: the gpk, the key, or a reference. */
function identifies(type: ObjectTypeMeta, name: string): boolean {
  return name === "gpk" || type.key.includes(name) || (type.attribute(name)?.refersTo ?? null) !== null;
}

function sizeOf(value: Json): number {
  if (isList(value)) return value.length;
  return value === null ? 0 : 1;
}

/** Elements of the lists inside new values, such as the rows of an import. */
function listedIn(value: Json): number {
  if (isList(value)) return value.reduce((sum: number, one) => sum + Math.max(1, listedIn(one)), 0);
  return isObject(value) ? Object.values(value).reduce((sum: number, one) => sum + listedIn(one), 0) : 0;
}

function isReferredTo(catalogue: Catalogue, type: string): boolean {
  const references = catalogue.objectType(type)?.references;
  return references?.some(({ ref_object_fq_name: to }) => to === type) ?? true;
}

function isReading({ name }: Step): boolean {
  return /\.(list|metadata)$/.test(name);
}

function splitName(fn: string): readonly [type: string, operation: string] {
  const at = fn.lastIndexOf(".");
  return [fn.slice(0, Math.max(0, at)), fn.slice(at + 1)];
}
