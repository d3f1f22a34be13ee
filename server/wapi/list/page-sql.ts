import type { Branch } from "../../access/branches.ts";
import { isStored } from "../../sql/ddl.ts";
import { namesOf, orderByOf, orderOf, orderSql, valuesOf, type Order } from "../../sql/order.ts";
import { fromRow } from "../../sql/select.ts";
import { foundSql, hitsFirstSql } from "./found-sql.ts";
import { matching, rowContext, visibility, type ListScope, type Matched } from "./matching.ts";
import {
  firstSorted,
  hidden,
  isOwn,
  isRange,
  memberCount,
  memberSql,
  pageSearch,
  rowsOf,
  windowSql,
  withoutOwn,
} from "./page.ts";
import { isRelated, type ListPlan } from "../plan.ts";

/** Ids of the page in order. */
export function pageSql(plan: ListPlan, scope: ListScope): string {
  const order = orderOf(plan.type, plan.order, rowContext(scope.catalogue));
  const page = pageSearch(plan, scope.actor, scope.catalogue, order.joins.length > 0);
  const visible = visibility(plan, scope);
  if (isRelated(plan)) return scanSql(plan, scope, visible, {});
  const hides = visible.map(hidden);
  const found = page.findsFirst ? foundSql(plan, scope, hides, order, page.kind) : null;
  if (page.kind === "scan") {
    const inOrder = scanSql(plan, scope, hides, {
      hidesSets: true,
      matchesRows: page.expressions !== "none",
    });
    return found === null ? inOrder : hitsFirstSql(found, inOrder);
  }
  const merged = mergeSql(plan, scope, page.branches, order, found?.bound);
  if (found !== null) return hitsFirstSql(found, merged);
  const nearest = nearestSql(plan, scope, hides, order, page.branches);
  return nearest === null ? merged : nearestFirstSql(nearest, rowsOf(plan), merged);
}

/** Number of rows for each member that are read in the order of the key before members are merged. */
const LOOKED_AT = 4;

/**
 * The page, if the first rows in the order of the key fill it. An account with many rows finds its page there, and reading them takes far less time
 * than merging many members. Null if no index has this order, or if merging is fast.
 */
function nearestSql(
  plan: ListPlan,
  scope: ListScope,
  hides: readonly string[],
  order: Order,
  branches: readonly Branch[],
): string | null {
  const rows = rowsOf(plan);
  const members = memberCount(branches, scope.actor);
  const others = withoutOwn(plan.conditions);
  const isWorth = members * rows > FEW_ROWS && rows <= members * LOOKED_AT && plan.offset === 0;
  if (!isWorth || !isInKeyOrder(plan) || !others.every(isRange)) return null;
  const looked = matching({ ...plan, conditions: others }, scope, [], {});
  const listed = matching({ ...plan, conditions: plan.conditions.filter(isOwn) }, scope, hides, {
    hidesSets: true,
  });
  if (looked.joins.length + listed.joins.length > 0) return null;
  const by = orderByOf(order);
  return `select t.id
    from (
      select *
      from ${fromRow(plan.type, [])}
      where ${looked.sql}
      order by ${by}
      limit ${String(members * LOOKED_AT)}) t
    where ${listed.sql}
    order by ${by}
    limit ${String(rows)}`;
}

function nearestFirstSql(nearest: string, rows: number, merged: string): string {
  return `with w as materialized (${nearest}),
    e as materialized (select (select count(*) from w) = ${String(rows)} as is_full)
    select w.id
    from w
    where (select is_full from e)
    union all select m.id
    from (${merged}) m
    where not (select is_full from e)`;
}

/** Whether the index of the natural key gives the order of the page. */
function isInKeyOrder(plan: ListPlan): boolean {
  const { type } = plan;
  if (!isStored(type)) return false;
  const [key] = type.spec.key;
  const first = firstSorted(plan);
  return (
    first?.name === key &&
    first?.computed === undefined &&
    first?.ref === undefined &&
    first?.nullable !== true
  );
}

