import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateFromLog, stateFromTables } from "../support/log-state.ts";
import { connect, join, plant, type Plant } from "../support/plant.ts";
import { random, type Random } from "../support/random.ts";
import { codeOf, type SentStep } from "../support/small-world.ts";
import { extent } from "../support/extent.ts";

const CLIENTS = 8;
const TRANSACTIONS = CLIENTS * extent(150);
const LONGEST = 60_000 + TRANSACTIONS * 60;
const PORTS = 16;
const TYPES = [
  "nd.module",
  "nd.p_port",
  "nd.connection",
  "dhcp.pool",
  "dhcp.static_assignment",
  "cntl.group",
] as const;

/**
 * Allowed answers: success, or a refusal because the object is gone, taken, locked, overlapping, changed by another client, in a wrong state or
 * against a rule.
 */
const ALLOWED = new Set([
  "200",
  "-20020/1",
  "-20020/2",
  "-20030/1",
  "-20030/2",
  "-20030/3",
  "-20030/4",
  "-20040/6",
  "-20050/1",
  "-20050/2",
  "-20060/7",
  "-20060/8",
  "-20060/9",
]);

let world: Plant;
let modules: readonly string[] = [];
let ports: readonly string[] = [];

beforeAll(async () => {
  world = await plant();
  modules = await world.modules(
    ["a", "b", "c", "d", "e", "f"].map((name) => ({
      name,
      room_gfk: name < "d" ? world.room : world.otherRoom,
    })),
  );
  ports = await world.ports(
    Array.from({ length: PORTS }, (_, at) => [modules[at % 4] ?? "", `p${String(at)}`] as const),
  );
  await world.steps(
    ["g0", "g1", "g2", "g3", "g4"].map((name) => ({ name: "cntl.group.create", new: { name } })),
  );
});
afterAll(() => world.close());

const pick = (list: readonly string[], next: Random): string => list[next(list.length)] ?? "";
const address = (next: Random): string => `203.0.113.${String(1 + next(60))}`;
const mac = (next: Random): string => `02:00:00:00:00:0${String(next(9))}`;
const group = (next: Random): string => `g${String(next(5))}`;

const STEPS: readonly ((next: Random) => SentStep)[] = [
  (next) => connect(pick(ports, next), pick(ports, next)),
  (next) => connect(pick(ports, next), pick(ports, next)),
  (next) => ({ name: "nd.p_port.disconnect", old: { gpk: pick(ports, next) } }),
  (next) => {
    const at = next(PORTS);
    return join(ports[at] ?? "", next(3) === 0 ? null : (ports[(at + 4) % PORTS] ?? null));
  },
  (next) => ({
    name: "nd.module.update",
    old: { gpk: pick(modules, next) },
    new:
      next(2) === 0
        ? { room_gfk: next(2) === 0 ? world.room : world.otherRoom, parent_gfk: null }
        : { room_gfk: null, parent_gfk: pick(modules, next) },
  }),
  (next) => ({
    name: "cntl.group.update",
    old: { name: group(next) },
    new: { parent_group_name: next(3) === 0 ? null : group(next) },
  }),
  (next) => {
    const first = 1 + next(60);
    const last = `203.0.113.${String(first + 1 + next(6))}`;
    return { name: "dhcp.pool.create", new: { first_addr: `203.0.113.${String(first)}`, last_addr: last } };
  },
  (next) => ({ name: "dhcp.pool.delete", old: { first_addr: address(next) } }),
  (next) => ({
    name: "dhcp.pool.update",
    old: { first_addr: address(next) },
    new: { last_addr: address(next) },
  }),
  (next) => ({ name: "dhcp.static_assignment.create", new: { ip_addr: address(next), mac_addr: mac(next) } }),
  (next) => ({ name: "dhcp.static_assignment.delete", old: { ip_addr: address(next) } }),
  (next) => ({
    name: "dns.record.create",
    new: { fqdn: "example.org.", type: "A", data: address(next), target_is_reverse_unique: false },
  }),
  (next) => ({ name: "dns.record.delete", old: { fqdn: "example.org.", type: "A", data: address(next) } }),
  (next) => ({
    name: "nd.ip_subnet.update",
    old: { cidr: "203.0.113.0/24" },
    new: next(2) === 0 ? { reserved_addr_list: [address(next)] } : { gateway_addr: address(next) },
  }),
];

