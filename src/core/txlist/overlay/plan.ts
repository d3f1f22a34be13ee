import { isList, objectIn, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import { keyOf } from "../../catalogue/key.ts";
import { withMade } from "../../catalogue/made.ts";
import { plannedGpk } from "../../catalogue/planned-gpk.ts";
import { TRANSLATION } from "#contract/wire/api-types";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { differences } from "../changes.ts";
import { takesMoreThanGpks, type Planned } from "../planned.ts";
import { newValuesOf } from "../make-planned.ts";
import { toSteps } from "../to-steps.ts";
import { Draft, type Plan } from "./draft.ts";

/** A row in the answer of a type's own function: its state after the step. */
export interface AnsweredRow {
  readonly object: string;
  readonly row: Row;
}

/** The result of the test of a list. */
export interface Told {
  /** Entries of each element in the change log, by its uuid. */
  readonly entries: ReadonlyMap<string, readonly Row[]>;
  /** Steps that created objects, by the gpks of the test. */
  readonly steps?: ReadonlyMap<Json, string>;
  /** Rows in answers of functions other than create, update and delete, by the uuid of their element. No log entry contains them. */
  readonly answers?: ReadonlyMap<string, readonly AnsweredRow[]>;
}

/** The plan of untested elements: their own values, as far as the list knows them. */
export function planOfElements(items: readonly Planned[], catalogue: Catalogue): Plan {
  const draft = new Draft(catalogue);
  for (const item of items) for (const step of toSteps([item])) planStep(draft, catalogue, item.uuid, step);
  return draft.plan(false);
}

/** The plan from a test: for each element, in order, its entries in the change log, then the rows in answers of its functions. */
export function planOfTest({ entries, steps, answers }: Told, catalogue: Catalogue): Plan {
  const draft = new Draft(catalogue);
  const all = [...entries.values()].flat();
  // A test is rolled back, so the numbers of its new objects mean nothing to the server.
  const made = new Set(all.flatMap(({ old, object_gfk }) => (old === null ? [object_gfk ?? null] : [])));
  const told = (value: Json): Json => {
    if (isList(value)) return value.map(told);
    return typeof value === "string" && made.has(value) ? plannedGpk(steps?.get(value) ?? value) : value;
  };
  const toldIn = (row: Row | null): Row | null =>
    row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, told(value)]));
  for (const [uuid, rows] of entries) {
    for (const entry of rows)
      planEntry(draft, catalogue, uuid, {
        ...entry,
        object_gfk: told(entry["object_gfk"] ?? null),
        old: toldIn(objectIn(entry["old"])),
        new: toldIn(objectIn(entry["new"])),
      });
    for (const { object, row } of answers?.get(uuid) ?? [])
      planAnswer(draft, catalogue.objectType(object), uuid, toldIn(row) ?? {});
  }
  return draft.plan(true);
}

function planStep(draft: Draft, catalogue: Catalogue, uuid: string, step: Step): void {
  const end = step.name.lastIndexOf(".");
  const [object, operation] = [step.name.slice(0, end), step.name.slice(end + 1)];
  if (operation === "list") return;
  const [old, now] = [step.old ?? {}, newValuesOf(step)];
  if (object === TRANSLATION) draft.say(uuid, { ...now, ...old }, now["value"] ?? null);
  const type = catalogue.objectType(object);
  if (type === null) return;
  // Other values come from rows that only the server knows.
  if (takesMoreThanGpks(step) || step.new_ref_idx !== undefined) draft.leave(type, uuid);
  const values = ofType(type, now);
  if (operation !== "create") return planExisting(draft, type, uuid, { operation, old, values, step });
  draft.create(type, uuid, { gpk: plannedGpk(step.idx ?? ""), ...withMade(type, values) }, false);
}

interface ExistingStep {
  readonly operation: string;
  readonly old: Params;
  readonly values: Row;
  readonly step: Step;
}

function planExisting(
  draft: Draft,
  type: ObjectTypeMeta,
  uuid: string,
  { operation, old, values, step }: ExistingStep,
): void {
  const key = operation === "bulk_update" || takesKey(step) ? null : keyIn(type, old);
  const isUpdate = operation === "update";
  // Only the server knows the effect of a type's own function.
  if (key === null || !(isUpdate || operation === "delete")) draft.leave(type, uuid);
  if (key === null) return;
  if (operation === "delete") return draft.remove(type, uuid, key, false, null);
  const touched = isUpdate ? new Set(Object.keys(values)) : null;
  draft.change(type, uuid, { key, before: old, values: isUpdate ? values : {}, touched });
}

function takesKey({ old_ref_params: taken, old_ref_idx: named }: Step): boolean {
  return taken !== undefined || named !== undefined;
}

function planEntry(draft: Draft, catalogue: Catalogue, uuid: string, entry: Row): void {
  const type = catalogue.objectType(textIn(entry["object_fq_name"]));
  const [old, now] = [objectIn(entry["old"]), objectIn(entry["new"])];
  if (type?.name === TRANSLATION) draft.say(uuid, now ?? old ?? {}, now?.["value"] ?? null);
  const gpk = entry["object_gfk"] ?? null;
  if (type !== null && gpk !== null) planStates(draft, type, uuid, { gpk, old, now });
}

/** The states of an object before and after a step; null if it does not exist. */
interface States {
  readonly gpk: Json;
  readonly old: Row | null;
  readonly now: Row | null;
}

function planStates(draft: Draft, type: ObjectTypeMeta, uuid: string, { gpk, old, now }: States): void {
  const key = { gpk };
  if (now === null) return draft.remove(type, uuid, key, true, old && { ...open(type, old), gpk });
  const row: Row = { ...open(type, now), gpk };
  draft.share(type, row);
  if (old === null) return draft.create(type, uuid, row, true);
  const changed = differences(open(type, old), row).map(({ attribute }) => attribute);
  const touched = new Set(changed.filter((name) => name !== "gpk"));
  const values = Object.fromEntries([...touched].map((name) => [name, row[name] ?? null]));
  draft.change(type, uuid, { key, before: old, values, touched, was: { ...open(type, old), gpk } });
}

/** A function answers objects of its type in the state after it. */
function planAnswer(draft: Draft, type: ObjectTypeMeta | null, uuid: string, answer: Row): void {
  const { gpk = null } = answer;
  if (type === null || gpk === null) return;
  const row = ofType(type, open(type, answer));
  draft.share(type, row);
  draft.change(type, uuid, { key: { gpk }, before: {}, values: row, touched: null, was: null });
}

/** The row without secrets, which neither log nor list contains. */
function open(type: ObjectTypeMeta, row: Row): Row {
  const told = Object.entries(row).filter(([name]) => type.attribute(name)?.is_secret !== true);
  return Object.fromEntries(told);
}

/** The key in planned old values; null if a part is missing. */
function keyIn(type: ObjectTypeMeta, old: Params): Params | null {
  if (typeof old["gpk"] === "string") return { gpk: old["gpk"] };
  const key = keyOf(type, old);
  return key["gpk"] === null ? null : key;
}

/** Parameters that are attributes of the type. */
function ofType(type: ObjectTypeMeta, params: Params): Row {
  if (Object.keys(params).every((name) => type.attribute(name) !== null)) return params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => type.attribute(name) !== null));
}
