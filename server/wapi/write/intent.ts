import type { Params } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName, isWriting, literalRows, type Plan, type RefPlan } from "../plan.ts";
import type { ParsedRef } from "../step.ts";

/** Facts about a writing step before the first step is executed. */
export interface WriteIntent {
  readonly type: ObjectType;
  /** `create`, `update`, `delete`, or a function that only the type has. */
  readonly fn: string;
  readonly position: number;
  /** Values in `new`. A value that rows of earlier steps give is null here. */
  readonly new: Params;
  /** Parameters in `new` whose values come from rows of earlier steps. */
  readonly byRows: ReadonlySet<string>;
  /** Upper limit of the executions of the step; null if only the rows determine it. */
  readonly executions: number | null;
  /** Members of literal tables that this step stores as secrets: the position of the table and the name of the member. */
  readonly secretSources: readonly (readonly [number, string])[];
}

/** Objects whose place depends on other objects. A call that moves some locks the tree exclusively; a call that places objects in it shares the lock. */
export interface Tree {
  readonly name: string;
  /** All calls lock trees in this order, whatever their steps are. */
  readonly order: number;
  readonly alone: string;
  readonly share: string;
  /** A call with more new objects locks the tree exclusively, because the lock table is limited. */
  readonly most: number;
}

export interface Hold {
  readonly tree: Tree;
  /** If absent, new objects find their place when they are written. */
  readonly how?: "alone" | "share";
  /** Upper bound of the new objects in the tree. */
  readonly adds?: number;
}

/** The writing steps of a call as far as they are known beforehand. */
export function intentsOf(plans: readonly Plan[]): readonly WriteIntent[] {
  return plans.filter(isWriting).flatMap((plan) => {
    const single = plan.kind === "ref" ? plan.pattern : plan;
    if (single.kind === "list") return [];
    const refs = plan.kind === "ref" ? plan.refs.filter(({ scope }) => scope === "new") : [];
    const byRows = refs.flatMap(({ params }) => params.map(([own]) => own));
    const executions = plan.kind === "ref" ? (plan.executions?.length ?? mostExecutions(plan, plans)) : 1;
    return [
      {
        type: plan.type,
        fn: single.kind === "bulk" ? "update" : functionName(single),
        position: plan.position,
        new: { ...Object.fromEntries(byRows.map((name) => [name, null])), ...single.new },
        byRows: new Set(byRows),
        executions: single.kind === "bulk" ? null : executions,
        secretSources: secretSources(plan.type, refs, plans),
      },
    ];
  });
}

/**
 * True if all steps only remove access (`takesAccess` of a type). Every call reads access anew, so such a call needs no lock on the rights and waits
 * for nobody. So an account can be locked whatever it is doing.
 */
export function isUrgent(intents: readonly WriteIntent[]): boolean {
  return intents.every(({ type, fn, new: values }) => {
    const { takesAccess = {} } = type.spec;
    if (fn === "delete") return takesAccess.delete === true;
    const names = Object.keys(values);
    return fn === "update" && names.length > 0 && names.every((name) => takesAccess.update?.includes(name));
  });
}

/** Calls that lock accounts or end tokens are short. */
const MOST_URGENT = 100;

/** True if a call is urgent. It is checked before the call is planned further. */
export function isUrgentCall(plans: readonly Plan[]): boolean {
  return plans.length <= MOST_URGENT && isUrgent(intentsOf(plans));
}

/** The upper bound of combinations: each row of one source with each row of the others. */
function mostExecutions({ refs }: RefPlan, plans: readonly Plan[]): number | null {
  let most = 1;
  for (const position of new Set(refs.map((ref) => ref.position))) {
    const rows = mostRows(plans[position]);
    if (rows === null) return null;
    most *= rows;
  }
  return most;
}

function mostRows(plan: Plan | undefined): number | null {
  if (plan?.kind === "list") return plan.limit;
  return plan?.kind === "create" || plan?.kind === "update" || plan?.kind === "delete" ? 1 : null;
}

function secretSources(
  type: ObjectType,
  refs: readonly ParsedRef[],
  plans: readonly Plan[],
): WriteIntent["secretSources"] {
  return refs.flatMap(({ position, params }) =>
    literalRows(plans[position]) === null
      ? []
      : params
          .filter(([own]) => type.attributes.get(own)?.secret === true)
          .map(([, member]) => [position, member] as const),
  );
}