function scanSql(plan: ListPlan, scope: ListScope, visible: readonly string[], how: Matched): string {
  const order = orderSql(plan.type, plan.order, rowContext(scope.catalogue));
  const { sql, joins } = matching(plan, scope, visible, how);
  const window = windowSql(plan, scope.params);
  return `select t.id
    from ${fromRow(plan.type, [...joins, ...order.joins])}
    where ${sql}
    order by ${order.sql} ${window}`;
}

/** The first rows of each set member, then the first of all these. A row that is found twice counts once. */
function mergeSql(
  plan: ListPlan,
  scope: ListScope,
  branches: readonly Branch[],
  order: Order,
  bound?: string,
): string {
  const narrowed = { ...plan, conditions: withoutOwn(plan.conditions) };
  const merge: Merge = { plan: narrowed, scope, order, most: String(rowsOf(plan)), bound };
  const names = namesOf(order);
  const parts = branches.map((branch) => branchSql(merge, branch));
  const cut =
    parts.length > 1
      ? parts.map((part) => `(select * from (${part}) c order by ${names} limit ${merge.most})`)
      : parts;
  return `select u.id from (${cut.join("\nunion\n")}) u order by ${names} ${windowSql(plan, scope.params)}`;
}

interface Merge {
  readonly plan: ListPlan;
  readonly scope: ListScope;
  readonly order: Order;
  /** SQL of the number of rows up to the end of the page. */
  readonly most: string;
  /** SQL of a bound for the first term of the order, if a bound is known: no row of the page has a value beyond it. */
  readonly bound: string | undefined;
}

/**
 * If there are many members, a few rows of each give a limit for the page, so that not every member must deliver a whole page. Without a limit (few
 * rows in few members) every member delivers a page.
 */
function branchSql(merge: Merge, branch: Branch): string {
  const [first] = merge.order.terms;
  const bound = merge.bound ?? sampleSql(merge, branch);
  if (first === undefined || bound === null || first.ending.includes("nulls"))
    return membersSql(merge, branch, [], "true");
  const sign = first.ending === "" ? "<=" : ">=";
  return `(
    with b as materialized (${bound}) ${membersSql(merge, branch, [`${first.sql} ${sign} (select k from b)`], "true")}
    union all ${membersSql(merge, branch, [], "(select k from b) is null")})`;
}

/** SQL of the limit, from a few rows of each member; null if it would not save time. */
function sampleSql({ plan, scope, order }: Merge, branch: Branch): string | null {
  const rows = rowsOf(plan);
  const [first] = order.terms;
  const members = scope.actor.sets[branch.in].length;
  if (first === undefined || members * rows <= FEW_ROWS || !plan.conditions.every(isRange)) return null;
  const few = String(Math.ceil((SAMPLED * rows) / members));
  const { sql, joins } = matching(plan, scope, memberSql(branch, "s.member"), {});
  return `select x.k
    from unnest({${branch.in}}) s(member)
      cross join lateral (
        select ${first.sql} as k
        from ${fromRow(plan.type, joins)}
        where ${sql}
        order by k${first.ending}
        limit ${few}) x
    order by k${first.ending}
    limit 1
    offset ${String(rows - 1)}`;
}

/** Up to this number of rows, a sample does not save time. */
const FEW_ROWS = 500;
/** Number of rows of the sample for each row of the page. */
const SAMPLED = 4;

function membersSql(merge: Merge, branch: Branch, further: readonly string[], condition: string): string {
  const { plan, scope, order, most } = merge;
  const by = orderByOf(order);
  const values = valuesOf(order).join(", ");
  const visible = [...memberSql(branch, "s.member"), ...further];
  const { sql, joins } = matching(plan, scope, visible, { matchesRows: true });
  return `select x.*
    from unnest({${branch.in}}) s(member)
      cross join lateral (
        select t.id, ${values}
        from ${fromRow(plan.type, joins)}
        where ${sql}
        order by ${by}
        limit ${most}) x
    where ${condition}`;
}
