import { COUNTED_ROWS } from "#contract/counted-rows";
import type { Params as Asked } from "#contract/wire/json";
import { dataType } from "../../catalogue/data-types.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { fromRow, rowJson } from "../../sql/select.ts";
import { matching, rowContext, visibility, type ListScope } from "../../wapi/list/matching.ts";
import type { ParsedStep } from "../../wapi/step.ts";
import type { ListPlan } from "../../wapi/plan.ts";
import { valueOf } from "../../wapi/value.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** One row with the numbers of a type; none for a type whose rows are stored nowhere. */
export default defineBehaviour({ rows: { plan: planCount, sql: countsSql } });

function planCount(
  { old }: ParsedStep,
  limit: number | null,
  scope: "old" | "query",
): Pick<ListPlan, "generated" | "limit"> {
  const parameter = "object_fq_name";
  const given = old[parameter] ?? null;
  const name = given === null ? null : valueOf(dataType("fq_name"), given, { parameter, scope }, "filter");
  return { limit, generated: { name } };
}

/** Rows that exist only during a call. */
const UNSTORED = new Set<unknown>(["objects", "literal", "generated"]);

function countsSql(plan: ListPlan, { name = null }: Asked, scope: ListScope): string {
  const { catalogue, params } = scope;
  const counted = typeof name === "string" ? catalogue.types.get(name) : undefined;
  const type = counted === undefined || UNSTORED.has(counted.spec.source) ? null : counted;
  const [all, own] = type === null ? ["0", "0"] : [false, true].map((isOwn) => countSql(type, isOwn, scope));
  const row = rowJson(plan.type, rowContext(catalogue));
  const asked = params.add(type?.name ?? null, "text");
  return `select t.object_fq_name as id, ${row.sql} as row
    from (select ${asked} as object_fq_name, ${all ?? "0"} as count, ${own ?? "0"} as own_count) t where t.object_fq_name is not null`;
}

/** The number of rows; counting ends behind the limit, so that a long list costs no more than a short one. */
function countSql(type: ObjectType, isOwn: boolean, scope: ListScope): string {
  const plan: ListPlan = {
    kind: "list",
    type,
    key: "",
    position: 0,
    conditions: isOwn ? [{ kind: "own" }] : [],
    joins: [],
    referred: [],
    order: [],
    limit: null,
    offset: 0,
    isNamed: false,
  };
  const { sql, joins } = matching(plan, scope, visibility(plan, scope));
  const rows = `select from ${fromRow(type, joins)} where ${sql} limit ${String(COUNTED_ROWS + 1)}`;
  return `(select count(*)::int from (${rows}) c)`;
}
