import type { Params } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { KeysByGpk, ReadWriteSet } from "./write/read-write-set.ts";
import type { ListScope } from "./list/matching.ts";
import type { ParsedStep } from "./step.ts";
import type { ListPlan, WritePlan } from "./plan.ts";
import type { Hold, WriteIntent } from "./write/intent.ts";
import type { Allowed, Found, Given, Placed, Stored, WriteRun } from "./write/stages.ts";

/** What one object type does beyond its definition. Every stage gets all steps of a batch, which have one function. */
export interface Behaviour {
  /** Converts parameters to canonical form before any step is executed. Refuses values that no data type can refuse (wire contract 1.7, no. 5). */
  shape?(plan: WritePlan): WritePlan;
  /** Adds what the step reads and writes beyond its own key and its references. */
  readsAndWrites?(plan: WritePlan, set: ReadWriteSet, keys: KeysByGpk): void;
  /** Effects of the step on trees of objects, as far as they are known before the first step of the call. */
  holds?(intent: WriteIntent): readonly Hold[];
  /** `readsAndWrites` names the unique values besides the key, so the type needs no common name for all of them. */
  readonly namesUniques?: true;
  /** Called before anything is looked up. Adds parameters that follow from others. */
  fill?(run: WriteRun, works: readonly Given[]): Promise<void> | void;
  /** Called after references are resolved and the rows of an update are found, and before the permission of a create is checked. */
  prepare?(run: WriteRun, works: readonly Placed[]): Promise<void>;
  /** Refuses a step that no permission would allow. It runs before a missing permission is reported, because that report would be misleading. */
  barred?(run: WriteRun, work: Found | Placed): Promise<void>;
  /** Checks rules after permission, old values and references. For update it gets only steps that change something. */
  check?(run: WriteRun, works: readonly Allowed[]): Promise<void> | void;
  /** Makes the consequences of the written rows. Every further changed object gets its own log entry. */
  settle?(run: WriteRun, works: readonly Stored[]): Promise<void>;
  /** Rows that the type generates (`source: "generated"`). */
  readonly rows?: GeneratedRows;
  /** Functions that only this type has, by name (`functions.more` of its definition). */
  readonly functions?: Readonly<Record<string, FunctionBehaviour>>;
}

export interface GeneratedRows {
  /** Checks the parameters. Its result is handed to `sql`. */
  plan(
    step: ParsedStep,
    limit: number | null,
    scope: "old" | "query",
  ): Pick<ListPlan, "generated" | "limit" | "searches">;
  /** PostgreSQL has the same best plan for all values, so the statement is planned once. */
  readonly hasSteadyPlan?: true;
  /** In a call that writes, each row is answered once, so equal neighbouring lists share the rows of one statement in their order. */
  readonly handsOut?: true;
  /** Statement with the columns `id` and `row` (JSON text). */
  sql(plan: ListPlan, asked: Params, scope: ListScope): string;
}

/**
 * Behaviour of a function of `functions.more`. Before it runs, parameters are read, rows are locked (if the function has a row), and rights and old
 * values are checked.
 */
export interface FunctionBehaviour {
  /** Called before the rows are locked. Locks further rows, so that all are locked in one order. */
  lock?(run: WriteRun, works: readonly Placed[]): Promise<void>;
  /** Does the steps of a batch, logs every changed object and returns the rows that each step answers. */
  run(run: WriteRun, works: readonly Allowed[]): Promise<readonly (readonly string[])[]>;
}

/** The default export of `<object>.behaviour.ts`, beside the definition of the type. */
export function defineBehaviour(behaviour: Behaviour): Behaviour {
  return behaviour;
}

const NONE: Behaviour = {};

/** The behaviour of a type; most types have none. */
export function behaviourOf({ name, behaviour }: ObjectType): Behaviour {
  if (behaviour === null) return NONE;
  if (!isBehaviour(behaviour))
    throw new Error(`${name}: the behaviour has members that nobody calls (${unknownIn(behaviour)}).`);
  return behaviour;
}

/** Throws if a behaviour does not fit its type: an unknown member, or other functions than the definition names. */
export function checkBehaviours({ types }: Catalogue): void {
  for (const type of types.values()) {
    const [done, named] = [behaviourOf(type).functions, type.spec.functions.more].map((functions = {}) =>
      Object.keys(functions).toSorted().join(", "),
    );
    if (done !== named)
      throw new Error(
        `${type.name}: the definition names the functions (${named}), the behaviour has (${done}).`,
      );
  }
}

const MEMBERS: Readonly<Record<keyof Behaviour, "function" | "object" | "boolean">> = {
  shape: "function",
  readsAndWrites: "function",
  holds: "function",
  namesUniques: "boolean",
  fill: "function",
  prepare: "function",
  barred: "function",
  check: "function",
  settle: "function",
  rows: "object",
  functions: "object",
};
const FORMS = new Map<string, string>(Object.entries(MEMBERS));

const fitting = new WeakSet<object>();

function isBehaviour(given: object): given is Behaviour {
  if (fitting.has(given)) return true;
  const fits = unknownIn(given) === "";
  if (fits) fitting.add(given);
  return fits;
}

/** Names of the members that no behaviour has, or that have another form. */
function unknownIn(given: object): string {
  const unknown = Object.entries(given).filter(([name, value]) => typeof value !== FORMS.get(name));
  return unknown.map(([name]) => name).join(", ");
}
