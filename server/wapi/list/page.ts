import { ownBranches, visibleBranches, type Branch } from "../../access/branches.ts";
import type { Actor } from "../../access/actor.ts";
import { ACTOR_SETS } from "../../catalogue/define.ts";
import type { Attribute, Catalogue } from "../../catalogue/object-type.ts";
import { quoted, type Params } from "../../sql/bind.ts";
import type { Condition } from "../../sql/filter.ts";
import { hasTrigram, joinedExpression } from "../../sql/joined-text.ts";
import { isRelated, type ListPlan } from "../plan.ts";

/** The way to find the ids of a page. The server chooses it, because the planner does not know where the rows are. */
export type PageSearch =
  /** The first rows of each set member, then the first of all these. */
  (
    | { readonly kind: "merge"; readonly branches: readonly Branch[] }
    /** Rows in order until the page is full. */
    | { readonly kind: "scan"; readonly expressions: "match rows" | "none" }
  ) & {
    /** Whether the matches of the expressions are searched first. If there are few, they are sorted instead. */
    readonly findsFirst: boolean;
  };

/** If there are more set members than this, rows are scanned in order instead of merged. */
const MERGE_AT_MOST = 500;
/** Up to this number of set members, checking their rows is faster than searching the expression. */
const READ_AT_MOST = 50;

/** The plan of a list with `fetch_limit` or `fetch_offset`. `sortsByJoin`: the order needs other tables, so no index has it. */
export function pageSearch(
  plan: ListPlan,
  actor: Actor,
  catalogue: Catalogue,
  sortsByJoin: boolean,
): PageSearch {
  const branches = branchesOf(plan, actor);
  const expressions = isRelated(plan) ? [] : plan.conditions.filter(isExpression);
  const isFindable = hasIndexed(plan);
  const isOrderly = plan.conditions.every((one) => keepsOrder(one, catalogue));
  if (branches !== null && !sortsByJoin && isOrderly && memberCount(branches, actor) <= MERGE_AT_MOST)
    return { kind: "merge", branches, findsFirst: isFindable && memberCount(branches, actor) > READ_AT_MOST };
  const matched = expressions.length === 0 ? "none" : "match rows";
  return { kind: "scan", expressions: matched, findsFirst: isFindable };
}

/** Whether a trigram index finds an expression of the list. */
export function hasIndexed(plan: ListPlan): boolean {
  const isIndexed = (one: Condition): boolean =>
    one.kind === "attribute" &&
    isExpression(one) &&
    typeof one.value === "string" &&
    hasTrigram(joinedExpression(one.value, false));
  return !isRelated(plan) && plan.conditions.some(isIndexed);
}

function branchesOf(plan: ListPlan, actor: Actor): readonly Branch[] | null {
  if (plan.limit === null || isRelated(plan)) return null;
  return plan.conditions.some(isOwn) ? ownBranches(plan.type) : visibleBranches(plan.type, actor);
}

export function memberCount(branches: readonly Branch[], actor: Actor): number {
  return branches.reduce((sum, branch) => sum + actor.sets[branch.in].length, 0);
}

export function isOwn({ kind }: Condition): boolean {
  return kind === "own";
}

/** Leaves out the condition that rows are own, because the branches imply it. */
export function withoutOwn(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.filter((one) => !isOwn(one));
}

/** SQL over `t`: the row belongs to this branch by `member`. */
export function memberSql(branch: Branch, member: string): readonly string[] {
  return [`t.${quoted(branch.column)} = ${member}`, ...branch.rest];
}

/** Placeholders of sets of ids. A set of login names has only one or two, so hiding it saves nothing. */
const IDS = Object.entries(ACTOR_SETS)
  .flatMap(([set, type]) => (type === "bigint" ? [set] : []))
  .join("|");
const COLUMN_IN_IDS = new RegExp(String.raw`(\bt\."?[a-z_]+"?) = any\(\{(${IDS})\}\)`, "g");
const IN_IDS = new RegExp(String.raw`= any\(\{(${IDS})\}\)`, "g");

/**
 * Hides sets of ids from the planner. Planning thousands of constants takes longer than reading the list. An index on the column of the row would
 * also be read for all members together, and not in the order of the page.
 */
export function hidden(sql: string): string {
  return sql
    .replaceAll(COLUMN_IN_IDS, "(($1 in (select unnest({$2}))) is true)")
    .replaceAll(IN_IDS, "= any((select {$1})::bigint[])");
}

const EQUAL = new Set(["eq", "in"]);

/** Whether the condition does not change the best order of reading. Other conditions may have an index that finds few rows at once. */
function keepsOrder(condition: Condition, catalogue: Catalogue): boolean {
  switch (condition.kind) {
    case "own":
      return true;
    case "special":
      return condition.cast === "boolean";
    case "all":
    case "any":
      return condition.of.every((one) => keepsOrder(one, catalogue));
    case "not":
      return keepsOrder(condition.of, catalogue);
    case "rows":
      return false;
    case "attribute":
      return !EQUAL.has(condition.operator) || isCoarse(condition.attribute, catalogue);
  }
}

/** The column has few different values and no index. */
function isCoarse({ dataType, ref }: Attribute, catalogue: Catalogue): boolean {
  if (ref !== undefined) return ref.copied !== undefined && catalogue.type(ref.to).idType === "text";
  return dataType.jsonName === "boolean";
}

const RANGES = new Set(["lt", "le", "gt", "ge"]);

/** Whether the condition consists of comparisons, as for a later page, whose excluded rows take little time. */
export function isRange(condition: Condition): boolean {
  if (condition.kind === "all" || condition.kind === "any") return condition.of.every(isRange);
  return condition.kind === "attribute" && RANGES.has(condition.operator);
}

/** A separate condition of `..._regexp`, so that its matches can be searched first. */
export function isExpression(condition: Condition): boolean {
  return condition.kind === "attribute" && condition.operator.startsWith("regexp");
}

/** Rows up to the end of the page. */
export function rowsOf({ limit, offset }: ListPlan): number {
  return (limit ?? 0) + offset;
}

/** The attribute whose value is the first term of the order. */
export function firstSorted({ type, order }: ListPlan): Attribute | undefined {
  const [key = ""] = type.spec.key;
  return order[0]?.attribute ?? (type.spec.ranking === undefined ? type.attributes.get(key) : undefined);
}

/** `limit` and `offset` of the page. */
export function windowSql(plan: ListPlan, params: Params): string {
  // They are numbers and not parameters, because the planner of a prepared statement takes an unknown limit for a tenth of all rows.
  const limit = plan.limit === null ? "" : `limit ${String(plan.limit)}`;
  return plan.offset === 0 ? limit : `${limit} offset ${params.add(plan.offset, "bigint")}`;
}
