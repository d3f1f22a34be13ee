import type { Json, Params, Row } from "#contract/wire/json";
import type { SqlValue } from "../../sql/bind.ts";
import type { Grant } from "../../catalogue/define.ts";
import type { Actor } from "../../access/actor.ts";
import type { ActorResolver } from "../../access/resolve.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import type { Refusal } from "../../faults.ts";
import type { WritePlan } from "../plan.ts";
import type { LockPlaces } from "./lock-places.ts";
import type { ChangeLog } from "./log.ts";
import type { WriteIntent } from "./intent.ts";

/** A reference whose target was not found. */
export interface Missing {
  readonly column: string;
  /** Built only when it is thrown, because most missing names are created on the way. */
  readonly refusal: () => Refusal;
}

/**
 * A step of a batch at its beginning. Each stage of a batch takes the type that the stage before it returns. So no stage can be left out, and no two
 * can change places.
 */
export interface Given {
  readonly plan: WritePlan;
  /** Parameters in wire form, for create with defaults. `fill` may add some. */
  readonly given: Record<string, Json>;
  readonly way: OnTheWay;
  readonly id: string | null;
  readonly before: Row | null;
}

/** A step whose row is found and locked. The right to write the row and the old values are checked. */
export interface Found extends Given {
  readonly id: string;
  readonly before: Row;
}

/** The values that the step writes, as far as they are found. `prepare` and `check` may change them. */
export interface Writing {
  /** Columns to be written; references hold ids. */
  readonly values: Record<string, Json>;
  /** Ids behind attributes that are sets of references. */
  readonly sets: Record<string, readonly string[]>;
  /** Ids behind parameters that are not attributes. */
  readonly extras: Record<string, Json>;
  readonly missing: Missing[];
  /** Members that only the answer of this step has (the text of a new token). */
  readonly answerOnly: Record<string, Json>;
}

/** A step whose references are looked up. */
export interface Placed extends Given, Writing {}

/** A step that the account may do, and whose references all exist. */
export interface Allowed extends Placed {
  readonly isAllowed: true;
}

/** A step whose row is written or, after a delete, gone. */
export interface Stored extends Allowed {
  readonly id: string;
}

/** A step whose answer is known. */
export interface Done extends Pick<Allowed, "plan" | "id" | "answerOnly"> {
  /** The answered rows as JSON text. A step answers one row unless its function says otherwise. */
  readonly rows: readonly string[];
}

/** How a further step depends on the step that caused it. */
export interface OnTheWay {
  /** The right to do the other step includes this one. */
  readonly isGranted?: true;
  /** A refusal of rights names the other step, with everything that it needs. */
  readonly of?: Given;
  /** Further rights that the other step needs, as rules over the row of this step with further columns. */
  readonly needs?: readonly Grant[];
  readonly columns?: Readonly<Record<string, SqlValue>>;
}

/** What the writing steps of one call share. */
export interface WriteContext {
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly actor: Actor;
  /**
   * Reads the actor again, as at the begin of the call. It uses another connection, because on this one it would wait for the locks on trees, and
   * others who need the same rights would wait with it. If absent, only the rights are read anew.
   */
  readonly actorNow?: () => Promise<Actor>;
  readonly dryRun: boolean;
  readonly places: LockPlaces;
  /** Continues after refused steps and refuses the call at its end. */
  readonly allFaults: boolean;
  /** True if the answer has the text of a new token. A dry run and any other call that is rolled back never have it. */
  readonly showsTokens: boolean;
  /** All writing steps of the call, in order. They decide which locks the call takes at its start. */
  readonly intents: readonly WriteIntent[];
  /** The call takes the lock on the rights exclusively. */
  readonly changesRights: boolean;
  /** All steps of the call in the form that was sent, for the record of the transaction. */
  readonly steps: Json;
  readonly stepCount: number;
  /** The calls of a convoy, each with a record of its own, and the call to which a position belongs. If absent, all steps belong to one call. */
  readonly convoy?: Convoy;
}

/** Calls whose steps are done in one transaction. */
export interface Convoy {
  readonly calls: readonly Pick<WriteContext, "intents" | "steps" | "stepCount">[];
  callOf(position: number): number;
}

