import { isWriting, type JoinPlan, type Plan } from "./plan.ts";

/** What one step has to know of all others; read once, for a call may have very many. */
export interface Whole {
  /** Positions of the steps that later lists are joined to. */
  readonly joined: ReadonlySet<number>;
  /** Positions of the steps whose rows are parameters of later ones. */
  readonly taken: ReadonlySet<number>;
  /** Positions of the steps whose rows are changed or removed by later ones: nobody else may do so meanwhile. */
  readonly changed: ReadonlySet<number>;
  readonly keys: ReadonlySet<string>;
}

export function wholeOf(plans: readonly Plan[]): Whole {
  return {
    joined: new Set(plans.flatMap((plan) => joinsOf(plan).map(({ position }) => position))),
    taken: new Set(
      plans.flatMap((plan) => (plan.kind === "ref" ? plan.refs.map(({ position }) => position) : [])),
    ),
    changed: new Set(plans.flatMap((plan) => changedBy(plan, plans))),
    keys: new Set(plans.map(({ key }) => key)),
  };
}

/** Joins of a step; those of its executions are the same. */
function joinsOf(plan: Plan): readonly JoinPlan[] {
  switch (plan.kind) {
    case "list":
      return plan.joins;
    case "bulk":
      return plan.selection.joins;
    case "ref":
      return joinsOf(plan.pattern);
    default:
      return [];
  }
}

/** Steps whose rows the step names as its own. */
function changedBy(plan: Plan, plans: readonly Plan[]): readonly number[] {
  if (plan.kind !== "ref" || !isWriting(plan) || plan.pattern.kind === "bulk") return [];
  return plan.refs
    .filter(({ scope, position }) => scope === "old" && plans[position]?.type === plan.type)
    .map(({ position }) => position);
}
