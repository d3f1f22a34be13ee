import type { Plan } from "./plan.ts";

/** What one step has to know of all others; read once, for a call may have very many. */
export interface Whole {
  /** Positions of the steps that later lists are joined to. */
  readonly joined: ReadonlySet<number>;
  readonly keys: ReadonlySet<string>;
}

export function wholeOf(plans: readonly Plan[]): Whole {
  return {
    joined: new Set(
      plans.flatMap((plan) => (plan.kind === "list" ? plan.joins.map(({ position }) => position) : [])),
    ),
    keys: new Set(plans.map(({ key }) => key)),
  };
}
