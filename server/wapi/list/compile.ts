import type { Row } from "#contract/wire/json";
import { actorValues } from "../../access/rules.ts";
import type { Actor } from "../../access/actor.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { bind, type Params } from "../../sql/bind.ts";
import { orderSql } from "../../sql/order.ts";
import { fromRow, gpkSql, rowJson, type Expression, type RowContext } from "../../sql/select.ts";
import { globalSql, matching, rowContext, visibility, type ListScope } from "./matching.ts";
import { metadataJson } from "./metadata.ts";
import { objectsOf } from "./any-type.ts";
import { hasIndexed, hidden, windowSql } from "./page.ts";
import { pageSql } from "./page-sql.ts";
import type { ListPlan } from "../plan.ts";
import { behaviourOf } from "../behaviour.ts";

/** Statement with the columns `id` and `row` (JSON text), one per row of the list, in its order. */
export function listSql(given: ListPlan, scope: ListScope): string {
  if (given.literal !== undefined) return ifRelated(given, scope, literalSql(given.literal, scope.params));
  const made = given.generated === undefined ? undefined : behaviourOf(given.type).rows;
  return made === undefined || given.generated === undefined
    ? rowsSql(withRows(given, scope), scope)
    : ifRelated(given, scope, made.sql(given, given.generated, scope));
}

/** Rows that are not objects have no references, so either all are listed or none. */
function ifRelated(plan: ListPlan, scope: ListScope, rows: string): string {
  const condition = globalSql(plan, scope);
  return condition === null ? rows : `select q.id, q.row from (${rows}) q where ${condition}`;
}

/** A list in two statements: the ids of its rows in their order, and the rows themselves. */
export interface Paged {
  readonly page: string;
  /** SQL of the rows, to which a further condition may be added. */
  readonly rows: string;
  readonly order: string;
}

/** The same list in two statements; `page` names the ids. Null if the rows are found and formatted in one statement. */
export function pagedSql(given: ListPlan, scope: ListScope, page: string): Paged | null {
  if (given.literal !== undefined || given.generated !== undefined) return null;
  const isCounted = countsRows(given);
  if (isView(given))
    return given.limit === null && !isCounted ? null : pageOfView(given, scope, page, isCounted);
  // An unused SQL parameter is an error, so nothing is compiled before this is known.
  if (!isPage(given) && !isCounted) return null;
  return pageFirst(withRows(given, scope), scope, page, isCounted);
}

/** Rows of a view cannot be found again by id, so the whole rows are kept until they are formatted. */
function pageOfView(plan: ListPlan, scope: ListScope, name: string, isCounted: boolean): Paged {
  const context = contextOf(scope, isCounted ? name : null);
  const row = rowSql(plan, context);
  const { sql, joins } = found(plan, scope);
  const order = orderSql(plan.type, plan.order, context);
  return {
    page: `select q.*, row_number() over () as o${totalOf(isCounted)}
      from (
        select t.id, t as found
        from ${fromRow(plan.type, [...joins, ...order.joins])}
        where ${sql}
        order by ${order.sql} ${windowSql(plan, scope.params)}) q`,
    rows: `select t.id, ${row.sql} as row
      from ${name} p cross join lateral (select (p.found).*) t ${[...new Set(row.joins)].join(" ")}`,
    order: "order by p.o",
  };
}

/** Rows of a table or view. */
function rowsSql(plan: ListPlan, scope: ListScope): string {
  const isCounted = countsRows(plan);
  // Rows of a view cannot be found again by id, unlike rows of a table.
  if (isCounted || (!isView(plan) && isPage(plan))) {
    const { page, rows, order } = (isView(plan) ? pageOfView : pageFirst)(plan, scope, "p", isCounted);
    // Values that are computed for all rows at once need a name for the rows.
    const hint = isCounted ? "materialized" : "not materialized";
    return `with p as ${hint} (${page}) ${rows} ${order}`;
  }
  const context = contextOf(scope, null);
  const row = rowSql(plan, context);
  const { sql, joins } = found(plan, scope);
  const order = orderSql(plan.type, plan.order, context);
  const window = isPage(plan) ? windowSql(plan, scope.params) : "";
  return `select t.id, ${row.sql} as row
    from ${fromRow(plan.type, [...joins, ...order.joins, ...row.joins])}
    where ${sql}
    order by ${order.sql} ${window}`;
}

