import { isList, isObject, objectIn, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";
import { asIs } from "./as-is.ts";
import { comingRows } from "./coming.ts";
import { doubtsOf } from "./doubts.ts";
import type { Plan, PlannedObject } from "./draft.ts";
import { fits, fitsJoins } from "./fits.ts";
import {
  isCut,
  isDeciding,
  joinedUuids,
  NOTHING_KNOWN,
  type Delta,
  type Known,
  type ListGround,
  type Mark,
  type Wanted,
} from "./list-of.ts";
import { plannedFor, plannedNew } from "./lookup.ts";
import { namesOf, nowIn, type Names, type Renamed } from "./renamed.ts";

export interface Overlaid {
  readonly lists: Lists;
  /** The same without rows that go, or leave their list. */
  readonly staying: Lists;
  /** Marks of planned rows; all others are as they are. */
  readonly marks: ReadonlyMap<Row, Mark>;
  /** Elements that may change lists in a way that is not shown, by the names of the steps. */
  readonly untold: ReadonlyMap<string, ReadonlySet<string>>;
  /** Existing objects whose rows would tell more; none that are known. */
  readonly wanted: readonly Wanted[];
  /** A test has told the plan: what is not shown, only the server knows. */
  readonly isTested: boolean;
}

/** The lists of these steps as they will be when the list is applied. Lists that nothing is planned for are the same objects. */
export function overlaid(
  steps: readonly Step[],
  lists: Lists,
  plan: Plan,
  catalogue: Catalogue,
  known: Known = NOTHING_KNOWN,
): Overlaid {
  const { isTested } = plan;
  const marks = new Map<Row, Mark>();
  const untold = new Map<string, ReadonlySet<string>>();
  if (plan.objects.size + plan.texts.size + plan.untold.size === 0)
    return { lists, staying: lists, marks, untold, wanted: [], isTested };
  const shown: Record<string, readonly Row[]> = { ...lists };
  const staying: Record<string, readonly Row[]> = {};
  const cut = new Set<string>();
  const deltas = new Map<string, Delta>();
  const types = new Map(steps.map((step) => [step.idx ?? "", listedType(step, catalogue)]));
  const typeOf = (idx: string): ObjectTypeMeta | null => types.get(idx) ?? null;
  const wanted = new Map<string, Wanted>();
  const common = { plan, marks, deltas, known, wanted, around: { typeOf, lists: staying, cut } };
  for (const step of steps) {
    const idx = step.idx ?? "";
    const [type, sent] = [typeOf(idx), lists[idx]];
    if (sent === undefined) continue;
    if (type === null) {
      staying[idx] = sent;
      continue;
    }
    const [sentStep = step] = asIs([step], plan, catalogue);
    const asked = { step: renamedStep(type, step, plan), sentStep, aroundSent: { typeOf, lists, cut } };
    const ground: ListGround = { ...common, ...asked, type, sent, untold: new Set<string>() };
    if (isCut(ground)) cut.add(idx);
    shown[idx] = overlaidRows(ground);
    const kept = shown[idx].filter((row) => !isAway(marks.get(row)));
    staying[idx] = shown[idx] === sent ? sent : kept;
    for (const uuid of doubtsOf(ground, staying[idx])) ground.untold.add(uuid);
    deltas.set(idx, deltaOf(ground, shown[idx], staying[idx]));
    if (ground.untold.size > 0) untold.set(idx, ground.untold);
  }
  return { lists: shown, staying, marks, untold, wanted: [...wanted.values()], isTested };
}

function deltaOf(
  { sent, plan, type, marks, untold }: ListGround,
  shown: readonly Row[],
  staying: readonly Row[],
): Delta {
  if (shown === sent) return { sent, staying, uuids: NONE, untold };
  const there = new Set(sent);
  const marked = shown.filter((row) => !there.has(row)).map((row) => marks.get(row));
  // Rows that only name something by its new name, or take a value from others, differ by all that is planned for their type.
  const ofType = (): readonly string[] => (plan.objects.get(type.name) ?? []).flatMap((one) => one.uuids);
  return { sent, staying, uuids: new Set(marked.flatMap((mark) => mark?.uuids ?? ofType())), untold };
}

const NONE: ReadonlySet<string> = new Set();

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
  const named = renamedBy(type, plan.renamed, plan.catalogue);
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

function overlaidRows(ground: ListGround): readonly Row[] {
  const { type, sent, plan, marks } = ground;
  const change = changeOf(type, plan);
  const listed = new Set<PlannedObject>();
  const joined = joinedUuids(ground);
  let isSame = true;
  const changed = sent.map((row) => {
    const now = change(row, listed);
    const after = now?.row ?? row;
    const mark = leaving(ground, joined, after, now?.mark ?? null, row) ?? now?.mark ?? null;
    if (now === null && mark === null) return row;
    isSame = false;
    // A row that only leaves is another one in this list, because other lists may have it too.
    const shown = now === null ? { ...row } : after;
    if (mark !== null) marks.set(shown, mark);
    return shown;
  });
  const added = [...newRows(ground), ...comingRows(ground, (row) => change(row, listed), listed)];
  return isSame && added.length === 0 ? sent : [...added, ...changed];
}

/** The mark of a row that leaves the list; null if it stays, or if only the server knows. */
function leaving(
  ground: ListGround,
  joined: ReadonlySet<string>,
  after: Row,
  mark: Mark | null,
  row: Row,
): Mark | null {
  if (mark?.kind === "going" || (mark === null && joined.size === 0)) return null;
  const { type, step, sentStep, around, aroundSent, untold } = ground;
  const told = mark === null ? fitsJoins(type, step, after, around) : fits(type, step, after, around);
  const uuids = [...new Set([...(mark?.uuids ?? []), ...joined])];
  if (told === true || (told === null && mark === null)) return null;
  if (told === false && (mark !== null || fitsJoins(type, sentStep, row, aroundSent) === true))
    return { kind: "left", uuids, before: row };
  if (told === false || changedOf(ground, row).some((one) => isDeciding(ground, one)))
    uuids.forEach((uuid) => untold.add(uuid));
  return null;
}

function changedOf({ plan, type }: ListGround, row: Row): readonly PlannedObject[] {
  return plannedFor(plan, type, row);
}

/** New objects that the step would list, the newest first; only its first rows can have them. */
function newRows(ground: ListGround): readonly Row[] {
  const { type, step, sent, around, plan, marks, untold } = ground;
  if (step.old?.["fetch_offset"] !== undefined) return [];
  const made = (plan.objects.get(type.name) ?? []).filter(({ kind }) => kind === "new");
  if (made.length === 0) return [];
  const there = new Set(sent.map(({ gpk }) => gpk));
  const rowOf = makerOf(type, plan);
  return made.toReversed().flatMap((one) => {
    const { uuids } = one;
    const row = rowOf(one);
    const told = fits(type, step, row, around);
    if (told === null) uuids.forEach((uuid) => untold.add(uuid));
    if (there.has(row["gpk"]) || told !== true) return [];
    marks.set(row, { kind: "new", uuids, before: null });
    return [row];
  });
}

interface Changed {
  readonly row: Row;
  /** Null for a row that only names something by its new name. */
  readonly mark: Mark | null;
}

/** Answers what is planned for a row, and notes the planned objects that it is. */
function changeOf(
  type: ObjectTypeMeta,
  plan: Plan,
): (row: Row, listed?: Set<PlannedObject>) => Changed | null {
  const isPlanned = plan.objects.has(type.name);
  const shared = plan.shared.get(type.name);
  const nameNow = renamedBy(type, plan.renamed, plan.catalogue);
  return (row, listed) => {
    const planned = isPlanned ? plannedFor(plan, type, row) : [];
    for (const one of planned) listed?.add(one);
    const texts = plan.texts.get(textIn(row["gpk"])) ?? [];
    const others = shared?.get(row["gpk"] ?? null);
    const named = nameNow(row);
    if (planned.length + texts.length === 0) {
      const isNone = named === null && (others === undefined || isWithin(others, row));
      return isNone ? null : { row: { ...(named ?? row), ...others }, mark: null };
    }
    const uuids = [...new Set([...planned.flatMap((one) => one.uuids), ...texts.map(({ uuid }) => uuid)])];
    const kind = planned.some((one) => one.kind === "going") ? "going" : "changed";
    const values = Object.assign({}, named ?? row, ...planned.map((one) => one.values), others) as Row;
    return { row: withTexts(values, texts), mark: { kind, uuids, before: row } };
  };
}

/** Whether the row has these values already. */
function isWithin(values: Row, row: Row): boolean {
  return Object.entries(values).every(([name, value]) => sameJson(value, row[name] ?? null));
}

/** Answers a row with the new names of what it refers to; null for a row that refers to nothing that gets one. */
function renamedBy(
  type: ObjectTypeMeta,
  renamed: Renamed,
  catalogue: Catalogue,
  own: ReadonlySet<string> = NONE,
): (row: Row) => Row | null {
  const naming = renamed.size === 0 ? [] : referring(type, renamed, catalogue, own);
  if (naming.length === 0) return () => null;
  return (row) => {
    const values = naming.flatMap(([name, namesFor]) => {
      const now = renamedValue(row[name], namesFor(row));
      return now === undefined ? [] : [[name, now] as const];
    });
    return values.length === 0 ? null : { ...row, ...Object.fromEntries(values) };
  };
}

/** The step with new names in its conditions, because its path was written before. */
function renamedStep(type: ObjectTypeMeta, step: Step, plan: Plan): Step {
  const own = new Set(type.key);
  const old = step.old === undefined ? null : renamedBy(type, plan.renamedNow, plan.catalogue, own)(step.old);
  return old === null ? step : { ...step, old };
}

/** Attributes that name objects with new names; `own` are those that name the object itself. */
function referring(type: ObjectTypeMeta, renamed: Renamed, catalogue: Catalogue, own: ReadonlySet<string>) {
  return type.attributes.flatMap(({ name, refersTo }) => {
    const isNaming = refersTo !== null || own.has(name);
    const names = isNaming ? namesOf(type, name, renamed, catalogue) : null;
    return names === null ? [] : [[name, names] as const];
  });
}

function renamedValue(value: Json | undefined, names: readonly Names[]): Json | undefined {
  if (value === undefined || names.length === 0) return undefined;
  if (!isList(value)) return nowIn(names, value);
  const now = value.map((one) => nowIn(names, one) ?? one);
  return sameJson(now, value) ? undefined : now;
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
