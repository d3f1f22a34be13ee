import { actorValues, ownSql, visibleSql } from "../access/rules.ts";
import type { Actor } from "../access/actor.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { bind, quoted, type Params } from "../sql/bind.ts";
import { conditionSql, type Condition } from "../sql/filter.ts";
import { relatedSql, type EarlierRows } from "../sql/join.ts";
import { orderSql } from "../sql/order.ts";
import { fromRow, rowJson, type Expression, type RowContext } from "../sql/select.ts";
import { metadataJson } from "./metadata-step.ts";
import { objectsOf, readableSql } from "./objects-step.ts";
import type { JoinPlan, ListPlan } from "./plan.ts";

/** What a list step is compiled against. */
export interface ListScope {
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly params: Params;
  readonly earlier: (position: number) => EarlierRows;
}

/** Set members up to which each is asked for its first rows; above it the order is scanned (database.md 3.1). */
const MERGE_AT_MOST = 500;

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

interface Matching {
  readonly sql: string;
  readonly joins: readonly string[];
}

/** Everything that narrows the list: what the actor may read, joins, filters. */
function matching(plan: ListPlan, scope: ListScope, visible: readonly string[]): Matching {
  const joins = new Set<string>();
  const { catalogue, params } = scope;
  const filter = { type: plan.type, context: rowContext(catalogue), params, joins };
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
  const inner = plan.joins.filter(({ kind }) => kind === "inner").map((join) => `(${sqlOf(join)})`);
  const union = plan.joins.filter(({ kind }) => kind === "union").map(sqlOf);
  const anti = plan.joins
    .filter(({ kind }) => kind === "anti")
    .map((join) => `((${sqlOf(join)}) is not true)`);
  return [...inner, ...(union.length === 0 ? [] : [`(${union.join(" or ")})`]), ...anti];
}

/** Ids of the page in order. */
function pageSql(plan: ListPlan, scope: ListScope): string {
  const column = setColumn(plan, scope.actor);
  const order = orderSql(plan.type, plan.order, rowContext(scope.catalogue));
  const window = windowSql(plan, scope.params);
  if (column === null) {
    const { sql, joins } = matching(plan, scope, visibility(plan, scope));
    return `select t.id from ${fromRow(plan.type, [...joins, ...order.joins])} where ${sql} order by ${order.sql} ${window}`;
  }
  const members = scope.actor.sets[column.set].length;
  if (members > MERGE_AT_MOST || order.joins.length > 0 || !plan.conditions.every(isSearch)) {
    // The array is hidden from the planner: thousands of constants cost more planning than the list costs work.
    const visible = `t.${quoted(column.name)} = any((select {${column.set}})::bigint[])`;
    const { sql, joins } = matching(plan, scope, [visible]);
    return `select t.id from ${fromRow(plan.type, [...joins, ...order.joins])} where ${sql} order by ${order.sql} ${window}`;
  }
  const { sql, joins } = matching(plan, scope, [`t.${quoted(column.name)} = s.member`]);
  const most = (plan.limit ?? 0) + plan.offset;
  return `select t.id from unnest({${column.set}}) s(member) cross join lateral
    (select t.* from ${fromRow(plan.type, joins)} where ${sql} order by ${order.sql} limit ${scope.params.add(most, "bigint")}) t
    order by ${order.sql} ${window}`;
}

function windowSql(plan: ListPlan, params: Params): string {
  const limit = plan.limit === null ? "" : `limit ${params.add(plan.limit, "bigint")}`;
  return `${limit} offset ${params.add(plan.offset, "bigint")}`;
}

/** The column that decides alone what the actor reads, where the rule of the type is that simple. */
function setColumn(plan: ListPlan, actor: Actor): { name: string; set: keyof Actor["sets"] } | null {
  const { own, read } = plan.type.spec;
  if (plan.limit === null || plan.joins.length > 0 || read !== "own" || own === null || !("column" in own))
    return null;
  return visibleSql(plan.type, actor) === ownSql(plan.type) ? { name: own.column, set: own.in } : null;
}

function isSearch(condition: Condition): boolean {
  return (
    condition.kind === "own" || (condition.kind === "attribute" && condition.operator.startsWith("regexp"))
  );
}

/** SQL over the ids of a list step: its translations as one JSON text (wire contract 3.10). */
export function translationsSql(type: ObjectType, ids: string): string {
  return `(select '[' || coalesce(string_agg(json_build_object('object_gfk', v.object_gfk, 'language_tag', v.language_tag,
      'lang_attr_key', v.lang_attr_key, 'value', v.value)::text, ',' order by v.object_gfk, v.language_tag, v.lang_attr_key), '') || ']'
    from cntl.ot_lang_attr_val v where v.object_gfk in (select '${type.spec.gpk}-' || i.id from (${ids}) i(id)))`;
}