/** The last step that changed the range of an object. */
export interface Touched {
  readonly plan: WritePlan;
  /** The object was created in the same call, by this step or an earlier one. */
  readonly isNew: boolean;
}

/** A step that breaks a rule. */
export interface Broken {
  readonly plan: WritePlan;
  readonly refusal: Refusal;
}

/** The steps that still break the rule, judged by the rows at the end of the transaction. */
export type Judge = (run: WriteRun, works: readonly Placed[]) => Promise<readonly Broken[]>;

/** A step whose rule is checked at the end, because a later step may correct the violation (wire contract 3.8). */
export interface Late {
  readonly judge: Judge;
  readonly work: Placed;
}

/** What the stages of a batch share. */
export interface WriteRun {
  readonly tx: Tx;
  readonly catalogue: Catalogue;
  readonly context: WriteContext;
  readonly actor: Actor;
  readonly log: ChangeLog;
  /** The last step that changed each range, for rules that are checked at the end of the transaction. */
  readonly ranges: Map<string, Touched>;
  /** Steps that break a rule until a later step corrects it. */
  readonly late: Late[];
  /** Ids for new rows that other steps refer to before the rows are written. */
  readonly ids: ReadonlyMap<WritePlan, string>;
  /** True if each row is tried by itself before it is written. So all rows that the database refuses are known at once. */
  readonly isTrial: boolean;
  /** Refuses a step that no permission would allow, before a missing permission is reported. */
  barred(work: Found | Placed): Promise<void>;
  /**
   * Does the further steps that steps cause, with all checks: for example the first record of a missing name creates the name. `ways` has one way for
   * all steps, or one for each.
   */
  perform(
    type: ObjectType,
    plans: readonly WritePlan[],
    ways?: OnTheWay | readonly OnTheWay[],
  ): Promise<Done[]>;
}

/** The context for reading rows in the form that the account in effect would read. */
export type Reader = Pick<WriteRun, "tx" | "catalogue" | "actor">;

/** The first stage. */
export function givenOf(plan: WritePlan, way: OnTheWay): Given {
  return { plan, given: { ...plan.new }, way, id: null, before: null };
}

export function nothingToWrite(): Writing {
  return { values: {}, sets: {}, extras: {}, missing: [], answerOnly: {} };
}

/** The key of the step's object for details of faults, from the step or from the future row. */
export function keyOf({ plan, given }: Pick<Given, "plan" | "given">): Row {
  const { type, old, kind } = plan;
  const hasNoRow = kind === "create" || (kind === "more" && Object.keys(old).length === 0);
  const side = hasNoRow ? given : old;
  const named = type.spec.key.filter((name) => side[name] !== undefined);
  if (named.length > 0) return Object.fromEntries(named.map((name) => [name, side[name] ?? null]));
  return old["gpk"] === undefined ? keyToBe(type, given) : { gpk: old["gpk"] };
}

/** The key of a new object whose key the server makes: its name in its tree, or else its title. */
function keyToBe({ spec }: ObjectType, given: Params): Row {
  const { name, parent } = spec.hierarchy ?? {};
  if (name === undefined || parent === undefined || !spec.key.includes(name.attribute)) {
    const titles = spec.title.map((one): [string, Json] => [one, given[one] ?? null]);
    return Object.fromEntries(titles.filter(([, value]) => value !== null));
  }
  const parts = [given[parent], given[name.part]].filter((part) => typeof part === "string");
  return { [name.attribute]: parts.join(name.separator) };
}

/** The natural key of a row. */
export function keyOfRow({ spec }: ObjectType, row: Row): Row {
  return Object.fromEntries(spec.key.map((name) => [name, row[name] ?? null]));
}

/** The natural key of the row that the step found, otherwise the key that the step names. It must not be used for rows that the account may not see. */
export function rowKeyOf(work: Given): Row {
  return work.before === null ? keyOf(work) : keyOfRow(work.plan.type, work.before);
}

/** The id of a step whose row is found or written, for code whose types do not show this. */
export function idOf({ id, plan }: Pick<Given, "id" | "plan">): string {
  if (id === null) throw new Error(`step ${String(plan.position)} has no row yet`);
  return id;
}

export function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}
