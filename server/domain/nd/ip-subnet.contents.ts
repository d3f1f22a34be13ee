import { POOL_LEAVES_FREE } from "#contract/values/ip";
import { blockingOf, childrenFound } from "../../wapi/write/children.ts";
import { postponed } from "../../wapi/write/late.ts";
import { idOf, keyOf, type Broken, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { firstRefusal } from "../../wapi/write/steps-of-error.ts";
import { unusable } from "./ip-subnet.address-use.ts";
import { ROLES_OF_SUBNET } from "./ip-subnet.sql.ts";

const ROLES = ["cidr", "gateway_addr", "router_anycast_addr", "reserved_addr_list"];

/** Steps that may move or delete the contents of a network, or make them fit. */
const MENDING = ["nd.ip_subnet", "dhcp.pool", "dhcp.static_assignment", "dns.record"];

/**
 * Pools and static assignments stay inside their network, and no reserved role applies to them, to a record or to an address of its routers (wire
 * contract 7.5 to 7.7). The end of the transaction decides, so that a network can move together with its contents.
 */
export async function checkContents(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const moved = works.filter((work) => ROLES.some((name) => work.values[name] !== undefined));
  const gaining = moved.filter(({ values }) => values["cidr"] !== undefined);
  const losing = gaining.filter(({ plan }) => plan.kind === "update");
  keepContents(run, { losing: losing.map(idOf), gaining: gaining.map(idOf) });
  const refused: Broken[] = [];
  for (const one of await misfitting(run, moved))
    if (!postponed(run, { judge: stillMisfitting, work: one.work }, MENDING))
      refused.push(await one.broken());
  if (refused.length > 0) throw firstRefusal(refused);
}

async function stillMisfitting(run: WriteRun, works: readonly Placed[]): Promise<readonly Broken[]> {
  const last = new Map(works.map((work) => [idOf(work), work]));
  keepContents(run, { losing: [...last.keys()] });
  const broken: Broken[] = [];
  for (const one of await misfitting(run, [...last.values()])) broken.push(await one.broken());
  return broken;
}

/**
 * Objects that name the network in which their addresses lie. SQL over a row `t`: its first address, the condition that it lies in the network `s`,
 * and the condition that it fits there.
 */
const CONTENTS: Readonly<Record<string, Readonly<Record<"first" | "lies" | "fits", string>>>> = {
  "dhcp.static_assignment": { first: "t.ip_addr", lies: "s.cidr >>= t.ip_addr", fits: "true" },
  "dhcp.pool": {
    first: "t.first_addr",
    lies: "s.cidr >>= t.first_addr and s.cidr >>= t.last_addr",
    fits: `t.last_addr - t.first_addr + 1 <= 2 ^ (32 - masklen(s.cidr)) - ${String(POOL_LEAVES_FREE)}`,
  },
};

/** Networks by id. */
interface Changing {
  /** Networks that may have lost their contents, or that will be deleted. */
  readonly losing?: readonly string[];
  readonly going?: readonly string[];
  /** Networks that may have got contents of others. */
  readonly gaining?: readonly string[];
}

/** Assigns pools and static assignments to the network that contains their addresses now. */
export function keepContents(run: WriteRun, { losing = [], going = [], gaining = [] }: Changing): void {
  for (const [name, { first, lies }] of Object.entries(CONTENTS)) {
    const move = `update ${run.catalogue.type(name).table} t
      set subnet = s.id, bcd = s.bcd
      from nd.ip_subnet s
      where s.id <> t.subnet and ${lies}`;
    const isLeft = `(t.subnet = any($2::bigint[])
      or not exists (select from nd.ip_subnet s where s.id = t.subnet and ${lies}))`;
    // Comparisons with the bounds of addresses use the index; `>>=` would not.
    const isIn = `${first} between host(network(s.cidr))::inet and host(broadcast(s.cidr))::inet`;
    if (losing.length + going.length > 0)
      run.tx.defer(
        `${move} and s.id <> all($2::bigint[]) and t.subnet = any($1::bigint[]) and ${isLeft}`,
        [[...losing, ...going], going],
        `leave-subnet-${name}`,
      );
    if (gaining.length > 0)
      run.tx.defer(
        `${move} and s.id = any($1::bigint[]) and ${isIn} and ${isLeft}`,
        [gaining, going],
        `take-subnet-${name}`,
      );
  }
}

interface Misfit {
  readonly work: Placed;
  broken(): Promise<Broken>;
}

/** The first misfit of each step. */
async function misfitting(run: WriteRun, works: readonly Placed[]): Promise<readonly Misfit[]> {
  if (works.length === 0) return [];
  const outside = await outsideOf(run, works);
  const used = await usedRoles(run, works);
  return works.flatMap((work): readonly Misfit[] => {
    const { plan } = work;
    if (outside.has(idOf(work)))
      return [{ work, broken: async () => ({ plan, refusal: await children(run, work) }) }];
    const found = used.get(idOf(work));
    if (found === undefined) return [];
    return [
      { work, broken: async () => ({ plan, refusal: await unusable(run, found.address, found.reason) }) },
    ];
  });
}

/** Networks with a pool or an assignment that does not fit. */
async function outsideOf(run: WriteRun, works: readonly Placed[]): Promise<ReadonlySet<string>> {
  const asked = misfitsOf(run).map(
    ({ reference, keeps }) =>
      `select distinct t.subnet::text as id
        from ${run.catalogue.type(reference.from).table} t
        where t.subnet = any($1::bigint[]) and ${keeps}`,
  );
  const sql = asked.join(" union ");
  const rows = await run.tx.query<{ id: string }>(sql, [works.map(idOf)], "write-subnet-outside");
  return new Set(rows.map(({ id }) => id));
}

/** References to the network by objects that do not fit. */
function misfitsOf(run: WriteRun): readonly ReturnType<typeof blockingOf>[number][] {
  return blockingOf(run, run.catalogue.type("nd.ip_subnet")).flatMap(({ reference }) => {
    const one = CONTENTS[reference.from];
    const keeps = `not exists (
      select
      from nd.ip_subnet s
      where s.id = t.subnet and ${one?.lies ?? ""} and ${one?.fits ?? ""})`;
    return one === undefined ? [] : [{ reference, keeps }];
  });
}

function children(run: WriteRun, work: Placed): ReturnType<typeof childrenFound> {
  const type = run.catalogue.type("nd.ip_subnet");
  return childrenFound(run, type, keyOf(work), idOf(work), misfitsOf(run));
}

interface UsedRole {
  readonly id: string;
  readonly address: string;
  readonly reason: string;
}

/**
 * Addresses with a role that are in use: by pools and assignments, by records (an address of a router may have some, and an address may be reserved
 * later), and by routers themselves. The IPv6 address of the network is always the anycast address of its routers (RFC 4291, 2.6.1).
 */
const USED = `select distinct on (s.id) s.id::text as id, host(r.address) as address, u.reason
  from nd.ip_subnet s
    cross join lateral ${ROLES_OF_SUBNET} r
    cross join lateral (
      select 'pool' as reason
      from dhcp.pool p
      where p.subnet = s.id and r.address between p.first_addr and p.last_addr
      union all select 'assignment'
      from dhcp.static_assignment a
      where a.ip_addr = r.address
      union all select 'record'
      from dns.record d
      where d.target_ipaddr = r.address and r.reason in ('network', 'broadcast')
      union all select r.reason
      where r.reason in ('network', 'broadcast')
        and (r.address = s.gateway_addr or r.address = s.router_anycast_addr and family(s.cidr) = 4)) u
  where s.id = any($1::bigint[])
  order by s.id, r.address`;

async function usedRoles(run: WriteRun, works: readonly Placed[]): Promise<ReadonlyMap<string, UsedRole>> {
  const rows = await run.tx.query<UsedRole>(USED, [works.map(idOf)], "write-subnet-roles");
  return new Map(rows.map((row) => [row.id, row]));
}