/** Conditions of the list. A view is read for one network of the account after the other, unless an index finds the rows of an expression. */
function found(plan: ListPlan, scope: ListScope): Expression {
  const visible = visibility(plan, scope);
  return isView(plan) && hasIndexed(plan)
    ? matching(plan, scope, visible.map(hidden), { hidesSets: true })
    : matching(plan, scope, visible);
}

function isPage({ limit, offset }: ListPlan): boolean {
  return limit !== null || offset > 0;
}

function isView({ type }: ListPlan): boolean {
  return typeof type.spec.source === "object";
}

/** Whether some values are computed only for short lists. */
function countsRows({ type }: ListPlan): boolean {
  return [...type.attributes.values()].some(({ upToRows }) => upToRows !== undefined);
}

/** Formatting of the rows. `page` is the name of the counted ids. */
function contextOf(scope: ListScope, page: string | null): RowContext {
  const { hidesSecrets } = scope.actor;
  const plain = { ...rowContext(scope.catalogue), isLong: scope.isLong === true, hidesSecrets };
  if (page === null) return plain;
  return {
    ...plain,
    rowsUpTo: (most) => `select ${page}.id from ${page} where ${page}.total <= ${String(most)}`,
  };
}

/** Finds the page first, so that only its rows get joins, counts and hierarchy lists. */
function pageFirst(plan: ListPlan, scope: ListScope, name: string, isCounted: boolean): Paged {
  const row = rowSql(plan, contextOf(scope, isCounted ? name : null));
  return {
    page: `select q.id, row_number() over () as o${totalOf(isCounted)} from (${pageSql(plan, scope)}) q`,
    rows: `select t.id, ${row.sql} as row
      from ${name} p join ${plan.type.table} t on t.id = p.id ${[...new Set(row.joins)].join(" ")}`,
    order: "order by p.o",
  };
}

function totalOf(isCounted: boolean): string {
  return isCounted ? ", count(*) over () as total" : "";
}

/** Rows that the call contains, in order. */
function literalSql(rows: readonly Row[], params: Params): string {
  const texts = rows.map((row) => JSON.stringify(row));
  return `select u.o::text as id, u.row
    from unnest(${params.add(texts, "text[]")}) with ordinality u(row, o)
    order by u.o`;
}

/** Inserts `$n` for the remaining placeholders of the actor in a complete statement. */
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
export function translationsSql({ translations }: Catalogue, type: ObjectType, ids: string): string {
  if (translations === null) return "'[]'";
  return `(
    select '[' || coalesce(string_agg(${TRANSLATION}, ',' ${TRANSLATIONS_ORDER}), '') || ']'
    from ${translations.table} v
    where ${translates(type, ids)})`;
}

/** A statement with one row for each translation of the ids. Null if the instance has no translations. */
export function translationRowsSql(
  { translations }: Catalogue,
  type: ObjectType,
  ids: string,
): string | null {
  if (translations === null) return null;
  return `select ${TRANSLATION} as row
    from ${translations.table} v
    where ${translates(type, ids)} ${TRANSLATIONS_ORDER}`;
}

const TRANSLATION = `json_build_object('object_gfk', v.object_gfk, 'language_tag', v.language_tag,
  'lang_attr_key', v.lang_attr_key, 'value', v.value)::text`;
const TRANSLATIONS_ORDER = "order by v.object_gfk, v.language_tag, v.lang_attr_key";

function translates(type: ObjectType, ids: string): string {
  return `v.object_gfk in (select ${gpkSql(type, "i.id")} from (${ids}) i(id))`;
}
