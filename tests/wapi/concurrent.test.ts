import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { random, type Random } from "../support/random.ts";
import { codeOf, smallWorld, type Said, type SentStep, type SmallWorld } from "../support/small-world.ts";
import { stateFromLog, stateFromTables } from "../support/log-state.ts";
import { extent } from "../support/extent.ts";

const CLIENTS = 8;
const TRANSACTIONS = CLIENTS * extent(500);
const LONGEST = 60_000 + TRANSACTIONS * 40;
const TYPES = ["dns.fqdn", "dns.record", "nd.ip_subnet"] as const;

/** Allowed answers: success, or a refusal because the object is gone, taken, locked, overlapping, changed by another client or against a rule. */
const ALLOWED = new Set([
  "200",
  "-20010/1",
  "-20020/1",
  "-20020/2",
  "-20030/1",
  "-20030/2",
  "-20030/3",
  "-20030/4",
  "-20050/1",
  "-20050/2",
  "-20060/4",
  "-20060/8",
]);

/** Names above and below each other, so that the inner part of the tree changes too. */
const name = (at: number): string => {
  const labels = [
    `n${String(at % 6)}`,
    ...(at % 2 === 0 ? ["mid"] : []),
    ...(at % 5 < 2 ? [`top${String(at % 3)}`] : []),
  ];
  return `${labels.slice(at % 7 === 0 && labels.length > 1 ? 1 : 0).join(".")}.example.com.`;
};
const address = (at: number): string => `198.51.100.${String(at + 2)}`;
const range = (next: Random): string => {
  const length = 24 + next(3);
  const size = 2 ** (32 - length);
  return `10.7.${String(next(3))}.${String(Math.floor(next(256) / size) * size)}/${String(length)}`;
};

/** `data` for a record of this type. Addresses and names come from small sets, so that clients use the same ones. */
function dataOf(type: string, next: Random): string {
  if (type === "A") return address(next(30));
  return type === "CNAME" ? name(next(40)) : `text ${String(next(3))}`;
}

const STEPS: readonly ((next: Random) => SentStep)[] = [
  (next) => ({ name: "dns.fqdn.create", new: { value: name(next(40)) } }),
  (next) => ({ name: "dns.fqdn.delete", old: { value: name(next(40)) } }),
  (next) => ({
    name: "dns.fqdn.update",
    old: { value: name(next(40)), ...(next(3) === 0 ? { description: `d${String(next(4))}` } : {}) },
    new: { description: `d${String(next(4))}` },
  }),
  (next) => {
    const type = ["A", "A", "TXT", "CNAME"][next(4)] ?? "A";
    const more: Record<string, Json> = next(3) === 0 ? { fqdn_type: "domain" } : {};
    if (type === "A") more["target_is_reverse_unique"] = next(2) === 0;
    if (next(6) === 0) more["ttl"] = 60 + next(3);
    return {
      name: "dns.record.create",
      new: { fqdn: name(next(40)), type, data: dataOf(type, next), ...more },
    };
  },
  (next) => ({
    name: "dns.record.update",
    old: { fqdn: name(next(40)), type: "A", data: address(next(30)) },
    new: next(2) === 0 ? { data: address(next(30)) } : { ttl: 60 + next(3) },
  }),
  (next) => {
    const type = ["A", "TXT", "CNAME"][next(3)] ?? "A";
    return { name: "dns.record.delete", old: { fqdn: name(next(40)), type, data: dataOf(type, next) } };
  },
  (next) => ({ name: "nd.ip_subnet.create", new: { cidr: range(next), bcd: "scc-other-1" } }),
  (next) => ({ name: "nd.ip_subnet.delete", old: { cidr: range(next) } }),
  (next) => ({ name: "nd.ip_subnet.update", old: { cidr: range(next) }, new: { cidr: range(next) } }),
];

function transaction(next: Random): readonly SentStep[] {
  return Array.from(
    { length: next(2) === 0 ? 1 : 1 + next(4) },
    () => STEPS[next(STEPS.length)]?.(next) ?? { name: "" },
  );
}

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

