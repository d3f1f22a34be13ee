import { parseAddress, POOL_LEAVES_FREE } from "#contract/values/ip";
import { textIn, type Json } from "#contract/wire/json";
import { ROLES_OF_SUBNET, SUBNETS } from "./ip-subnet.sql.ts";
import { blockingOf, childrenFound } from "../../wapi/write/children.ts";
import { idOf, keyOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { unusable } from "./ip-subnet.address-use.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Subnets: reserved addresses are an ordered set. The last writer of a range is kept for the check at the end (wire contract 3.8, 7.5). */
export default defineBehaviour({
  holds({ fn, new: values }) {
    const moves = fn !== "update" || Object.keys(values).join() !== "description";
    return moves ? [{ tree: SUBNETS, how: "alone" }] : [];
  },
  shape(plan) {
    const reserved = plan.new["reserved_addr_list"];
    return Array.isArray(reserved)
      ? { ...plan, new: { ...plan.new, reserved_addr_list: addressSet(reserved) } }
      : plan;
  },
  touch(plan, touch) {
    const names = Object.keys(plan.new);
    if (plan.kind !== "update" || names.some((name) => name !== "description")) touch.writes.add("subnets");
    const hasRange = plan.kind === "create" || names.includes("cidr");
    if (hasRange) touch.writes.add("ranges").add("subnets");
  },
  async check(run, works) {
    if (works[0]?.plan.kind === "update") await refuseSpaces(run, works);
  },
  async settle(run, works) {
    if (works[0]?.plan.kind === "update") await refuseMisplaced(run, works);
  },
});

/** A network with address spaces of groups keeps its range and its BCD, because a move would change rights (wire contract 7.1). */
async function refuseSpaces(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const asked = works.flatMap(({ before, given }, o) => {
    const was = before?.["cidr"] ?? null;
    const isInOther = (given["bcd"] ?? before?.["bcd"]) !== before?.["bcd"];
    const becomes = isInOther ? null : (given["cidr"] ?? was);
    return becomes === was ? [] : [{ o, was, becomes }];
  });
  if (asked.length === 0) return;
  const sql = `select i.o from json_to_recordset($1::json) i(o int, was cidr, becomes cidr)
    join cntl.group_addr_space a on a.cidr <<= i.was and (a.cidr <<= i.becomes) is not true order by i.o limit 1`;
  const [found] = await run.tx.query<{ o: number }>(sql, [JSON.stringify(asked)], "write-subnet-spaces");
  const work = found === undefined ? undefined : works[found.o];
  if (work === undefined) return;
  const spaces = blockingOf(run, work.plan.type).filter(
    ({ reference }) => reference.from === "cntl.group_addr_space",
  );
  throw await childrenFound(run, work.plan.type, keyOf(work), idOf(work), spaces);
}

const ROLES = ["cidr", "gateway_addr", "router_anycast_addr", "reserved_addr_list"];

/** Pools and static assignments stay inside their network, and none of its roles falls on them (wire contract 7.7). */
async function refuseMisplaced(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const moved = works.filter((work) => ROLES.some((name) => work.values[name] !== undefined));
  if (moved.length === 0) return;
  await refuseOutside(run, moved);
  const sql = `select s.id::text id, host(r.address) address, u.reason from nd.ip_subnet s cross join lateral ${ROLES_OF_SUBNET} r
    cross join lateral (
      select 'pool' reason from dhcp.pool p where p.subnet = s.id and r.address between p.first_addr and p.last_addr
      union all select 'assignment' from dhcp.static_assignment a where a.ip_addr = r.address) u
    where s.id = any($1::bigint[]) order by s.id, r.address limit 1`;
  const ids = moved.map(idOf);
  const [found] = await run.tx.query<{ address: string; reason: string }>(sql, [ids], "write-subnet-roles");
  if (found !== undefined) throw await unusable(run, found.address, found.reason);
}

/** SQL over a referring row `t`, by its type: it does not fit its subnet. */
const MISFITS: Readonly<Record<string, string>> = {
  "dhcp.static_assignment":
    "not exists (select from nd.ip_subnet s where s.id = t.subnet and s.cidr >>= t.ip_addr)",
  "dhcp.pool": `not exists (select from nd.ip_subnet s where s.id = t.subnet and s.cidr >>= t.first_addr and s.cidr >>= t.last_addr
    and t.last_addr - t.first_addr + 1 <= 2 ^ (32 - masklen(s.cidr)) - ${String(POOL_LEAVES_FREE)})`,
};

async function refuseOutside(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const type = run.catalogue.type("nd.ip_subnet");
  const misfits = blockingOf(run, type).flatMap(({ reference }) => {
    const keeps = MISFITS[reference.from];
    return keeps === undefined ? [] : [{ reference, keeps }];
  });
  const asked = misfits.map(
    ({ reference, keeps }) =>
      `(select t.subnet::text id from ${run.catalogue.type(reference.from).table} t where t.subnet = any($1::bigint[]) and ${keeps} limit 1)`,
  );
  const sql = asked.join(" union all ");
  const [found] = await run.tx.query<{ id: string }>(sql, [works.map(idOf)], "write-subnet-outside");
  const work = works.find((one) => one.id === found?.id);
  if (work !== undefined) throw await childrenFound(run, type, keyOf(work), idOf(work), misfits);
}

function addressSet(list: readonly Json[]): readonly string[] {
  const addresses = list.flatMap((text) => parseAddress(textIn(text)) ?? []);
  return [...new Map(addresses.map((address) => [address.text, address])).values()]
    .sort((a, b) => a.version - b.version || (a.value < b.value ? -1 : 1))
    .map((address) => address.text);
}
