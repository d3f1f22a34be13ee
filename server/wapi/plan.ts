import type { FaultStatement } from "#contract/wire/fault";
import type { Params } from "#contract/wire/json";
import type { ObjectType } from "../catalogue/object-type.ts";
import type { Condition } from "../sql/filter.ts";
import type { Relation } from "../sql/join.ts";
import type { OrderEntry } from "../sql/order.ts";

/** A step whose every refusal that needs no connection is behind it. Values are in the form of `parseValue`. */
export type Plan = ListPlan | WritePlan;

interface PlannedStep {
  readonly type: ObjectType;
  /** Result key (wire contract 3.3). */
  readonly key: string;
  readonly position: number;
}

/** A reading step: filters, joins to earlier steps, order and page. */
export interface ListPlan extends PlannedStep {
  readonly kind: "list";
  readonly conditions: readonly Condition[];
  readonly joins: readonly JoinPlan[];
  readonly order: readonly OrderEntry[];
  readonly limit: number | null;
  readonly offset: number;
  /** Rows are named by `gpk` or `gpk_list`. */
  readonly isNamed: boolean;
  /** Rows of `wapi.object_type.metadata` instead of plain ones. */
  readonly isMetadata?: true;
}

/** One entry of a join member: rows are related to rows of the step at `position`. */
export interface JoinPlan {
  readonly kind: "inner" | "union" | "anti";
  readonly position: number;
  readonly relation: Relation;
}

/** A writing step. `new` of create has no defaults applied yet; null and absent are two things. */
export interface WritePlan extends PlannedStep {
  readonly kind: "create" | "update" | "delete" | "more";
  /** Name of the function where it is one that only the type has. */
  readonly more?: string;
  readonly old: Params;
  readonly new: Params;
}

/** The function of a writing step by its name: `create`, `connect`. */
export function functionName({ kind, more }: WritePlan): string {
  return kind === "more" && more !== undefined ? more : kind;
}

/** Place of a step for the traceback of a fault. */
export function statementOf(plan: Plan): FaultStatement {
  const fn = plan.kind === "list" ? (plan.isMetadata === true ? "metadata" : "list") : functionName(plan);
  return { idx: plan.key, position: plan.position, name: `${plan.type.name}.${fn}`, execution: 0 };
}