describe("random transactions of eight clients", () => {
  const heard = new Map<string, number>();

  async function client(seed: number): Promise<void> {
    const next = random(seed);
    for (let left = TRANSACTIONS / CLIENTS; left > 0; left--) {
      const login = next(4) === 0 ? "otto" : "ada";
      const said = await world.execute(login, transaction(next), { dryRun: next(12) === 0 });
      const code = codeOf(said);
      heard.set(code, (heard.get(code) ?? 0) + 1);
      if (!ALLOWED.has(code) || (!said.ok && said.status >= 500))
        throw new Error(said.ok ? code : JSON.stringify(said.exception));
    }
  }

  it(
    "[API-41] succeed or are refused because of the data, and most kinds of both results occur",
    async () => {
      await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at + 1)));
      const total = [...heard.values()].reduce((sum, one) => sum + one, 0);
      expect(total).toBe(TRANSACTIONS);
      expect(heard.get("200")).toBeGreaterThan(total / 20);
      expect([...heard.keys()]).toEqual(
        expect.arrayContaining(["-20020/1", "-20030/1", "-20030/2", "-20030/4", "-20060/4"]),
      );
    },
    LONGEST,
  );

  it.each([
    [
      "subnets that overlap",
      "select a.cidr, b.cidr other from nd.ip_subnet a join nd.ip_subnet b on a.id < b.id and a.cidr && b.cidr",
    ],
    ["a name twice", "select value from dns.fqdn group by value having count(*) > 1"],
    [
      "an alias beside other data",
      `select c.fqdn from dns.record c join dns.record o on o.fqdn = c.fqdn and o.id <> c.id where c.type = 'CNAME'`,
    ],
    [
      "an address with two reverse names",
      "select target_ipaddr from dns.record where target_is_reverse_unique group by 1 having count(*) > 1",
    ],
    [
      "a record set with two TTLs",
      "select fqdn, type from dns.record group by 1, 2 having count(distinct coalesce(ttl, -1)) > 1",
    ],
    [
      "a record whose place is not that of its name, or whose BCD is not that of its address",
      `select r.id from dns.record r join dns.fqdn f on f.id = r.fqdn
       where (r.name, r.zone, r.scope, r.bcd) is distinct from (f.value, f.zone, f.scope, dns.bcd_of(r.target_ipaddr))`,
    ],
    [
      "a name whose parent is not the nearest name above",
      `select f.value from dns.fqdn f where f.parent is distinct from (select p.id from dns.fqdn p
         where p.id <> f.id and p.value = any(dns.names_above(f.value)) order by length(p.value) desc limit 1)`,
    ],
    [
      "an alias without CNAME that is no new name",
      `select f.value from dns.fqdn f where f.type = 'domain' and exists (select from dns.record r where r.fqdn = f.id and r.type = 'CNAME')`,
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
      const tables = await stateFromTables(world, type);
      expect(rows.size).toBeGreaterThan(0);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(tables));
    },
  );
});

describe("long transactions", () => {
  const site = (at: number): SentStep => ({ name: "nd.site.create", new: { name: `long-${String(at)}` } });
  const timed = async (steps: readonly SentStep[]): Promise<{ said: Said; seconds: number }> => {
    const start = performance.now();
    const said = await world.execute("ada", steps);
    return { said, seconds: (performance.now() - start) / 1000 };
  };

  it("of 100,001 steps are refused before any step runs", async () => {
    const { said, seconds } = await timed(Array.from({ length: 100_001 }, (_, at) => site(at)));
    expect(codeOf(said)).toBe("-20910/1");
    expect(seconds).toBeLessThan(5);
  });

  it("[API-41] of 20,000 steps whose last one fails change nothing and name that step in bounded time", async () => {
    const steps = Array.from({ length: 20_000 }, (_, at) => site(at % 19_999));
    const { said, seconds } = await timed(steps);
    expect(said).toMatchObject({ ok: false, status: 400 });
    expect(codeOf(said)).toBe("-20030/1");
    expect(said.ok ? null : said.exception.traceback?.transaction_statement?.position).toBe(19_999);
    expect(await world.db.query("select from nd.site where name like 'long-%'")).toHaveLength(0);
    expect(seconds).toBeLessThan(40);
  }, 60_000);
});
