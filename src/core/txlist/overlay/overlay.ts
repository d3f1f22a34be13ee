import type { Params, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { asIs } from "./as-is.ts";
import { changeOf, makerOf, renamedStep, type Changed } from "./change-of.ts";
import { comingRows } from "./coming.ts";
import { completed } from "./completed.ts";
import { countDependents } from "./counted.ts";
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
import { keepPresent } from "./present.ts";
import type { Told } from "./told.ts";

export interface Overlaid {
  readonly lists: Lists;
  /** The same without rows that are deleted or leave their list. */
  readonly staying: Lists;
  /** Marks of rows with planned changes; all other rows are unchanged. */
  readonly marks: ReadonlyMap<Row, Mark>;
  /** Elements that may change lists in a way that is not shown, by the names of the steps. */
  readonly untold: ReadonlyMap<string, ReadonlySet<string>>;
  /** Existing objects whose rows are needed for more; already known ones are not included. */
  readonly wanted: readonly Wanted[];
  /** The plan comes from a test, so only the server knows what is not shown. */
  readonly isTested: boolean;
}

/** The lists of these steps in their state after the apply. A list without planned changes is returned as the same object. */
export function overlaid(
  steps: readonly Step[],
  lists: Lists,
  given: Plan,
  catalogue: Catalogue,
  known: Known = NOTHING_KNOWN,
): Overlaid {
  const { isTested } = given;
  const marks = new Map<Row, Mark>();
  const untold = new Map<string, ReadonlySet<string>>();
  if (given.objects.size + given.texts.size + given.untold.size === 0)
    return { lists, staying: lists, marks, untold, wanted: [], isTested };
  const shown: Record<string, readonly Row[]> = { ...lists };
  const staying: Record<string, readonly Row[]> = { ...lists };
  const cut = new Set<string>();
  const deltas = new Map<string, Delta>();
  const types = new Map(steps.map((step) => [step.idx ?? "", listedType(step, catalogue)]));
  const typeOf = (idx: string): ObjectTypeMeta | null => types.get(idx) ?? null;
  const plan = completed(given, lists, typeOf, known);
  const wanted = new Map<string, Wanted>();
  const [around, aroundSent] = [
    { typeOf, lists: staying, cut },
    { typeOf, lists, cut },
  ];
  for (const step of steps) {
    const { idx = "" } = step;
    const [type, sent] = [typeOf(idx), lists[idx]];
    if (sent === undefined || type === null) continue;
    const [sentStep = step] = asIs([step], plan, catalogue);
    const asked = { type, step: renamedStep(type, step, plan), sentStep, sent, untold: new Set<string>() };
    const ground: ListGround = { plan, marks, deltas, known, wanted, around, aroundSent, ...asked };
    if (isCut(ground)) cut.add(idx);
    const delta = overlaidList(ground);
    [shown[idx], staying[idx]] = [delta.shown, delta.staying];
    deltas.set(idx, delta);
    if (ground.untold.size > 0) untold.set(idx, ground.untold);
  }
  countDependents({ shown, staying, types, plan, marks });
  return { lists: shown, staying, marks, untold, wanted: [...wanted.values()], isTested };
}

/** One list in its planned state, and its difference from the present one. */
function overlaidList(ground: ListGround): Delta & { readonly shown: readonly Row[] } {
  const { sent, marks, untold } = ground;
  const shown = overlaidRows(ground);
  const staying = shown === sent ? sent : shown.filter((row) => !isAway(marks.get(row)));
  for (const uuid of doubtsOf(ground, staying)) untold.add(uuid);
  return { shown, ...deltaOf(ground, shown, staying) };
}

function deltaOf(ground: ListGround, shown: readonly Row[], staying: readonly Row[]): Delta {
  const { sent, untold } = ground;
  if (shown === sent) return { sent, staying, uuids: () => NONE, untold };
  return { sent, staying, uuids: once(() => uuidsOf(ground, shown)), untold };
}

/** Elements that change the rows of a list. Few lists are requested, because a page joins to few of them. */
function uuidsOf({ sent, plan, type, marks }: ListGround, shown: readonly Row[]): ReadonlySet<string> {
  const there = new Set(sent);
  const marked = shown.filter((row) => !there.has(row)).map((row) => marks.get(row));
  // If rows only contain the new name of another object, or take a value from others, all planned changes of their type count.
  const ofType = (): readonly string[] => (plan.objects.get(type.name) ?? []).flatMap((one) => one.uuids);
  return new Set(marked.flatMap((mark) => mark?.uuids ?? ofType()));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const NONE: ReadonlySet<string> = new Set();

/** One object in its planned state, from its present row or null; null if it is deleted, or is not planned either. */
export function overlaidRow(type: ObjectTypeMeta, key: Params, row: Row | null, plan: Plan): Row | null {
  const made = row === null ? plannedNew(plan, type, key) : null;
  if (row === null) return made === null ? null : makerOf(type, plan)(made);
  const changed = changeOf(type, plan)(row);
  if (changed === null) return row;
  return isAway(changed.mark ?? undefined) ? null : changed.row;
}

function isAway(mark: Mark | undefined): boolean {
  return mark?.kind === "going" || mark?.kind === "left";
}

function listedType({ name }: Step, catalogue: Catalogue): ObjectTypeMeta | null {
  return name.endsWith(".list") ? catalogue.objectType(name.slice(0, -".list".length)) : null;
}

function overlaidRows(ground: ListGround): readonly Row[] {
  const { type, sent, plan } = ground;
  const change = changeOf(type, plan);
  const listed = new Set<PlannedObject>();
  const joined = joinedUuids(ground);
  const changed = sent.map((row) => overlaidOne(ground, joined, row, change(row, listed)));
  const added = [...newRows(ground), ...comingRows(ground, (row) => change(row, listed), listed)];
  const isSame = added.length === 0 && changed.every((row, at) => row === sent[at]);
  return isSame ? sent : [...added, ...changed];
}

/** One row of the list in its planned state, with its mark. */
function overlaidOne(ground: ListGround, joined: ReadonlySet<string>, row: Row, now: Changed | null): Row {
  const mark = leaving(ground, joined, row, now) ?? now?.mark ?? null;
  if (now === null && mark === null) return row;
  // A row that only leaves the list is copied, because other lists may have it too.
  const shown = now === null ? { ...row } : now.row;
  if (mark === null) keepPresent(shown, row);
  else ground.marks.set(shown, mark);
  return shown;
}

/** The mark of a row that leaves the list; null if it stays, or if only the server knows. */
function leaving(
  ground: ListGround,
  joined: ReadonlySet<string>,
  row: Row,
  now: Changed | null,
): Mark | null {
  const { row: after, mark } = now ?? { row, mark: null };
  const told =
    mark === null
      ? joined.size === 0 || isStillJoined(ground, row, after)
      : mark.kind === "going" || isStaying(ground, row, after);
  if (told === true) return null;
  if (told === false) return { kind: "left", uuids: uuidsWith(mark, joined), before: row };
  for (const uuid of mark?.uuids ?? []) ground.untold.add(uuid);
  noteJoined(ground, joined);
  return null;
}

function uuidsWith(mark: Mark | null, joined: ReadonlySet<string>): readonly string[] {
  return mark === null ? inOrder(joined) : [...new Set([...mark.uuids, ...joined])];
}

/** The elements of joined lists as one list for all rows that leave. */
function inOrder(joined: ReadonlySet<string>): readonly string[] {
  const known = IN_ORDER.get(joined);
  if (known !== undefined) return known;
  const made = [...joined];
  IN_ORDER.set(joined, made);
  return made;
}

const IN_ORDER = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** Collects the elements of joined lists, once for a list. */
function noteJoined({ untold }: ListGround, joined: ReadonlySet<string>): void {
  if (NOTED.has(joined)) return;
  NOTED.add(joined);
  for (const uuid of joined) untold.add(uuid);
}

const NOTED = new WeakSet<ReadonlySet<string>>();

/** Whether a changed row stays in the list; null if only the server knows. */
function isStaying(ground: ListGround, row: Row, after: Row): Told {
  const { type, step, around } = ground;
  const told = fits(type, step, after, around);
  return told === null && !isDecided(ground, row) ? true : told;
}

/** The same for an unchanged row, which can only depend on changed rows that it is joined with. */
function isStillJoined(ground: ListGround, row: Row, after: Row): Told {
  const { type, step, around } = ground;
  if (fitsJoins(type, step, after, around) !== false) return true;
  return wasJoined(ground, row) ? false : null;
}

function wasJoined({ type, sentStep, aroundSent }: ListGround, row: Row): boolean {
  return fitsJoins(type, sentStep, row, aroundSent) === true;
}

/** Whether the planned change of the row may determine that it stays in the list. */
function isDecided(ground: ListGround, row: Row): boolean {
  return plannedFor(ground.plan, ground.type, row).some((one) => isDeciding(ground, one));
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
