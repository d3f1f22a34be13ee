import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Condition } from "../../sql/filter.ts";
import { namesOf, valuesOf, type Order } from "../../sql/order.ts";
import { fromRow } from "../../sql/select.ts";
import { keySearch } from "../../sql/shared-search.ts";
import type { ListPlan } from "../plan.ts";
import { matching, type ListScope } from "./matching.ts";
import { firstSorted, isExpression, rowsOf, windowSql, type PageSearch } from "./page.ts";

/** The number of matches after which an expression counts as frequent. */
export const HITS = 2_000;

/** The first matches of the expressions by the trigram index, each read once. */
export interface Found {
  /** The common table expressions `h` and `f`. */
  readonly head: string;
  /** The page if `h` contains all matches. */
  readonly page: string;
  /** SQL of a value of the first term; no row of the page lies beyond it. */
  readonly bound: string;
}

/** Matches with their sort values, and whether they are in the list. The other conditions are checked when a match is read. */
export function foundSql(
  plan: ListPlan,
  scope: ListScope,
  visible: readonly string[],
  order: Order,
  kind: PageSearch["kind"],
): Found {
  const expressions = plan.conditions.filter(isExpression);
  const rest = { ...plan, conditions: plan.conditions.filter((one) => !isExpression(one)) };
  const others = matching(rest, scope, visible, { hidesSets: true });
  const names = new Set<string>();
  const hits = matching({ ...plan, conditions: expressions }, scope, [], {
    finds: { shared: scope.searches, names },
  });
  const from = fromRow(plan.type, [...hits.joins, ...others.joins, ...order.joins]);
  const inOrder = `from h where is_listed order by ${namesOf(order)}`;
  const isFew = (name: string): string => `(select count(*) from ${name}) <= ${String(HITS)}`;
  const sorted = sortedSearch(plan, scope.catalogue, expressions, [...names]);
  const reading: Reading = { plan, kind, order, from, others: others.sql };
  const [rows, few] =
    sorted === null
      ? [readSql(reading, hits.sql, [...names].map(isFew)), ["h", ...names].map(isFew)]
      : [sortedSql(reading, sorted, isFew(sorted.name)), [isFew(sorted.name)]];
  return {
    // A shared search that ended early may have more matches than `h`.
    head: `h as materialized (${rows}), f as materialized (select ${few.join(" and ")} as is_few)`,
    page: `select id ${inOrder} ${windowSql(plan, scope.params)}`,
    bound: `select k0 as k ${inOrder} limit 1 offset ${String(Math.max(rowsOf(plan), 1) - 1)}`,
  };
}

/** The context for reading the matches of a list. */
interface Reading {
  readonly plan: ListPlan;
  readonly kind: PageSearch["kind"];
  readonly order: Order;
  readonly from: string;
  /** SQL of the other conditions. */
  readonly others: string;
}

/** Every match, listed or not. A scan needs none of them if a shared search has too many; a merge takes its limit from them. */
function readSql({ kind, order, from, others }: Reading, hits: string, few: readonly string[]): string {
  const most = String(HITS + 1);
  const limit =
    kind === "merge" || few.length === 0
      ? most
      : `(select case when ${few.join(" and ")} then ${most} else 0 end)`;
  return `select t.id, ${[...valuesOf(order), `(${others}) as is_listed`].join(", ")}
    from ${from}
    where ${hits}
    limit ${limit}`;
}

/** A shared search whose texts are the first sort value. */
interface SortedSearch {
  readonly name: string;
  /** SQL over `t` of the id of the found row. */
  readonly id: string;
}

function sortedSearch(
  plan: ListPlan,
  catalogue: Catalogue,
  expressions: readonly Condition[],
  names: readonly string[],
): SortedSearch | null {
  const [[name, ...more], [one]] = [names, expressions];
  const isSole = name !== undefined && more.length === 0 && expressions.length === 1;
  if (!isSole || one?.kind !== "attribute" || plan.limit === null) return null;
  const { attribute, operator, value } = one;
  const search = keySearch(plan.type, catalogue, attribute, operator, value);
  return search === null || firstSorted(plan) !== attribute ? null : { name, id: search.id };
}

/** Listed matches in the order of the found texts, read only until the page is full. */
function sortedSql(reading: Reading, { name, id }: SortedSearch, isFew: string): string {
  const { plan, kind, order, from, others } = reading;
  const [first, ...more] = valuesOf({
    ...order,
    terms: order.terms.map((term, n) => (n === 0 ? { ...term, sql: "sought.found" } : term)),
  });
  const most = String(rowsOf(plan));
  const limit = kind === "merge" ? most : `(select case when ${isFew} then ${most} else 0 end)`;
  // Sorted separately, because the planner would otherwise read and sort all rows.
  const sought = `(
    select q.id, q.found
    from ${name} q
    order by q.found${order.terms[0]?.ending ?? ""}) sought`;
  return `select t.id, ${[first, ...more].join(", ")}, true as is_listed
    from ${from} join ${sought} on sought.id = ${id}
    where ${others}
    order by ${namesOf(order)}
    limit ${limit}`;
}

/** Few matches are found by the trigram index and sorted. If an expression has many matches, reading rows in order soon fills the page. */
export function hitsFirstSql({ head, page }: Found, inOrder: string): string {
  return `with ${head}
    select a.id
    from (${page}) a
    where (select is_few from f)
    union all select b.id
    from (${inOrder}) b
    where not (select is_few from f)`;
}
