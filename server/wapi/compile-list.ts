import type { Row } from "#contract/wire/json";
import { actorValues } from "../access/rules.ts";
import type { Actor } from "../access/actor.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import { bind, type Params } from "../sql/bind.ts";
import { orderSql } from "../sql/order.ts";
import { fromRow, gpkSql, rowJson, type Expression, type RowContext } from "../sql/select.ts";
import { freeSql } from "./cidr-step.ts";
import { matching, rowContext, visibility, type ListScope } from "./matching.ts";
import { metadataJson } from "./metadata-step.ts";
import { objectsOf } from "./objects-step.ts";
import { pageSql, windowSql } from "./page-sql.ts";
import type { ListPlan } from "./plan.ts";

/** Statement with the columns `id` and `row` (JSON text), one per row of the list, in its order. */
export function listSql(given: ListPlan, scope: ListScope): string {
  if (given.literal !== undefined) return literalSql(given.literal, scope.params);
  return given.free === undefined
    ? rowsSql(withRows(given, scope), scope)
    : freeSql(given, given.free, scope);
}

/** Rows of a table or view. */
function rowsSql(plan: ListPlan, scope: ListScope): string {
  const isCounted = [...plan.type.attributes.values()].some(({ upToRows }) => upToRows !== undefined);
  const plain = { ...rowContext(scope.catalogue), isLong: scope.isLong === true };
  const rowsUpTo = (most: number): string => `select p.id from p where p.total <= ${String(most)}`;
  const context = isCounted ? { ...plain, rowsUpTo } : plain;
  const row = rowSql(plan, context);
  const isPage = plan.limit !== null || plan.offset > 0;
  // Rows of a view are not found again by their id as those of a table are.
  const isView = typeof plan.type.spec.source === "object";
  if (isView || !(isPage || isCounted)) {
    const { sql, joins } = matching(plan, scope, visibility(plan, scope));
    const order = orderSql(plan.type, plan.order, context);
    const window = isPage ? windowSql(plan, scope.params) : "";
    return `select t.id, ${row.sql} as row from ${fromRow(plan.type, [...joins, ...order.joins, ...row.joins])}
      where ${sql} order by ${order.sql} ${window}`;
  }
  return pageFirst(plan, scope, row, isCounted);
}

/** The page first: only its rows are dressed with joins, counts and hierarchy lists. */
function pageFirst(plan: ListPlan, scope: ListScope, row: Expression, isCounted: boolean): string {
  const total = isCounted ? ", count(*) over () as total" : "";
  const page = `select q.id, row_number() over () as o${total} from (${pageSql(plan, scope)}) q`;
  // What is made for all rows at once needs them by name.
  const [head, from] = isCounted ? [`with p as materialized (${page}) `, "p"] : ["", `(${page}) p`];
  return `${head}select t.id, ${row.sql} as row from ${from}
    join ${plan.type.table} t on t.id = p.id ${[...new Set(row.joins)].join(" ")} order by p.o`;
}

/** Rows that stand in the call, in their order. */
function literalSql(rows: readonly Row[], params: Params): string {
  const texts = params.add(
    rows.map((row) => JSON.stringify(row)),
    "text[]",
  );
  return `select u.o::text as id, u.row from unnest(${texts}) with ordinality u(row, o) order by u.o`;
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

/** SQL over the ids of a list step: its translations as one JSON text (wire contract 3.10). */
export function translationsSql(type: ObjectType, ids: string): string {
  return `(select '[' || coalesce(string_agg(json_build_object('object_gfk', v.object_gfk, 'language_tag', v.language_tag,
      'lang_attr_key', v.lang_attr_key, 'value', v.value)::text, ',' order by v.object_gfk, v.language_tag, v.lang_attr_key), '') || ']'
    from cntl.ot_lang_attr_val v where v.object_gfk in (select ${gpkSql(type, "i.id")} from (${ids}) i(id)))`;
}
