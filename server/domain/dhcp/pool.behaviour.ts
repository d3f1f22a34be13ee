import { formatAddress, parseAddress, POOL_LEAVES_FREE } from "#contract/values/ip";
import { textIn } from "#contract/wire/json";
import { ROLES_OF_SUBNET, SUBNETS } from "../nd/ip-subnet.sql.ts";
import { refuse } from "../../faults.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import { postponed } from "../../wapi/write/late.ts";
import type { Broken, Placed, WriteRun } from "../../wapi/write/stages.ts";
import { firstRefusal } from "../../wapi/write/steps-of-error.ts";
import { unusable } from "../nd/ip-subnet.address-use.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { violation } from "../violation.fault.ts";

const BOUNDS = ["first_addr", "last_addr"] as const;
const SMALLEST = 2n;

/** Pools: ranges of one IPv4 subnet that contain nothing else (wire contract 7.7). Overlaps are checked at the end of the call (3.8). */
export default defineBehaviour({
  holds: () => [{ tree: SUBNETS, how: "alone" }],
  readsAndWrites(_, set) {
    // A pool that is created or moved makes addresses unusable, or frees them.
    set.writes.add("subnets").add("ranges");
  },
  prepare: (run, works) => placeInSubnets(run, works.filter(isMoved)),
  async check(run, works) {
    const moved = works.filter(isMoved);
    for (const work of moved) checkBounds(work);
    await refuseInside(run, moved);
  },
});

function isMoved({ values, plan }: Placed): boolean {
  return plan.kind !== "delete" && BOUNDS.some((name) => values[name] !== undefined);
}

/** The addresses `a` and `b` of the pool that a step creates or moves, as a record with the place `o` of the step. */
function rangeOf({ values, before }: Placed, o: number) {
  const [a = null, b = null] = BOUNDS.map((name) => values[name] ?? before?.[name]);
  return { o, a, b };
}

interface Place extends Readonly<Record<"subnet" | "bcd", string | null>> {
  readonly o: number;
  readonly size: number | null;
  readonly start: number | null;
}

async function placeInSubnets(run: WriteRun, works: readonly Placed[]): Promise<void> {
  if (works.length === 0) return;
  const sql = `select i.o, s.id::text as subnet, s.bcd::text as bcd, 2 ^ (32 - masklen(s.cidr)) as size,
    (network(s.cidr) - '0.0.0.0'::inet)::float8 "start"
    from json_to_recordset($1::json) i(o int, a inet, b inet)
      left join lateral (
        select n.*
        from nd.ip_subnet n
        where n.cidr >>= i.a and n.cidr >>= i.b and family(n.cidr) = 4
        order by masklen(n.cidr) desc
        limit 1) s on true`;
  const asked = JSON.stringify(works.map(rangeOf));
  for (const { o, subnet, bcd, size, start } of await run.tx.query<Place>(sql, [asked], "write-pool-place")) {
    const work = works[o];
    if (work === undefined) continue;
    Object.assign(work.values, { subnet, bcd });
    Object.assign(work.extras, { subnet_size: size, subnet_start: start });
  }
}

function checkBounds(work: Placed): void {
  const { a, b } = rangeOf(work, 0);
  const [first, last] = [a, b].map((text) => parseAddress(textIn(text)));
  if (first?.version !== 4 || last?.version !== 4) throw violation("dhcp.pool", "pool_is_ipv4", ...BOUNDS);
  const { subnet_size: size, subnet_start: start } = work.extras;
  if (typeof size !== "number" || typeof start !== "number")
    throw violation("dhcp.pool", "pool_in_subnet", ...BOUNDS);
  const most = BigInt(size - POOL_LEAVES_FREE);
  const length = last.value - first.value + 1n;
  if (length >= SMALLEST && length <= most) return;
  // Neither the network address nor the broadcast address belongs to a pool.
  const hosts = { min: BigInt(start) + 1n, max: BigInt(start + size) - 2n };
  throw outOfRange(work.plan, [
    ["last_addr", within(hosts, first.value + SMALLEST - 1n, first.value + most - 1n)],
    ["first_addr", within(hosts, last.value - most + 1n, last.value - SMALLEST + 1n)],
  ]);
}

