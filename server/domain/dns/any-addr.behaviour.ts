import type { Params as Asked } from "#contract/wire/json";
import { visibleSql } from "../../access/rules.ts";
import { dataType } from "../../catalogue/data-types.ts";
import type { ObjectName } from "#contract/wire/step";
import { fromRow, rowJson } from "../../sql/select.ts";
import { ROLES_OF_SUBNET, type SubnetRole } from "../nd/ip-subnet.sql.ts";
import { rowContext, type ListScope } from "../../wapi/list/matching.ts";
import type { ParsedStep } from "../../wapi/step.ts";
import type { ListPlan } from "../../wapi/plan.ts";
import { valueOf } from "../../wapi/value.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** One row for any address. If the account may read no subnet of the address, the row shows nothing about it. */
export default defineBehaviour({ rows: { plan: planAddress, sql: addressSql } });

function planAddress(
  { old }: ParsedStep,
  limit: number | null,
  scope: "old" | "query",
): Pick<ListPlan, "generated" | "limit"> {
  const given = old["value"] ?? null;
  const value =
    given === null ? null : valueOf(dataType("inet"), given, { parameter: "value", scope }, "filter");
  return { limit, generated: { value } };
}

/** The role that is shown if an address has several. */
const ROLES: readonly SubnetRole[] = ["gateway", "anycast", "network", "broadcast", "reserved"];

/** SQL over the address `a`, its subnet and the readable objects around it: what the address is. */
const STATE = `case when s.id is null then 'unknown'
  when r.reason is not null then r.reason
  when exists (select from dns.record o where o.target_ipaddr = a.value)
    or exists (select from dhcp.static_assignment o where o.ip_addr = a.value)
    then 'used'
  when l.mac_addr is not null then 'leased'
  when p.id is not null then 'pool'
  else 'free'
end`;

/**
 * A reader of the subnet learns that an address in it is taken, as from the search for free addresses. The rights of each type decide which object is
 * shown.
 */
function addressSql(plan: ListPlan, { value = null }: Asked, scope: ListScope): string {
  const { params, catalogue } = scope;
  const place = params.add(value, "inet");
  const row = rowJson(plan.type, rowContext(catalogue));
  const ranks = `array[${ROLES.map((role) => `'${role}'`).join(", ")}]`;
  const isThere = "t.ip_addr = (select value from a)";
  const isAround =
    "t.subnet = (select id from s) and (select value from a) between t.first_addr and t.last_addr";
  return `with a as materialized (select ${place} as value where ${place} is not null),
    s as materialized (${readableSql("nd.ip_subnet", "t.*", "t.cidr >>= (select value from a)", scope)}
      order by masklen(t.cidr) desc limit 1),
    f as materialized (${readableSql("dhcp.static_assignment", "t.mac_addr", isThere, scope)} limit 1),
    l as materialized (${readableSql("dhcp.lease", "t.mac_addr", isThere, scope)} limit 1),
    p as materialized (${readableSql("dhcp.pool", "t.*", isAround, scope)} limit 1),
    r as materialized (
      select x.reason
      from s cross join lateral ${ROLES_OF_SUBNET} x
      where x.address = (select value from a)
      order by array_position(${ranks}, x.reason)
      limit 1)
    select translate(host(t.value), '.:', '-_') as id, ${row.sql} as row
    from (
      select a.value, ${STATE} as state, s.cidr as subnet,
        (select b.name from nd.bcd b where b.id = s.bcd) as bcd,
        host(p.first_addr) || ' – ' || host(p.last_addr) as pool, coalesce(f.mac_addr, l.mac_addr) as mac_addr
      from a
        left join s on true
        left join r on true
        left join f on s.id is not null
        left join l on s.id is not null
        left join p on true) t`;
}

/** Columns of those rows of a type that satisfy this condition and that the account may read. */
function readableSql(
  name: ObjectName,
  columns: string,
  condition: string,
  { catalogue, actor }: ListScope,
): string {
  const type = catalogue.type(name);
  const readable = visibleSql(type, actor) ?? "true";
  return `select ${columns} from ${fromRow(type, [])} where ${condition} and (${readable})`;
}