describe("random transactions of eight clients on networks, wiring and trees", () => {
  const heard = new Map<string, number>();

  async function client(seed: number): Promise<void> {
    const next = random(seed);
    for (let left = TRANSACTIONS / CLIENTS; left > 0; left--) {
      const steps = Array.from(
        { length: 1 + next(4) },
        () => STEPS[next(STEPS.length)]?.(next) ?? { name: "" },
      );
      const said = await world.execute("ada", steps, { dryRun: next(12) === 0 });
      const code = codeOf(said);
      heard.set(code, (heard.get(code) ?? 0) + 1);
      if (!ALLOWED.has(code)) throw new Error(JSON.stringify([steps, said.ok ? code : said.exception]));
    }
  }

  it(
    "[API-41] succeed or are refused because of the data, and most kinds of both results occur",
    async () => {
      await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at + 101)));
      expect(heard.get("200")).toBeGreaterThan(TRANSACTIONS / 20);
      expect([...heard.keys()]).toEqual(
        expect.arrayContaining(["-20020/1", "-20030/1", "-20030/4", "-20060/7", "-20060/8", "-20060/9"]),
      );
    },
    LONGEST,
  );

  it.each([
    [
      "a port with two connections",
      `select p from (select p_port_a_gfk p from nd.connection union all select p_port_b_gfk from nd.connection) c
       group by p having count(*) > 1`,
    ],
    [
      "a port whose other end does not lead back, through a connection or inside its module",
      `select p.id from nd.p_port p left join nd.p_port r on r.id = p.remote left join nd.p_port i on i.id = p.internal_gfk
       where p.remote is not null and r.remote is distinct from p.id
          or p.internal_gfk is not null and (i.internal_gfk is distinct from p.id or i.module_gfk <> p.module_gfk)
          or p.remote is not null and not exists (select from nd.connection c where p.id in (c.p_port_a_gfk, c.p_port_b_gfk))`,
    ],
    [
      "pools that overlap",
      `select a.id from dhcp.pool a join dhcp.pool b on a.id < b.id and a.first_addr <= b.last_addr and b.first_addr <= a.last_addr`,
    ],
    [
      "an address of a record, an assignment or a role inside a pool",
      `select x.a from dhcp.pool p join (
         select target_ipaddr a from dns.record where type = 'A' union all select ip_addr from dhcp.static_assignment
         union all select gateway_addr from nd.ip_subnet union all select unnest(reserved_addr_list) from nd.ip_subnet
       ) x on x.a between p.first_addr and p.last_addr`,
    ],
    [
      "a device with two assignments in one BCD",
      "select bcd, mac_addr from dhcp.static_assignment group by 1, 2 having count(*) > 1",
    ],
    [
      "a module or group below itself",
      `with recursive up(start, at) as (
         select id, parent_gfk from nd.module where parent_gfk is not null
         union select start, m.parent_gfk from up join nd.module m on m.id = up.at where m.parent_gfk is not null
       ), above(start, at) as (
         select id, parent_group_name from cntl."group" where parent_group_name is not null
         union select start, g.parent_group_name from above join cntl."group" g on g.id = above.at where g.parent_group_name is not null
       ) select start from up where start = at union all select start from above where start = at`,
    ],
  ])("leave no %s", async (_, sql) => {
    expect(await world.db.query(sql)).toEqual([]);
  });

  it.each(TYPES)(
    "[API-65] leave a change log that has every %s of the tables, change by change",
    async (name) => {
      const type = world.catalogue.type(name);
      const { rows, gaps } = await stateFromLog(world, type);
      expect(gaps).toEqual([]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(await stateFromTables(world, type)));
    },
  );
});