type Range = Readonly<Record<"min" | "max", bigint>>;

function within(hosts: Range, min: bigint, max: bigint): Range {
  return { min: min < hosts.min ? hosts.min : min, max: max > hosts.max ? hosts.max : max };
}

/** Refuses a bound that the step gives. The refusal names the allowed addresses of the subnet, if there are any. */
function outOfRange(
  { new: given }: WritePlan,
  ranges: readonly (readonly [(typeof BOUNDS)[number], Range])[],
): Error {
  const named = ranges.filter(([name]) => given[name] !== undefined);
  const open = named.find(([, { min, max }]) => min <= max);
  const [name, range] = open ?? named[0] ?? [BOUNDS[1], null];
  const text = (value: bigint | undefined): string | null =>
    open === undefined || value === undefined ? null : formatAddress({ version: 4, value });
  return refuse("out_of_range", {
    parameter: name,
    scope: "new",
    data_type: "inet",
    min: text(range?.min),
    max: text(range?.max),
  });
}

/** Steps that may free an address or move the pool. */
const MENDING = ["nd.ip_subnet", "dhcp.pool", "dhcp.static_assignment", "dns.record"];

/** Refuses ranges that contain used addresses or addresses with a role, and names the lowest one. The end of the transaction decides (wire contract 3.8). */
async function refuseInside(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const refused: Broken[] = [];
  for (const { work, address, reason } of await usedInside(run, works.map(rangeOf), works))
    if (!postponed(run, { judge: stillInside, work }, MENDING))
      refused.push({ plan: work.plan, refusal: await unusable(run, address, reason) });
  if (refused.length > 0) throw firstRefusal(refused);
}

/** Pools that later steps moved or deleted are checked for those steps. */
async function stillInside(run: WriteRun, works: readonly Placed[]): Promise<readonly Broken[]> {
  const sql = `select i.o, i.a, i.b
    from json_to_recordset($1::json) i(o int, a text, b text)
      join dhcp.pool p on p.first_addr = i.a::inet and p.last_addr = i.b::inet`;
  const there = await run.tx.query<ReturnType<typeof rangeOf>>(sql, [JSON.stringify(works.map(rangeOf))]);
  const refused: Broken[] = [];
  for (const { work, address, reason } of await usedInside(run, there, works))
    refused.push({ plan: work.plan, refusal: await unusable(run, address, reason) });
  return refused;
}

interface Inside {
  readonly work: Placed;
  readonly address: string;
  readonly reason: string;
}

/** The lowest used address of each range. */
async function usedInside(
  run: WriteRun,
  ranges: readonly ReturnType<typeof rangeOf>[],
  works: readonly Placed[],
): Promise<readonly Inside[]> {
  if (ranges.length === 0) return [];
  const sql = `select distinct on (i.o) i.o, host(u.address) as address, u.reason
    from json_to_recordset($1::json) i(o int, a inet, b inet)
      join lateral (
        select n.*
        from nd.ip_subnet n
        where n.cidr >>= i.a and n.cidr >>= i.b
        order by masklen(n.cidr) desc
        limit 1) s on true
      cross join lateral (
        select *
        from ${ROLES_OF_SUBNET} r
        where r.address between i.a and i.b
        union all (
          select d.ip_addr, 'assignment'
          from dhcp.static_assignment d
          where d.ip_addr between i.a and i.b
          order by d.ip_addr
          limit 1)
        union all (
          select d.target_ipaddr, 'record'
          from dns.record d
          where d.target_ipaddr between i.a and i.b
          order by d.target_ipaddr
          limit 1)) u
    order by i.o, u.address`;
  const rows = await run.tx.query<{ o: number; address: string; reason: string }>(
    sql,
    [JSON.stringify(ranges)],
    "write-pool-free",
  );
  return rows.flatMap(({ o, ...found }) => {
    const work = works[o];
    return work === undefined ? [] : [{ work, ...found }];
  });
}
