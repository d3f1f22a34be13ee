import { ownSql, visibleSql } from "../../access/rules.ts";
import type { Actor } from "../../access/actor.ts";
import type { Catalogue, ObjectType, Reference } from "../../catalogue/object-type.ts";
import type { Params } from "../../sql/bind.ts";
import { conditionSql, type Condition, type Finds } from "../../sql/filter.ts";
import { isStored } from "../../sql/ddl.ts";
import { relatedIds, relatedSql, targetIds, type EarlierRows } from "../../sql/join.ts";
import type { Expression, RowContext } from "../../sql/select.ts";
import type { SharedSearches } from "../../sql/shared-search.ts";
import { readableGoneSql, readableSql } from "./any-type.ts";
import { hidden, isOwn } from "./page.ts";
import type { JoinPlan, ListPlan } from "../plan.ts";
import type { Referred } from "../step.ts";

/** The context for compiling a list step. */
export interface ListScope {
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly params: Params;
  readonly earlier: (position: number) => EarlierRows;
  /** The call also writes, so free networks that it finds are reserved for it. */
  readonly reserves?: boolean;
  /** Searches that several lists of the statement need. */
  readonly searches?: SharedSearches;
  /** The list is known to be very long. */
  readonly isLong?: boolean;
}

export function rowContext(catalogue: Catalogue): RowContext {
  return {
    catalogue,
    own: (type, isLong) => (type.spec.source === "objects" ? "t.own" : ownSql(type, isLong)),
  };
}

/** Options for compiling conditions: expressions without an index, sets of ids hidden from the planner. */
export interface Matched {
  readonly matchesRows?: boolean;
  readonly hidesSets?: boolean;
  readonly finds?: Finds;
}

/** All conditions of the list: read rule, joins, filters. */
export function matching(
  plan: ListPlan,
  scope: ListScope,
  visible: readonly string[],
  { matchesRows = false, hidesSets = false, finds }: Matched = {},
): Expression {
  const joins = new Set<string>();
  const { catalogue, params } = scope;
  const plain = rowContext(catalogue);
  const context = hidesSets
    ? { ...plain, own: (type: ObjectType, isLong?: boolean) => hidden(plain.own(type, isLong)) }
    : plain;
  const filter = {
    type: plan.type,
    context,
    params,
    joins,
    matchesRows,
    ...(finds !== undefined && { finds }),
  };
  const parts = [
    ...visible,
    ...joined(plan, scope, (condition) => conditionSql(condition, filter)),
    ...plan.referred.map((one) => referredSql(one, scope.actor, catalogue)),
  ];
  for (const condition of plan.conditions) parts.push(conditionSql(condition, filter));
  return { sql: parts.length === 0 ? "true" : parts.join(" and "), joins: [...joins] };
}

/** SQL over `t`: the actor may read the row. */
export function visibility(plan: ListPlan, { actor, catalogue }: ListScope): readonly string[] {
  // A row of `wapi.object` is visible if its object is visible, which is checked where the object is found.
  const sql = plan.type.spec.source === "objects" ? null : visibleSql(plan.type, actor);
  // Every read rule shows an account its own rows, and a repeated condition takes twice the time.
  const showsOwn = actor.account !== null && plan.conditions.some(isOwn);
  if (sql === null || showsOwn) return [];
  if (plan.type.name !== "wapi.change_log" || actor.account === null || !namesObjects(plan)) return [sql];
  // Read rule of the change log: entries of every object that the account may read now (wire contract 7.2).
  const gone = readableGoneSql(goneTypes(plan, catalogue), actor);
  return [`(${sql} or ${readableSql("object_gfk", actor, catalogue)} or ${gone})`];
}

/** Types of deleted objects that may have referred to the rows of a step to which the log is joined. */
function goneTypes(plan: ListPlan, catalogue: Catalogue): readonly ObjectType[] {
  const hosts = plan.joins.flatMap(({ relation }) =>
    relation.kind === "computed" ? (relation.goneOf ?? []) : [],
  );
  const isOfAny = hosts.some(({ spec }) => spec.source === "objects");
  const names = new Set<string>(hosts.map(({ name }) => name));
  // Translations belong to objects of any type.
  return [...catalogue.types.values()].filter(
    (type) =>
      isStored(type) &&
      (type.spec.translates !== undefined || type.references.some(({ to }) => isOfAny || names.has(to))),
  );
}

function namesObjects(plan: ListPlan): boolean {
  const names = new Set(["object_gfk", "gpk"]);
  return (
    plan.isNamed ||
    plan.joins.some(({ kind, relation }) => kind !== "anti" && relation.kind !== "global") ||
    plan.conditions.some(
      (one) =>
        one.kind === "attribute" &&
        names.has(one.attribute.name) &&
        (one.operator === "eq" || one.operator === "in"),
    )
  );
}

/** Rows that the call contains become a condition, and rows of a step a set of ids. */
function* joined(
  { type, joins }: Pick<ListPlan, "type" | "joins">,
  { earlier }: Pick<ListScope, "earlier">,
  literal: (condition: Condition) => string,
): Iterable<string> {
  const { inner = [], union = [], anti = [] } = Object.groupBy(joins, ({ kind }) => kind);
  const related = ({ position, relation }: JoinPlan): string => {
    const isThere = (): string => `exists (${earlier(position).ids})`;
    if (relation.kind === "global") return isThere();
    if (relation.kind !== "literal") return `(${relatedSql(relation, type, earlier(position))})`;
    const equal = literal(relation.condition);
    return relation.isJoined === true ? `(${equal} and ${isThere()})` : equal;
  };
  yield* inner.map(related);
  const [sets, conditions] = partition(union);
  const ids = sets.map(({ position, relation }) => relatedIds(relation, type, earlier(position)));
  const any = conditions.map(related);
  if (ids.length > 0) any.push(`t.id in (${ids.join(" union all ")})`);
  if (any.length > 0) yield `(${any.join(" or ")})`;
  yield* anti.map((join) => `(${related(join)} is not true)`);
}

/** Entries whose related rows are a set of ids, separated from the others. */
function partition(joins: readonly JoinPlan[]) {
  const sets = joins.flatMap(({ position, relation }) =>
    relation.kind === "literal" || relation.kind === "global" ? [] : [{ position, relation }],
  );
  const others = joins.filter(({ relation }) => relation.kind === "literal" || relation.kind === "global");
  return [sets, others] as const;
}

/** SQL that answers whether a list has rows at all, if its only joins are those without a reference (wire contract 3.4). */
export function globalSql(plan: ListPlan, scope: ListScope): string | null {
  const parts = [
    ...joined(plan, scope, () => {
      throw new Error(`${plan.type.name} is joined to rows of the call`);
    }),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
}

/**
 * SQL over `t`: objects refer, or do not refer, to the row by one of `or` and by each of `and`. Only objects that the actor may read count, so that
 * the answer reveals nothing about others (wire contract 3.4).
 */
function referredSql({ kind, or, and }: Referred, actor: Actor, catalogue: Catalogue): string {
  const ids = (reference: Reference): string => {
    const from = catalogue.type(reference.from);
    return `(${targetIds(reference, from, visibleSql(from, actor))})`;
  };
  const any = or.length === 0 ? [] : [`(${or.map(ids).join(" union all ")})`];
  const targets = [...any, ...and.map(ids)].join(" intersect ");
  // One `exists` over one set, so that the planner joins the set once instead of searching it for each row.
  return `${kind === "anti" ? "not " : ""}exists (select from (${targets}) r(id) where r.id = t.id)`;
}
