import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName, isWriting, type BulkPlan, type Plan, type RefPlan, type WritePlan } from "../plan.ts";
import type { ParsedRef } from "../parse-refs.ts";
import { literalRows } from "../plan-refs.ts";
import type { WriteIntent } from "./intent.ts";

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
        fn: fnOf(single),
        position: plan.position,
        new: { ...Object.fromEntries(byRows.map((name) => [name, null])), ...single.new },
        byRows: new Set(byRows),
        executions: single.kind === "bulk" ? null : executions,
        secretSources: secretSources(plan.type, refs, plans),
      },
    ];
  });
}

/** A bound by the sources: every row of one with every row of the others. */
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

function fnOf(plan: WritePlan | BulkPlan): string {
  return plan.kind === "bulk" ? "update" : functionName(plan);
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
