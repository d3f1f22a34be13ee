import type { Json, Params, Row } from "#contract/wire/json";
import type { SqlValue } from "../../sql/bind.ts";
import type { Grant } from "../../catalogue/define.ts";
import type { Actor } from "../../access/actor.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import type { Refusal } from "../../faults.ts";
import type { WritePlan } from "../plan.ts";
import type { ChangeLog } from "./log.ts";
import type { WriteContext } from "./session.ts";

/** A reference whose target was not found. */
export interface Missing {
  readonly column: string;
  readonly refusal: Refusal;
}

/** One step on its way through a batch. Stages fill it from top to bottom. */
export interface Work {
  readonly plan: WritePlan;
  /** Parameters in wire form: those of the step, for create with defaults. */
  readonly given: Record<string, Json>;
  /** Columns to be written; references hold ids. */
  readonly values: Record<string, Json>;
  /** Ids behind attributes that are sets of references. */
  readonly sets: Record<string, readonly string[]>;
  /** Ids behind parameters that are no attributes. */
  readonly extras: Record<string, Json>;
  readonly missing: Missing[];
  id: string | null;
  before: Row | null;
  /** Members that only the answer of this step has (the text of a new token). */
  readonly answerOnly: Record<string, Json>;
  readonly way: OnTheWay;
  /** Rows as they are answered, JSON text: one, but for functions that say otherwise. */
  rows: readonly string[];
}

/** How a further step belongs to the one on whose way it is done. */
export interface OnTheWay {
  /** The right to do it is that of the other step. */
  readonly isGranted?: true;
  /** A refusal of rights speaks of the other step: everything that it needs has to be told. */
  readonly of?: Work;
  /** What the other step needs beyond this one, over the row of this one with the further columns. */
  readonly needs?: readonly Grant[];
  readonly columns?: Readonly<Record<string, SqlValue>>;
}

/** What the stages of a batch share. */
export interface WriteRun {
  readonly tx: Tx;
  readonly catalogue: Catalogue;
  readonly context: WriteContext;
  readonly actor: Actor;
  readonly log: ChangeLog;
  /** Which step touched which range last, for rules that are checked at the end of the transaction. */
  readonly ranges: Map<string, WritePlan>;
  /** Refuses what no permission would allow: before a missing one is told. */
  barred(work: Work): Promise<void>;
  /** Does further steps on the way, under all checks (a missing name is made with its first record). */
  perform(type: ObjectType, plans: readonly WritePlan[], way?: OnTheWay): Promise<readonly Work[]>;
}

export function workOf(plan: WritePlan, way: OnTheWay = {}): Work {
  return {
    plan,
    given: { ...plan.new },
    values: {},
    sets: {},
    extras: {},
    missing: [],
    id: null,
    before: null,
    answerOnly: {},
    way,
    rows: [],
  };
}

/** The key of the step's object as it was named or will be, for details of faults. */
export function keyOf({ plan, given }: Pick<Work, "plan" | "given">): Row {
  const { type, old, kind } = plan;
  const hasNoRow = kind === "create" || (kind === "more" && Object.keys(old).length === 0);
  const side = hasNoRow ? given : old;
  const named = type.spec.key.filter((name) => side[name] !== undefined);
  if (named.length > 0) return Object.fromEntries(named.map((name) => [name, side[name] ?? null]));
  return old["gpk"] === undefined ? keyToBe(type, given) : { gpk: old["gpk"] };
}

/** A new object whose key the server makes: the name that its tree will give it, else what names it to a person. */
function keyToBe({ spec }: ObjectType, given: Params): Row {
  const { name, parent } = spec.hierarchy ?? {};
  if (name === undefined || parent === undefined || !spec.key.includes(name.attribute)) {
    const titles = spec.title.map((one): [string, Json] => [one, given[one] ?? null]);
    return Object.fromEntries(titles.filter(([, value]) => value !== null));
  }
  const parts = [given[parent], given[name.part]].filter((part) => typeof part === "string");
  return { [name.attribute]: parts.join(name.separator) };
}

/** The natural key of the row that the step found; of a step without one as it was named. Not for rows that the account may not see. */
export function rowKeyOf(work: Work): Row {
  const { before, plan } = work;
  if (before === null) return keyOf(work);
  return Object.fromEntries(plan.type.spec.key.map((name) => [name, before[name] ?? null]));
}

/** Id of a stored work: for stages behind the one that found or made the row. */
export function idOf(work: Work): string {
  if (work.id === null) throw new Error(`step ${String(work.plan.position)} has no row yet`);
  return work.id;
}
