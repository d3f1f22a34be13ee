import { actorValues, ownSql, visibleSql } from "../access/rules.ts";
import type { Actor } from "../access/actor.ts";
import type { Branch } from "../access/branches.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { bind, type Params } from "../sql/bind.ts";
import { conditionSql } from "../sql/filter.ts";
import { relatedIds, relatedSql, type EarlierRows } from "../sql/join.ts";
import { orderOf, orderSql, type Order } from "../sql/order.ts";
import { fromRow, rowJson, type Expression, type RowContext } from "../sql/select.ts";
import { metadataJson } from "./metadata-step.ts";
import { objectsOf, readableSql } from "./objects-step.ts";
import { hidden, isExpression, memberSql, pagePlan, withoutOwn } from "./page.ts";
import type { JoinPlan, ListPlan } from "./plan.ts";

/** What a list step is compiled against. */
export interface ListScope {
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly params: Params;
  readonly earlier: (position: number) => EarlierRows;
}

export function rowContext(catalogue: Catalogue): RowContext {
  return { catalogue, own: (type) => (type.spec.source === "objects" ? "t.own" : ownSql(type)) };
}

/** Statement with the columns `id` and `row` (JSON text), one per row of the list, in its order. */
export function listSql(given: ListPlan, scope: ListScope): string {
  const plan = withRows(given, scope);
  const context = rowContext(scope.catalogue);
  const row = rowSql(plan, context);
  const isPage = plan.limit !== null || plan.offset > 0;
  if (!isPage) {
    const { sql, joins } = matching(plan, scope, visibility(plan, scope));
    const order = orderSql(plan.type, plan.order, context);
    return `select t.id, ${row.sql} as row from ${fromRow(plan.type, [...joins, ...order.joins, ...row.joins])}
      where ${sql} order by ${order.sql}`;
  }
  // The page first: only its rows are dressed with joins, counts and hierarchy lists.
  return `select t.id, ${row.sql} as row from (select q.id, row_number() over () as o from (${pageSql(plan, scope)}) q) p
    join ${plan.type.table} t on t.id = p.id ${[...new Set(row.joins)].join(" ")} order by p.o`;
}

/** Puts `$n` for the placeholders of the actor that are left in a complete statement. */
export function bound(sql: string, actor: Actor, params: Params): string {
  return bind(sql, actorValues(actor), params);
}

function withRows(plan: ListPlan, { actor, catalogue, params, earlier }: ListScope): ListPlan {
  if (plan.type.spec.source !== "objects") return plan;
  return { ...plan, type: objectsOf(plan, actor, catalogue, params, earlier) };
}

function rowSql(plan: ListPlan, context: RowContext): Expression {
  if (plan.isMetadata === true) return { sql: metadataJson(context), joins: [] };
  if (plan.type.name === "wapi.transaction" && !plan.isNamed) {
    const steps = plan.type.attributes.get("steps");
    if (steps !== undefined) {
      const attributes = new Map(plan.type.attributes).set("steps", { ...steps, computed: "null::jsonb" });
      return rowJson({ ...plan.type, attributes }, context);
    }
  }
  return rowJson(plan.type, context);
}

/** How conditions are to be met: expressions without their index, sets of ids unseen by the planner. */
interface Matched {
  readonly matchesRows?: boolean;
  readonly hidesSets?: boolean;
}

interface Matching {
  readonly sql: string;
  readonly joins: readonly string[];
}

/** Everything that narrows the list: what the actor may read, joins, filters. */
function matching(
  plan: ListPlan,
  scope: ListScope,
  visible: readonly string[],
  { matchesRows = false, hidesSets = false }: Matched = {},
): Matching {
  const joins = new Set<string>();
  const { catalogue, params } = scope;
  const plain = rowContext(catalogue);
  const context = hidesSets ? { ...plain, own: (type: ObjectType) => hidden(plain.own(type)) } : plain;
  const filter = { type: plan.type, context, params, joins, matchesRows };
  const parts = [...visible, ...joined(plan, scope)];
  for (const condition of plan.conditions) parts.push(conditionSql(condition, filter));
  return { sql: parts.length === 0 ? "true" : parts.join(" and "), joins: [...joins] };
}

function visibility(plan: ListPlan, { actor, catalogue }: ListScope): readonly string[] {
  // Rows of `wapi.object` are visible as the objects themselves, which is looked at where they are found.
  const sql = plan.type.spec.source === "objects" ? null : visibleSql(plan.type, actor);
  if (sql === null) return [];
  if (plan.type.name !== "wapi.change_log" || actor.account === null || !namesObjects(plan)) return [sql];
  // Read rule of the change log: entries of every object that the account may read now (wire contract 7.2).
  return [`(${sql} or ${readableSql("object_gfk", actor, catalogue)})`];
}

