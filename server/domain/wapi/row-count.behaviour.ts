import { COUNTED_ROWS } from "#contract/counted-rows";
import { isList, isObject, type Json, type Params as Asked } from "#contract/wire/json";
import { ownSql, visibleSql } from "../../access/rules.ts";
import { dataType } from "../../catalogue/data-types.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import type { Condition } from "../../sql/filter.ts";
import { isStored } from "../../sql/ddl.ts";
import { fromRow, rowJson } from "../../sql/select.ts";
import { matching, rowContext, visibility, type ListScope } from "../../wapi/list/matching.ts";
import { pageSql } from "../../wapi/list/page-sql.ts";
import { conditionsIn } from "../../wapi/list/plan.ts";
import type { ParsedStep } from "../../wapi/step.ts";
import type { ListPlan } from "../../wapi/plan.ts";
import { valueOf, type ValuePlace } from "../../wapi/value.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** One row with the numbers of a type; none for a type whose rows are stored nowhere. */
export default defineBehaviour({ rows: { plan: planCount, sql: countsSql, hasSteadyPlan: true } });

/** Lists of which at least one must have a row; each of them is a separate search. */
const MOST_LISTS = 10;

function planCount(
  { old }: ParsedStep,
  limit: number | null,
  scope: ValuePlace["scope"] & ("old" | "query"),
): Pick<ListPlan, "generated" | "limit" | "searches"> {
  const value = (parameter: string, type: "fq_name" | "json_object_array" | "integer"): Json => {
    const given = old[parameter] ?? null;
    return given === null ? null : valueOf(dataType(type), given, { parameter, scope }, "filter");
  };
  const lists = value("found_by_list", "json_object_array");
  const found = isList(lists ?? undefined) ? lists : null;
  const most = value("most", "integer") ?? COUNTED_ROWS;
  if (typeof most !== "number" || most < 1 || most > COUNTED_ROWS)
    throw refuse("out_of_range", {
      parameter: "most",
      scope,
      data_type: "integer",
      min: 1,
      max: COUNTED_ROWS,
    });
  if (Array.isArray(found) && found.length > MOST_LISTS)
    throw refuse("too_many_values", { parameter: "found_by_list", limit: MOST_LISTS, found: found.length });
  const generated = { name: value("object_fq_name", "fq_name"), lists: found, most, scope };
  return { limit, generated, ...(found === null ? {} : { searches: true as const }) };
}

/** Rows that exist only during a call. */
const UNSTORED = new Set<unknown>(["objects", "literal", "generated"]);

function countsSql(plan: ListPlan, asked: Asked, scope: ListScope): string {
  const { catalogue, params } = scope;
  const { name = null } = asked;
  const counted = typeof name === "string" ? catalogue.types.get(name) : undefined;
  const type = counted === undefined || UNSTORED.has(counted.spec.source) ? null : counted;
  const row = rowJson(plan.type, rowContext(catalogue));
  const told = params.add(type?.name ?? null, "text");
  const own = type === null ? "0" : countSql(type, asked, true, scope);
  return `select t.object_fq_name as id, ${row.sql} as row
    from (
      select ${told} as object_fq_name, ${type === null ? "0" : allSql(type, asked, scope)} as count,
        o.own_count
      from (select ${own} as own_count) o) t
    where t.object_fq_name is not null`;
}

/** The number of readable rows, beside `o.own_count`. It is not counted again if only own rows are readable, or if own rows reach the limit. */
function allSql(type: ObjectType, asked: Asked, scope: ListScope): string {
  if (visibleSql(type, scope.actor) === ownSql(type)) return "o.own_count";
  return `case when o.own_count > ${String(Number(asked["most"]))} then o.own_count
    else ${countSql(type, asked, false, scope)}
  end`;
}

/** The number of rows. Counting stops after the limit, so that a long list takes no longer than a short one. */
function countSql(
  type: ObjectType,
  { lists = null, most = null, scope: from }: Asked,
  isOwn: boolean,
  scope: ListScope,
): string {
  const limit = Number(most) + 1;
  const own: readonly Condition[] = isOwn ? [{ kind: "own" }] : [];
  const found = isList(lists)
    ? lists.map((given) => foundSql(type, [...own, ...conditionsOf(type, given, from)], limit, scope))
    : [rowsSql(listOf(type, own, limit), scope)];
  const rows = found.length === 0 ? "select where false" : found.map((sql) => `(${sql})`).join(" union ");
  return `(select count(*)::int from (select from (${rows}) u limit ${String(limit)}) c)`;
}

function conditionsOf(type: ObjectType, given: Json, scope: Json | undefined): readonly Condition[] {
  const place = { parameter: "found_by_list", scope: scope === "query" ? "query" : "old" } as const;
  return conditionsIn(type, isObject(given) ? given : {}, place);
}

/** Rows of a list are found like those of a page, because an expression of a client may have very many matches or none. */
function foundSql(
  type: ObjectType,
  conditions: readonly Condition[],
  limit: number,
  scope: ListScope,
): string {
  const plan = listOf(type, conditions, limit);
  return isStored(type) ? pageSql(plan, scope) : rowsSql(plan, scope);
}

function rowsSql(plan: ListPlan, scope: ListScope): string {
  const { sql, joins } = matching(plan, scope, visibility(plan, scope));
  return `select t.id from ${fromRow(plan.type, joins)} where ${sql} limit ${String(plan.limit)}`;
}

function listOf(type: ObjectType, conditions: readonly Condition[], limit: number): ListPlan {
  return {
    kind: "list",
    type,
    key: "",
    position: 0,
    conditions,
    joins: [],
    referred: [],
    order: [],
    limit,
    offset: 0,
    isNamed: false,
  };
}
