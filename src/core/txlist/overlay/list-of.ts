import type { Params, Row } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import type { Plan, PlannedKind, PlannedObject } from "./draft.ts";
import { readBy } from "./fits.ts";
import { joinsOf, linkOfJoin, type Around } from "./related.ts";

/**
 * The planned change of a row in the form that is shown. A row that has `left` is still an object, but not in this list; one that has `come` was in
 * other lists.
 */
export interface Mark {
  readonly kind: PlannedKind | "left" | "come";
  readonly uuids: readonly string[];
  /** The present row; null for a new object. */
  readonly before: Row | null;
}

/** Difference between the planned list of an earlier step and the list that the server sent. */
export interface Delta {
  /** Rows that the server sent, and the planned ones without those that are deleted. */
  readonly sent: readonly Row[];
  readonly staying: readonly Row[];
  /** Elements that cause the difference; none if there is no difference. */
  readonly uuids: () => ReadonlySet<string>;
  /** Elements that may cause another difference, which only the server knows. */
  readonly untold: ReadonlySet<string>;
}

/** An existing object that may enter a list by a planned change and that no list has: its type, and the values that name it. */
export interface Wanted {
  readonly object: ObjectName;
  readonly params: Params;
}

/** Rows of requested objects, by type. An object without a row does not exist or is hidden. */
export interface Known {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Requested objects, by `textOfWanted`. */
  readonly asked: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = { rows: new Map(), asked: new Set() };

/** Objects that are requested together. If more are needed, only a test shows the result. */
const MOST_WANTED = 40;

export function textOfWanted({ object, params }: Wanted): string {
  return JSON.stringify([object, params]);
}

/** Thousands of objects may be unknown, and only the first of them are requested. */
export function asksNoMore({ known, wanted }: Pick<ListGround, "known" | "wanted">): boolean {
  return wanted.size >= MOST_WANTED && known.asked.size === 0;
}

/** Requests an object; false if it was already requested, so that everything about it is known. */
export function want({ known, wanted }: Pick<ListGround, "known" | "wanted">, one: Wanted): boolean {
  if (asksNoMore({ known, wanted })) return true;
  const text = textOfWanted(one);
  if (known.asked.has(text)) return false;
  if (wanted.size < MOST_WANTED) wanted.set(text, one);
  return true;
}

/** One list that is computed in its planned state: its step, and the facts about earlier lists. */
export interface ListGround {
  readonly type: ObjectTypeMeta;
  /** The step with planned names (`step`), and the step with the names that the server knows (`sentStep`). */
  readonly step: Step;
  readonly sentStep: Step;
  /** Rows that the server sent. */
  readonly sent: readonly Row[];
  readonly around: Around;
  readonly aroundSent: Around;
  readonly plan: Plan;
  readonly deltas: ReadonlyMap<string, Delta>;
  readonly marks: Map<Row, Mark>;
  readonly known: Known;
  /** Collects objects whose rows are needed. */
  readonly wanted: Map<string, Wanted>;
  /** Collects elements whose effect on the list only the server knows. */
  readonly untold: Set<string>;
}

export function isCut({ step, sent }: Pick<ListGround, "step" | "sent">): boolean {
  const limit = step.old?.["fetch_limit"];
  return step.old?.["fetch_offset"] !== undefined || (typeof limit === "number" && sent.length >= limit);
}

/** Elements that change lists to which the step is joined. */
export function joinedUuids({ step, deltas }: Pick<ListGround, "step" | "deltas">): ReadonlySet<string> {
  return new Set(joinsOf(step).flatMap(({ idx }) => [...(deltas.get(idx)?.uuids() ?? [])]));
}

/** The planned row of an existing object, as far as it is known; `shared` are values that other objects contain. */
export function plannedRow(plan: Plan, one: PlannedObject): Row {
  const row = { ...one.key, ...one.was, ...one.values };
  return { ...row, ...plan.shared.get(one.type.name)?.get(row["gpk"] ?? null) };
}

/** Whether the change may determine that its object belongs to the list. */
export function isDeciding(ground: ListGround, { touched, isTold }: PlannedObject): boolean {
  if (touched === null) return true;
  const { names, isUnknown, isComputed } = askedBy(ground);
  for (const name of touched) if (names.has(name)) return true;
  return (isUnknown || (!isTold && isComputed)) && isRelating(ground.type, touched);
}

/** Attributes in the conditions of a list. */
interface Asked {
  readonly names: ReadonlySet<string>;
  /** Only the server knows one of its relations. */
  readonly isUnknown: boolean;
  /** Values that the server computes are among them. */
  readonly isComputed: boolean;
}

/** Computed once for a list, because thousands of objects may change. */
function askedBy(ground: ListGround): Asked {
  const known = ASKED.get(ground);
  if (known !== undefined) return known;
  const { type, step, around } = ground;
  const links = joinsOf(step).map((join) => linkOfJoin(type, join, around));
  const names = new Set([...readBy(type, step), ...links.flatMap((link) => link?.own ?? [])]);
  const computed = (name: string): boolean => type.attribute(name)?.is_computed !== false;
  const isComputed = [...names].some((name) => name !== "gpk" && computed(name));
  const asked = { names, isUnknown: links.includes(null), isComputed };
  ASKED.set(ground, asked);
  return asked;
}

const ASKED = new WeakMap<ListGround, Asked>();

/** Whether one of the attributes identifies the object or the objects that it belongs to. */
export function isRelating(type: ObjectTypeMeta, touched: ReadonlySet<string> | null): boolean {
  if (touched === null) return true;
  return [...touched].some((name) => type.key.includes(name) || type.attribute(name)?.refersTo != null);
}
