import type { Branch } from "../access/branches.ts";
import type { Params } from "../sql/bind.ts";
import { orderOf, orderSql, type Order } from "../sql/order.ts";
import { fromRow } from "../sql/select.ts";
import { matching, rowContext, visibility, type ListScope, type Matched } from "./matching.ts";
import { hidden, isExpression, isRange, memberSql, pagePlan, withoutOwn } from "./page.ts";
import type { ListPlan } from "./plan.ts";

/** Ids of the page in order. */
export function pageSql(plan: ListPlan, scope: ListScope): string {
  const order = orderOf(plan.type, plan.order, rowContext(scope.catalogue));
  const page = pagePlan(plan, scope.actor, scope.catalogue, order.joins.length > 0);
  const visible = visibility(plan, scope);
  if (plan.joins.length > 0) return scanSql(plan, scope, visible, {});
  const hides = visible.map(hidden);
  const inOrder =
    page.kind === "merge"
      ? mergeSql(plan, scope, page.branches, order)
      : scanSql(plan, scope, hides, { hidesSets: true, matchesRows: page.expressions !== "none" });
  return page.findsFirst ? hitsFirstSql(plan, scope, hides, inOrder) : inOrder;
}

/** Hits of an expression that are looked for before it is known to be frequent. */
const HITS = 2_000;

/** Few hits are found by the index of trigrams and sorted; of an expression with many the page is soon full in order. */
function hitsFirstSql(plan: ListPlan, scope: ListScope, visible: readonly string[], inOrder: string): string {
  const hits = matching({ ...plan, conditions: plan.conditions.filter(isExpression) }, scope, []);
  const others = { ...plan, conditions: plan.conditions.filter((one) => !isExpression(one)) };
  const found = scanSql(others, scope, ["t.id in (select id from h)", ...visible], { hidesSets: true });
  return `with h as materialized (select t.id from ${fromRow(plan.type, hits.joins)} where ${hits.sql} limit ${String(HITS + 1)}),
    f as materialized (select count(*) <= ${String(HITS)} as is_few from h)
    select a.id from (${found}) a where (select is_few from f)
    union all select b.id from (${inOrder}) b where not (select is_few from f)`;
}

/** Rows in order until the page is full. */
function scanSql(plan: ListPlan, scope: ListScope, visible: readonly string[], how: Matched): string {
  const order = orderSql(plan.type, plan.order, rowContext(scope.catalogue));
  const { sql, joins } = matching(plan, scope, visible, how);
  const window = windowSql(plan, scope.params);
  return `select t.id from ${fromRow(plan.type, [...joins, ...order.joins])} where ${sql} order by ${order.sql} ${window}`;
}

/** The first rows of each set member, then the first of these; a row that is reached twice is one row. */
function mergeSql(plan: ListPlan, scope: ListScope, branches: readonly Branch[], order: Order): string {
  const merge = mergeOf(plan, scope, order);
  const names = order.terms.map(({ ending }, n) => `k${String(n)}${ending}`).join(", ");
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
  readonly rows: number;
  /** SQL of `rows`. */
  readonly most: string;
}

function mergeOf(plan: ListPlan, scope: ListScope, order: Order): Merge {
  const rows = (plan.limit ?? 0) + plan.offset;
  const narrowed = { ...plan, conditions: withoutOwn(plan.conditions) };
  return { plan: narrowed, scope, order, rows, most: String(rows) };
}

/**
 * With many members a few rows of each tell a value that the page does not pass, so that not every member has to give a whole page. Without
 * such a value (few rows, and these in few members) all are asked for the page.
 */
function branchSql(merge: Merge, branch: Branch): string {
  const { rows, scope, order } = merge;
  const [first] = order.terms;
  const members = scope.actor.sets[branch.in].length;
  const isLarge = members * rows > FEW_ROWS && merge.plan.conditions.every(isRange);
  if (first === undefined || !isLarge || first.ending.includes("nulls"))
    return membersSql(merge, branch, [], "true");
  const few = String(Math.ceil((SAMPLED * rows) / members));
  const { sql, joins } = matching(merge.plan, scope, memberSql(branch, "s.member"), {});
  const sample = `select x.k from unnest({${branch.in}}) s(member) cross join lateral
    (select ${first.sql} as k from ${fromRow(merge.plan.type, joins)} where ${sql} order by k${first.ending} limit ${few}) x
    order by k${first.ending} limit 1 offset ${String(rows - 1)}`;
  const sign = first.ending === "" ? "<=" : ">=";
  return `(with b as materialized (${sample})
    ${membersSql(merge, branch, [`${first.sql} ${sign} (select k from b)`], "true")}
    union all ${membersSql(merge, branch, [], "(select k from b) is null")})`;
}

/** Rows of which it does not pay to look for fewer. */
const FEW_ROWS = 500;
/** Rows looked at first, for each row of the page. */
const SAMPLED = 4;

function membersSql(merge: Merge, branch: Branch, further: readonly string[], condition: string): string {
  const { plan, scope, order, most } = merge;
  const by = order.terms.map(({ sql, ending }) => `${sql}${ending}`).join(", ");
  const values = order.terms.map(({ sql }, n) => `${sql} as k${String(n)}`).join(", ");
  const visible = [...memberSql(branch, "s.member"), ...further];
  const { sql, joins } = matching(plan, scope, visible, { matchesRows: true });
  return `select x.* from unnest({${branch.in}}) s(member) cross join lateral
    (select t.id, ${values} from ${fromRow(plan.type, joins)} where ${sql} order by ${by} limit ${most}) x where ${condition}`;
}

/** `limit` and `offset` of the page. */
export function windowSql(plan: ListPlan, params: Params): string {
  // Numbers, not parameters: the planner of a prepared statement takes an unknown limit for a tenth of all rows.
  const limit = plan.limit === null ? "" : `limit ${String(plan.limit)}`;
  return plan.offset === 0 ? limit : `${limit} offset ${params.add(plan.offset, "bigint")}`;
}
