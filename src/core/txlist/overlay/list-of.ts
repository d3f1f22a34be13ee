import type { Params, Row } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import type { Plan, PlannedKind, PlannedObject } from "./draft.ts";
import { readBy } from "./fits.ts";
import { joinsOf, linkOfJoin, type Around } from "./related.ts";

/** What a list plans for a row as it is shown. A row that `left` stays an object, but not of this list; one that has `come` was one of other lists. */
export interface Mark {
  readonly kind: PlannedKind | "left" | "come";
  readonly uuids: readonly string[];
  /** The row as it is; null for a new object. */
  readonly before: Row | null;
}

/** How the list of an earlier step differs from the one that the server sent. */
export interface Delta {
  /** Rows as the server sent them, and as planned, without those that go. */
  readonly sent: readonly Row[];
  readonly staying: readonly Row[];
  /** Elements that make the difference; none if there is no difference. */
  readonly uuids: () => ReadonlySet<string>;
  /** Elements that may make another one, which only the server knows. */
  readonly untold: ReadonlySet<string>;
}

/** An existing object that may belong to a list by what is planned, and that no list has: its type, and the values that name it. */
export interface Wanted {
  readonly object: ObjectName;
  readonly params: Params;
}

/** Rows of objects that were wanted, by type. An object that has none is not there, or not to be seen. */
export interface Known {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** What was asked for, by `textOfWanted`. */
  readonly asked: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = { rows: new Map(), asked: new Set() };

/** Objects that are asked for together. What more would need only a test tells. */
const MOST_WANTED = 40;

export function textOfWanted({ object, params }: Wanted): string {
  return JSON.stringify([object, params]);
}

/** Thousands of objects may be open, of which only the first are asked for. */
export function asksNoMore({ known, wanted }: Pick<ListGround, "known" | "wanted">): boolean {
  return wanted.size >= MOST_WANTED && known.asked.size === 0;
}

/** Asks for an object; false if it has been asked for, so that everything about it is known. */
export function want({ known, wanted }: Pick<ListGround, "known" | "wanted">, one: Wanted): boolean {
  if (asksNoMore({ known, wanted })) return true;
  const text = textOfWanted(one);
  if (known.asked.has(text)) return false;
  if (wanted.size < MOST_WANTED) wanted.set(text, one);
  return true;
}

/** One list that is made as planned: its step, and what is known of the lists before it. */
export interface ListGround {
  readonly type: ObjectTypeMeta;
  /** The step with the names as planned, and with those that the server knows. */
  readonly step: Step;
  readonly sentStep: Step;
  /** Rows as the server sent them. */
  readonly sent: readonly Row[];
  readonly around: Around;
  readonly aroundSent: Around;
  readonly plan: Plan;
  readonly deltas: ReadonlyMap<string, Delta>;
  readonly marks: Map<Row, Mark>;
  readonly known: Known;
  /** Collects what would tell more. */
  readonly wanted: Map<string, Wanted>;
  /** Collects elements of which only the server knows what they do in the list. */
  readonly untold: Set<string>;
}

export function isCut({ step, sent }: Pick<ListGround, "step" | "sent">): boolean {
  const limit = step.old?.["fetch_limit"];
  return step.old?.["fetch_offset"] !== undefined || (typeof limit === "number" && sent.length >= limit);
}

/** Elements that make lists differ which the step is joined with. */
export function joinedUuids({ step, deltas }: Pick<ListGround, "step" | "deltas">): ReadonlySet<string> {
  return new Set(joinsOf(step).flatMap(({ idx }) => [...(deltas.get(idx)?.uuids() ?? [])]));
}

/** The row of an existing object as planned, as far as it is known; `shared` are values that other objects tell. */
export function plannedRow(plan: Plan, one: PlannedObject): Row {
  const row = { ...one.key, ...one.was, ...one.values };
  return { ...row, ...plan.shared.get(one.type.name)?.get(row["gpk"] ?? null) };
}

/** Whether the change may decide that its object belongs to the list. */
export function isDeciding(ground: ListGround, { touched, isTold }: PlannedObject): boolean {
  if (touched === null) return true;
  const { names, isUnknown, isComputed } = askedBy(ground);
  for (const name of touched) if (names.has(name)) return true;
  return (isUnknown || (!isTold && isComputed)) && isRelating(ground.type, touched);
}

/** What the conditions of a list ask for. */
interface Asked {
  readonly names: ReadonlySet<string>;
  /** Only the server knows one of its relations. */
  readonly isUnknown: boolean;
  /** Values that the server computes are among them. */
  readonly isComputed: boolean;
}

/** Found once for a list, because thousands of objects may change. */
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

/** Whether one of the attributes says what the object is, or what it belongs to. */
export function isRelating(type: ObjectTypeMeta, touched: ReadonlySet<string> | null): boolean {
  if (touched === null) return true;
  return [...touched].some((name) => type.key.includes(name) || type.attribute(name)?.refersTo != null);
}
