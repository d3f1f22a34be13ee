import type { FaultStatement } from "#contract/wire/fault";
import type { Params, Row } from "#contract/wire/json";
import type { ObjectType } from "../catalogue/object-type.ts";
import type { Condition } from "../sql/filter.ts";
import type { Relation } from "../sql/join.ts";
import type { OrderEntry } from "../sql/order.ts";
import type { JoinKind, ParsedRef, Referred } from "./step.ts";

/** A step that has passed all checks that need no connection. Values are in the form of `parseValue`. */
export type Plan = SinglePlan | RefPlan;

/** One execution of a step. */
export type SinglePlan = ListPlan | WritePlan | BulkPlan;

interface StepPlan {
  readonly type: ObjectType;
  /** Result key (wire contract 3.3). */
  readonly key: string;
  /** Position of the step. Executions of one step have positions between it and the next, in order. */
  readonly position: number;
  /** Place for the traceback, if it does not follow from the other members. */
  readonly statement?: FaultStatement;
}

/** A reading step: filters, joins to earlier steps, order and page. */
export interface ListPlan extends StepPlan {
  readonly kind: "list";
  readonly conditions: readonly Condition[];
  readonly joins: readonly JoinPlan[];
  readonly referred: readonly Referred[];
  readonly order: readonly OrderEntry[];
  readonly limit: number | null;
  readonly offset: number;
  /** Rows are named by `gpk` or `gpk_list`. */
  readonly isNamed: boolean;
  /** Rows of `wapi.object_type.metadata` instead of plain ones. */
  readonly isMetadata?: true;
  /** The rows themselves, if the step contains them. */
  readonly literal?: readonly Row[];
  /** Parameters of a list whose rows the type generates itself. */
  readonly generated?: Params;
  /** Its rows are found by regular expressions of a client that are not conditions of the step. */
  readonly searches?: true;
}

/** One entry of a join member: rows are related to rows of the step at `position`. */
export interface JoinPlan {
  readonly kind: JoinKind;
  readonly position: number;
  readonly relation: Relation | LiteralRelation | GlobalRelation;
}

/** Without a reference: every row is related if the earlier step has a row at all (wire contract 3.4). */
export interface GlobalRelation {
  readonly kind: "global";
}

/** The call contains the earlier rows. A row is related if it equals one of them (wire contract 3.4). */
export interface LiteralRelation {
  readonly kind: "literal";
  readonly condition: Condition;
  /** The earlier rows are kept or dropped together, by their own joins. */
  readonly isJoined?: true;
}

/** Whether the rows of the list depend on rows of other steps or types. */
export function isRelated({ joins, referred }: Pick<ListPlan, "joins" | "referred">): boolean {
  return joins.length + referred.length > 0;
}

/** A writing step. `new` of a create has no defaults yet. A null value differs from an absent one. */
export interface WritePlan extends StepPlan {
  readonly kind: "create" | "update" | "delete" | "more";
  /** Name of the function, if only this type has it. */
  readonly more?: string;
  readonly old: Params;
  readonly new: Params;
}

/** The function of a writing step by its name: `create`, `connect`. */
export function functionName({ kind, more }: WritePlan): string {
  return kind === "more" && more !== undefined ? more : kind;
}

/** A step that changes every row of a list (`bulk_update`). */
export interface BulkPlan extends StepPlan {
  readonly kind: "bulk";
  readonly selection: ListPlan;
  readonly new: Params;
}

/** Parameters of a step by their side. */
export type Sides = Readonly<Record<ParsedRef["scope"], Params>>;

/** A step that is executed once for each combination of rows of earlier steps (wire contract 3.5). */
export interface RefPlan extends StepPlan {
  readonly kind: "ref";
  readonly refs: readonly ParsedRef[];
  /** The step without the parameters that rows give it. */
  readonly pattern: SinglePlan;
  /** All executions, if the call itself contains the rows. */
  readonly executions: readonly SinglePlan[] | null;
  /** The execution with these values from rows. `of` is the total number. Throws the refusal of a value with its place. */
  execution(given: Sides, number: number, of: number): SinglePlan;
}

/** Whether the step may change something. */
export function isWriting(plan: Plan): boolean {
  return (plan.kind === "ref" ? plan.pattern : plan).kind !== "list";
}

/** Place of a step for the traceback of a fault. */
export function statementOf(plan: Plan): FaultStatement {
  if (plan.statement !== undefined) return plan.statement;
  if (plan.kind === "ref") return statementOf(plan.pattern);
  return { idx: plan.key, position: plan.position, name: `${plan.type.name}.${fnOf(plan)}`, execution: 0 };
}

/** The function of a step by its name: `create`, `bulk_update`, `list`. */
export function fnOf(plan: SinglePlan): string {
  if (plan.kind === "bulk") return "bulk_update";
  if (plan.kind === "list") return plan.isMetadata === true ? "metadata" : "list";
  return functionName(plan);
}

/** The rows of a step, if the call contains them and they depend on nothing else. */
export function literalRows(plan: Plan | undefined): readonly Row[] | null {
  return plan?.kind === "list" && !isRelated(plan) ? (plan.literal ?? null) : null;
}

/** Facts about all other steps that a step needs. They are computed once, because a call may have very many steps. */
export interface Whole {
  /** Positions of the steps to which later lists are joined. */
  readonly joined: ReadonlySet<number>;
  /** Positions of the steps whose rows are parameters of later ones. */
  readonly taken: ReadonlySet<number>;
  /** Positions of the steps whose rows later steps change or delete. Nobody else may change or delete these rows meanwhile. */
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
  if (plan.kind === "ref") return joinsOf(plan.pattern);
  if (plan.kind === "bulk") return plan.selection.joins;
  return plan.kind === "list" ? plan.joins : [];
}

function changedBy(plan: Plan, plans: readonly Plan[]): readonly number[] {
  if (plan.kind !== "ref" || !isWriting(plan) || plan.pattern.kind === "bulk") return [];
  return plan.refs
    .filter(({ scope, position }) => scope === "old" && plans[position]?.type === plan.type)
    .map(({ position }) => position);
}