function namesObjects(plan: ListPlan): boolean {
  const names = new Set(["object_gfk", "gpk"]);
  return (
    plan.isNamed ||
    plan.joins.some(({ kind }) => kind !== "anti") ||
    plan.conditions.some(
      (one) =>
        one.kind === "attribute" &&
        names.has(one.attribute.name) &&
        (one.operator === "eq" || one.operator === "in"),
    )
  );
}

function joined(plan: ListPlan, scope: ListScope): readonly string[] {
  const sqlOf = ({ position, relation }: JoinPlan): string =>
    relatedSql(relation, plan.type, scope.earlier(position));
  const idsOf = ({ position, relation }: JoinPlan): string =>
    relatedIds(relation, plan.type, scope.earlier(position));
  const inner = plan.joins.filter(({ kind }) => kind === "inner").map((join) => `(${sqlOf(join)})`);
  const union = plan.joins.filter(({ kind }) => kind === "union").map(idsOf);
  const anti = plan.joins
    .filter(({ kind }) => kind === "anti")
    .map((join) => `((${sqlOf(join)}) is not true)`);
  return [...inner, ...(union.length === 0 ? [] : [`t.id in (${union.join(" union all ")})`]), ...anti];
}

/** Ids of the page in order. */
function pageSql(plan: ListPlan, scope: ListScope): string {
  const order = orderOf(plan.type, plan.order, rowContext(scope.catalogue));
  const page = pagePlan(plan, scope.actor, scope.catalogue, order.joins.length > 0);
  if (page.kind === "merge") return mergeSql(plan, scope, page.branches, order);
  const visible = visibility(plan, scope);
  if (plan.joins.length > 0) return scanSql(plan, scope, visible, {});
  const hides = visible.map(hidden);
  if (page.expressions !== "find first") {
    return scanSql(plan, scope, hides, { hidesSets: true, matchesRows: page.expressions === "match rows" });
  }
  const expressions = plan.conditions.filter(isExpression);
  const others = plan.conditions.filter((one) => !isExpression(one));
  const hits = matching({ ...plan, conditions: expressions }, scope, []);
  return `with h as materialized (select t.id from ${fromRow(plan.type, hits.joins)} where ${hits.sql})
    ${scanSql({ ...plan, conditions: others }, scope, ["t.id in (select id from h)", ...hides], { hidesSets: true })}`;
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
  const narrowed = { ...plan, conditions: withoutOwn(plan.conditions) };
  const by = order.terms.map(({ sql, ending }) => `${sql}${ending}`).join(", ");
  const values = order.terms.map(({ sql }, n) => `${sql} as k${String(n)}`).join(", ");
  const most = scope.params.add((plan.limit ?? 0) + plan.offset, "bigint");
  const parts = branches.map((branch) => {
    const { sql, joins } = matching(narrowed, scope, memberSql(branch, "s.member"), {
      matchesRows: true,
    });
    return `select x.* from unnest({${branch.in}}) s(member) cross join lateral
      (select t.id, ${values} from ${fromRow(plan.type, joins)} where ${sql} order by ${by} limit ${most}) x`;
  });
  const again = order.terms.map(({ ending }, n) => `k${String(n)}${ending}`).join(", ");
  const cut = parts.length > 1 ? parts.map((part) => `(${part} order by ${again} limit ${most})`) : parts;
  return `select u.id from (${cut.join("\nunion\n")}) u order by ${again} ${windowSql(plan, scope.params)}`;
}

function windowSql(plan: ListPlan, params: Params): string {
  const limit = plan.limit === null ? "" : `limit ${params.add(plan.limit, "bigint")}`;
  return `${limit} offset ${params.add(plan.offset, "bigint")}`;
}

/** SQL over the ids of a list step: its translations as one JSON text (wire contract 3.10). */
export function translationsSql(type: ObjectType, ids: string): string {
  return `(select '[' || coalesce(string_agg(json_build_object('object_gfk', v.object_gfk, 'language_tag', v.language_tag,
      'lang_attr_key', v.lang_attr_key, 'value', v.value)::text, ',' order by v.object_gfk, v.language_tag, v.lang_attr_key), '') || ']'
    from cntl.ot_lang_attr_val v where v.object_gfk in (select '${type.spec.gpk}-' || i.id from (${ids}) i(id)))`;
}
