import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { codeOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";
import { extent, seed } from "../support/extent.ts";
import { random } from "../support/random.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  for (let at = 0; at < 4; at++)
    await world.execute("ada", [{ name: "dns.fqdn.create", new: { value: nameOf(at) } }]);
});
afterAll(() => world.close());

const ROUNDS = extent(120);
const below = random(seed(3));
const nameOf = (at: number): string => `h${String(at)}.example.com.`;
/** Few addresses, so that rules meet. */
const anyAddress = (): string => `192.0.2.${String(below(32))}`;
const anyOf = <T>(...all: readonly [T, ...(readonly T[])]): T => all[below(all.length)] ?? all[0];
const anyNetwork = (): string => {
  const length = anyOf(27, 28, 29, 30, 31);
  const size = 2 ** (32 - length);
  return `192.0.2.${String(below(32 / size) * size)}/${String(length)}`;
};
const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });

const STEPS: readonly (() => SentStep)[] = [
  () =>
    create("nd.ip_subnet", {
      cidr: anyNetwork(),
      bcd: anyOf("scc-net-web-1", "scc-other-1"),
      ...(below(2) === 0 ? { gateway_addr: anyAddress() } : {}),
      ...(below(4) === 0 ? { router_anycast_addr: anyAddress() } : {}),
      ...(below(4) === 0 ? { reserved_addr_list: [anyAddress()] } : {}),
    }),
  () => ({ name: "nd.ip_subnet.update", old: { cidr: anyNetwork() }, new: { cidr: anyNetwork() } }),
  () => ({
    name: "nd.ip_subnet.update",
    old: { cidr: anyNetwork() },
    new: anyOf<Params>(
      { gateway_addr: anyAddress() },
      { router_anycast_addr: anyAddress() },
      { reserved_addr_list: [anyAddress(), anyAddress()] },
      { gateway_addr: null, router_anycast_addr: null, reserved_addr_list: [] },
    ),
  }),
  () => ({ name: "nd.ip_subnet.delete", old: { cidr: anyNetwork() } }),
  () =>
    create("dns.record", {
      fqdn: nameOf(below(4)),
      type: "A",
      data: anyAddress(),
      target_is_reverse_unique: false,
    }),
  () => ({
    name: "dns.record.update",
    old: { fqdn: nameOf(below(4)), type: "A", data: anyAddress() },
    new: { data: anyAddress() },
  }),
  () => ({ name: "dns.record.delete", old: { fqdn: nameOf(below(4)), type: "A", data: anyAddress() } }),
  () =>
    create("dhcp.static_assignment", {
      ip_addr: anyAddress(),
      mac_addr: `aa:bb:cc:00:00:${String(10 + below(40))}`,
    }),
  () => ({
    name: "dhcp.static_assignment.update",
    old: { ip_addr: anyAddress() },
    new: { ip_addr: anyAddress() },
  }),
  () => ({ name: "dhcp.static_assignment.delete", old: { ip_addr: anyAddress() } }),
  () => create("dhcp.pool", { first_addr: anyAddress(), last_addr: anyAddress() }),
  () => ({
    name: "dhcp.pool.update",
    old: { first_addr: anyAddress() },
    new: { first_addr: anyAddress(), last_addr: anyAddress() },
  }),
  () => ({ name: "dhcp.pool.delete", old: { first_addr: anyAddress() } }),
];

/** Each rule as the rows that break it, written down apart from the statements of the server. */
const BROKEN = `
  select 'overlap' as rule, a.cidr::text as what from nd.ip_subnet a join nd.ip_subnet b on a.id < b.id and a.cidr && b.cidr
  union all select 'router outside', s.cidr::text from nd.ip_subnet s
    where not (coalesce(s.gateway_addr <<= s.cidr, true) and coalesce(s.router_anycast_addr <<= s.cidr, true))
  union all select 'reserved outside', s.cidr::text from nd.ip_subnet s cross join unnest(s.reserved_addr_list) r where not r <<= s.cidr
  union all select 'router on the edge', s.cidr::text from nd.ip_subnet s cross join unnest(array[s.gateway_addr, s.router_anycast_addr]) r
    where masklen(s.cidr) < 31 and host(r) in (host(network(s.cidr)), host(broadcast(s.cidr)))
  union all select 'record on the edge', r.name from dns.record r join nd.ip_subnet s on r.target_ipaddr <<= s.cidr
    where masklen(s.cidr) < 31 and host(r.target_ipaddr) in (host(network(s.cidr)), host(broadcast(s.cidr)))
  union all select 'record in a pool', r.name from dns.record r join dhcp.pool p on r.target_ipaddr between p.first_addr and p.last_addr
  union all select 'assignment in a pool', host(a.ip_addr) from dhcp.static_assignment a join dhcp.pool p on a.ip_addr between p.first_addr and p.last_addr
  union all select 'assignment outside', host(a.ip_addr) from dhcp.static_assignment a join nd.ip_subnet s on s.id = a.subnet
    where not a.ip_addr <<= s.cidr or a.bcd <> s.bcd
  union all select 'assignment with a role', host(a.ip_addr) from dhcp.static_assignment a join nd.ip_subnet s on s.id = a.subnet
    where a.ip_addr = any(s.reserved_addr_list || s.gateway_addr || s.router_anycast_addr)
      or masklen(s.cidr) < 31 and host(a.ip_addr) in (host(network(s.cidr)), host(broadcast(s.cidr)))
  union all select 'pool outside', host(p.first_addr) from dhcp.pool p join nd.ip_subnet s on s.id = p.subnet
    where not (p.first_addr <<= s.cidr and p.last_addr <<= s.cidr) or p.bcd <> s.bcd
      or p.last_addr - p.first_addr + 1 > 2 ^ (32 - masklen(s.cidr)) - 5
  union all select 'pool with a role', host(p.first_addr) from dhcp.pool p join nd.ip_subnet s on s.id = p.subnet
    cross join unnest(s.reserved_addr_list || s.gateway_addr || s.router_anycast_addr || host(network(s.cidr))::inet || host(broadcast(s.cidr))::inet) r
    where r between p.first_addr and p.last_addr
  union all select 'pools overlap', host(a.first_addr) from dhcp.pool a join dhcp.pool b on a.id < b.id and a.first_addr <= b.last_addr and b.first_addr <= a.last_addr`;

describe("random changes of networks and their contents", () => {
  it(
    `[API-67] [API-68] never leave a forbidden state in ${String(ROUNDS)} transactions, whichever side changes`,
    async () => {
      const codes = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round++) {
        const steps = Array.from({ length: 1 + below(3) }, () =>
          (STEPS[below(STEPS.length)] ?? (() => ({ name: "" })))(),
        );
        const code = codeOf(await world.execute("ada", steps));
        codes.set(code, (codes.get(code) ?? 0) + 1);
        const broken = await world.db.query(BROKEN);
        expect({ steps, broken }).toEqual({ steps, broken: [] });
      }
      console.log(Object.fromEntries(codes));
      expect(codes.get("200") ?? 0).toBeGreaterThan(ROUNDS / 20);
      expect(
        [...codes.keys()].filter((code) => code.startsWith("-20999") || code.startsWith("-20900")),
      ).toEqual([]);
    },
    120_000 + ROUNDS * 2_000,
  );
});
