import { isList, isObject, objectIn, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";
import { fits } from "./fits.ts";
import { plannedFor, plannedNew } from "./lookup.ts";
import type { Plan, PlannedKind, PlannedObject } from "./plan.ts";
import type { Around } from "./related.ts";
import type { Names, Renamed } from "./renamed.ts";

/** What a list plans for a row as it is shown. A row that is `left` stays an object, but not of this list. */
export interface Mark {
  readonly kind: PlannedKind | "left";
  readonly uuids: readonly string[];
  /** The row as it is; null for a new object. */
  readonly before: Row | null;
}

export interface Overlaid {
  readonly lists: Lists;
  /** The same without rows that go, or leave their list. */
  readonly staying: Lists;
  /** Marks of planned rows; all others are as they are. */
  readonly marks: ReadonlyMap<Row, Mark>;
  /** Number of elements that may change rows of these lists; which ones, only a test tells. */
  readonly untold: number;
}

const NO_MARKS: ReadonlyMap<Row, Mark> = new Map();

/** The lists of these steps as they will be when the list is applied. Lists that nothing is planned for are the same objects. */
export function overlaid(steps: readonly Step[], lists: Lists, plan: Plan, catalogue: Catalogue): Overlaid {
  const untold = untoldIn(steps, plan, catalogue);
  if (plan.objects.size === 0 && plan.texts.size === 0)
    return { lists, staying: lists, marks: NO_MARKS, untold };
  const marks = new Map<Row, Mark>();
  const shown: Record<string, readonly Row[]> = { ...lists };
  const staying: Record<string, readonly Row[]> = {};
  const types = new Map(steps.map((step) => [step.idx ?? "", listedType(step, catalogue)]));
  const around: Around = { typeOf: (idx) => types.get(idx) ?? null, lists: staying };
  for (const step of steps) {
    const idx = step.idx ?? "";
    const [type, rows] = [types.get(idx) ?? null, lists[idx]];
    if (rows === undefined) continue;
    shown[idx] = type === null ? rows : overlaidRows({ type, step, around, plan, marks }, rows);
    staying[idx] = shown[idx].filter((row) => !isAway(marks.get(row)));
  }
  return { lists: shown, staying, marks, untold };
}

function untoldIn(steps: readonly Step[], { untold }: Plan, catalogue: Catalogue): number {
  if (untold.size === 0) return 0;
  const uuids = steps.flatMap((step) => [...(untold.get(listedType(step, catalogue)?.name ?? "") ?? [])]);
  return new Set(uuids).size;
}

/** One object as planned: of its row as it is, or null if there is none; null if it goes, or is not planned either. */
export function overlaidRow(type: ObjectTypeMeta, key: Params, row: Row | null, plan: Plan): Row | null {
  const made = row === null ? plannedNew(plan, type, key) : null;
  if (row === null) return made === null ? null : makerOf(type, plan)(made);
  const changed = changeOf(type, plan)(row);
  if (changed === null) return row;
  return isAway(changed.mark ?? undefined) ? null : changed.row;
}

/** Answers the row of a new object with new names of what it refers to, and its texts in other languages. */
function makerOf(type: ObjectTypeMeta, plan: Plan): (made: PlannedObject) => Row {
  const named = renamedBy(type, plan.renamed);
  return ({ values }) => {
    const row = named(values) ?? values;
    return withTexts(row, plan.texts.get(textIn(row["gpk"])) ?? []);
  };
}

function isAway(mark: Mark | undefined): boolean {
  return mark?.kind === "going" || mark?.kind === "left";
}

function listedType({ name }: Step, catalogue: Catalogue): ObjectTypeMeta | null {
  return name.endsWith(".list") ? catalogue.objectType(name.slice(0, -".list".length)) : null;
}

interface Ground {
  readonly type: ObjectTypeMeta;
  readonly step: Step;
  readonly around: Around;
  readonly plan: Plan;
  readonly marks: Map<Row, Mark>;
}

function overlaidRows(ground: Ground, rows: readonly Row[]): readonly Row[] {
  const { type, step, around, plan, marks } = ground;
  const objects = plan.objects.get(type.name) ?? [];
  const change = changeOf(type, plan);
  const asked = renamedStep(type, step, plan);
  let isSame = true;
  const changed = rows.map((row) => {
    const now = change(row);
    if (now === null) return row;
    const { row: after, mark } = now;
    // A condition that only the server knows keeps the row.
    const isLeft = mark?.kind === "changed" && fits(type, asked, after, around) === false;
    if (mark !== null) marks.set(after, isLeft ? { ...mark, kind: "left" } : mark);
    isSame = false;
    return after;
  });
  const added = newRows(ground, objects, rows);
  return isSame && added.length === 0 ? rows : [...added, ...changed];
}

/** New objects that the step would list, the newest first; only its first rows can have them. */
function newRows(
  { type, step, around, plan, marks }: Ground,
  objects: readonly PlannedObject[],
  rows: readonly Row[],
): readonly Row[] {
  if (step.old?.["fetch_offset"] !== undefined) return [];
  const made = objects.filter(({ kind }) => kind === "new");
  if (made.length === 0) return [];
  const there = new Set(rows.map(({ gpk }) => gpk));
  const rowOf = makerOf(type, plan);
  const asked = renamedStep(type, step, plan);
  return made.toReversed().flatMap((one) => {
    const { uuids } = one;
    const row = rowOf(one);
    if (there.has(row["gpk"]) || fits(type, asked, row, around) !== true) return [];
    marks.set(row, { kind: "new", uuids, before: null });
    return [row];
  });
}

interface Changed {
  readonly row: Row;
  /** Null for a row that only names something by its new name. */
  readonly mark: Mark | null;
}

function changeOf(type: ObjectTypeMeta, plan: Plan): (row: Row) => Changed | null {
  const isPlanned = plan.objects.has(type.name);
  const nameNow = renamedBy(type, plan.renamed);
  return (row) => {
    const planned = isPlanned ? plannedFor(plan, type, row) : [];
    const texts = plan.texts.get(textIn(row["gpk"])) ?? [];
    const named = nameNow(row);
    if (planned.length === 0 && texts.length === 0) return named === null ? null : { row: named, mark: null };
    const uuids = [...new Set([...planned.flatMap((one) => one.uuids), ...texts.map(({ uuid }) => uuid)])];
    const kind = planned.some((one) => one.kind === "going") ? "going" : "changed";
    const values = Object.assign({}, named ?? row, ...planned.map((one) => one.values)) as Row;
    return { row: withTexts(values, texts), mark: { kind, uuids, before: row } };
  };
}

/** Answers a row with the new names of what it refers to; null for a row that refers to nothing that gets one. */
function renamedBy(type: ObjectTypeMeta, renamed: Renamed): (row: Row) => Row | null {
  const naming = renamed.size === 0 ? [] : referring(type, renamed);
  if (naming.length === 0) return () => null;
  return (row) => {
    const values = naming.flatMap(([name, names]) => {
      const now = renamedValue(row[name], names);
      return now === undefined || sameJson(now, row[name] ?? null) ? [] : [[name, now] as const];
    });
    return values.length === 0 ? null : { ...row, ...Object.fromEntries(values) };
  };
}

/** The step with new names in its conditions, because its path was written before. */
function renamedStep(type: ObjectTypeMeta, step: Step, plan: Plan): Step {
  const old = step.old === undefined ? null : renamedBy(type, plan.renamedNow)(step.old);
  return old === null ? step : { ...step, old };
}

function referring(
  type: ObjectTypeMeta,
  renamed: Renamed,
): readonly (readonly [name: string, names: Names])[] {
  return type.attributes.flatMap(({ name, refersTo }) => {
    const own = renamed.get(`${type.name}.${name}`);
    const names = refersTo === null ? own : renamed.get(`${refersTo.object}.${refersTo.attribute}`);
    return names === undefined || (refersTo === null && !type.key.includes(name))
      ? []
      : [[name, names] as const];
  });
}

function renamedValue(value: Json | undefined, names: Names): Json | undefined {
  if (value === undefined) return undefined;
  return isList(value) ? value.map((one) => names.now(one) ?? one) : (names.now(value) ?? value);
}

function withTexts(
  row: Row,
  texts: readonly { attribute: string; language: string; text: string | null }[],
): Row {
  if (texts.length === 0) return row;
  const dict = { ...objectIn(row["language_dict"]) };
  for (const { attribute, language, text } of texts) {
    const languages = isObject(dict[attribute]) ? dict[attribute] : {};
    dict[attribute] = { ...languages, [language]: text };
  }
  return { ...row, language_dict: dict };
}
