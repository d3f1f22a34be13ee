import { LIMITS } from "#contract/limits";
import { parseNetwork, widthOf } from "#contract/values/ip";
import type { Json, Params as Asked } from "#contract/wire/json";
import { visibleSql } from "../../access/rules.ts";
import { dataType } from "../../catalogue/data-types.ts";
import { refuse } from "../../faults.ts";
import { rowJson } from "../../sql/select.ts";
import { rowContext, type ListScope } from "../../wapi/list/matching.ts";
import type { ParsedStep } from "../../wapi/step.ts";
import type { ListPlan } from "../../wapi/plan.ts";
import { valueOf } from "../../wapi/value.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Free networks, lowest first. Names and required parameters are checked as for every list. */
export default defineBehaviour({ rows: { plan: planFree, sql: freeSql, handsOut: true } });

function planFree(
  { old }: ParsedStep,
  limit: number | null,
  scope: "old" | "query",
): Pick<ListPlan, "generated" | "limit"> {
  const value = (name: string, of: "cidr" | "integer"): Json => {
    const given = old[name];
    return given === undefined ? null : valueOf(dataType(of), given, { parameter: name, scope }, "filter");
  };
  const [cidr, length] = [value("cidr", "cidr"), value("prefix_length", "integer")];
  const most = limit ?? 1;
  if (most > LIMITS.executions) throw outOfRange("fetch_limit", 1, LIMITS.executions, scope);
  const network = typeof cidr === "string" ? parseNetwork(cidr) : null;
  if (network !== null && typeof length === "number") {
    const [min, max] = [network.prefix, widthOf(network.version)];
    if (length < min || length > max) throw outOfRange("prefix_length", min, max, scope);
  }
  return { limit: most, generated: { cidr, length } };
}

function outOfRange(parameter: string, min: number, max: number, scope: "old" | "query"): Error {
  return refuse("out_of_range", { parameter, scope, data_type: "integer", min, max });
}

/** Statement that finds free networks. A writing call reserves them until it ends. */
function freeSql(plan: ListPlan, { cidr = null, length = null }: Asked, scope: ListScope): string {
  const { params, actor, catalogue } = scope;
  const place = params.add(cidr, "cidr");
  const mode = scope.reserves === true ? "reserved" : "free";
  const most = params.add(plan.limit ?? 1, "int");
  const isSingle = typeof cidr === "string" && length === (cidr.includes(":") ? 128 : 32);
  const readable = visibleSql(catalogue.type("nd.ip_subnet"), actor) ?? "true";
  const rows = isSingle
    ? `tmp.${mode}_single(${place}, ${most},
        array(select t.id from nd.ip_subnet t where t.cidr && ${place} and ${readable}))`
    : `tmp.${mode}_networks(${place}, ${params.add(length, "int")}, ${most})`;
  const row = rowJson(plan.type, rowContext(catalogue));
  const known = actor.account === null ? "where false" : "";
  return `select t.cidr::text as id, ${row.sql} as row
    from ${rows} with ordinality t(cidr, address, bcd, o) ${known}
    order by t.o`;
}
