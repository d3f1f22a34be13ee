import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAddress } from "#contract/values/ip";
import { isObject, type Json, type Params, type Row } from "#contract/wire/json";
import { sweep } from "../../server/http/sweep.ts";
import { random as randomOf } from "../support/random.ts";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

const DAYS = 90;
const V4 = "198.51.100.0/24";
const V6 = "2001:db8:47:11::/64";
let world: SmallWorld;

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const record = (host: string, data: string, isReverse = false): SentStep =>
  create("dns.record", {
    fqdn: `${host}.example.com.`,
    fqdn_type: "domain",
    type: data.includes(":") ? "AAAA" : "A",
    data,
    target_is_reverse_unique: isReverse,
  });
const apply = async (...steps: readonly SentStep[]): Promise<void> =>
  void rowsOf(await world.execute("ada", steps));

/** Fills the subnets, each change in a call of its own, and spreads the calls over the last 120 days. */
beforeAll(async () => {
  world = await smallWorld();
  await apply({
    name: "dhcp.bcd_setting.update",
    old: { bcd: "scc-net-web-1" },
    new: { mdhcp_enabled: true },
  });
  await apply(create("dhcp.pool", { first_addr: "198.51.100.200", last_addr: "198.51.100.219" }));
  const random = randomOf(7);
  const isChosen = (percent: number): boolean => random(100) < percent;
  const held: { readonly host: string; data: string }[] = [];
  for (let at = 0; at < 60; at++) {
    const data = isChosen(25)
      ? `2001:db8:47:11::${String(random(6))}a`
      : `198.51.100.${String(20 + random(9))}`;
    const one = held[random(held.length)];
    const old =
      one === undefined
        ? {}
        : { fqdn: `${one.host}.example.com.`, type: one.data.includes(":") ? "AAAA" : "A", data: one.data };
    const isSameFamily = one?.data.includes(":") === data.includes(":");
    if (one !== undefined && isChosen(25)) {
      await apply({ name: "dns.record.delete", old });
      held.splice(held.indexOf(one), 1);
    } else if (one !== undefined && isSameFamily && one.data !== data && isChosen(40)) {
      await apply({ name: "dns.record.update", old, new: { data } });
      one.data = data;
    } else {
      await apply(record(`h${String(at)}`, data));
      held.push({ host: `h${String(at)}`, data });
    }
  }
  await apply(create("dhcp.static_assignment", { ip_addr: "198.51.100.77", mac_addr: "02:00:00:00:00:77" }));
  await apply(create("dhcp.static_assignment", { ip_addr: "198.51.100.78", mac_addr: "02:00:00:00:00:78" }));
  await apply({ name: "dhcp.static_assignment.delete", old: { ip_addr: "198.51.100.78" } });
  // Half days, so that no change lies on a bound.
  await world.db.query(`update wapi.change_log l
    set ts = now() - (floor(120.0 * (1 - (l.transaction_gfk - b.first)::numeric / (b.last - b.first))) + 0.5) * interval '1 day'
    from (select min(transaction_gfk) first, max(transaction_gfk) last from wapi.change_log) b`);
}, 120_000);
afterAll(() => world.close());

async function useOf(login = "ada"): Promise<ReadonlyMap<string, Row>> {
  const rows = rowsOf(await world.execute(login, [{ name: "nd.ip_subnet_use.list" }]));
  return new Map(rows.map((row) => [textIn(row, "cidr"), row]));
}

async function all(name: string): Promise<readonly Row[]> {
  return rowsOf(await world.execute("ada", [{ name: `${name}.list` }]));
}

const addressOf = (row: Json): string => {
  const of = isObject(row) ? (row["target_ipaddr"] ?? row["ip_addr"] ?? null) : null;
  return typeof of === "string" ? of : "";
};

/** The numbers of used addresses 90 days ago and so on until now, found by replaying the log from its beginning to each of these moments. */
async function replayed(isInside: (address: string) => boolean): Promise<readonly number[]> {
  const entries = await world.db.query<{ old: Row | null; new: Row | null; age: number }>(
    `select old, new, extract(epoch from now() - ts)::float / 86400 as age from wapi.change_log
      where object_fq_name in ('dns.record', 'dhcp.static_assignment') order by id`,
  );
  return Array.from({ length: DAYS + 1 }, (_, at) => {
    const claims = new Map<string, number>();
    for (const entry of entries.filter(({ age }) => age >= DAYS - at))
      for (const [row, change] of [
        [entry.old, -1],
        [entry.new, 1],
      ] as const)
        claims.set(addressOf(row), (claims.get(addressOf(row)) ?? 0) + change);
    return [...claims].filter(([address, count]) => isInside(address) && count > 0).length;
  });
}

describe("the use of a subnet", () => {
  it("counts each address once: as used, reserved, in a pool or free", async () => {
    const row = (await useOf()).get(V4) ?? {};
    const [records, fixed, subnets] = [
      await all("dns.record"),
      await all("dhcp.static_assignment"),
      await all("nd.ip_subnet"),
    ];
    const used = new Set([...records, ...fixed].map(addressOf));
    const subnet = subnets.find((one) => one["cidr"] === V4) ?? {};
    const reserved = new Set([subnet["gateway_addr"], ...[subnet["reserved_addr_list"] ?? []].flat()]);
    const counted = { used: 0, reserved: 0, pool: 0, free: 0 };
    for (let host = 1; host <= 254; host++) {
      const address = `198.51.100.${String(host)}`;
      if (used.has(address)) counted.used++;
      else if (reserved.has(address)) counted.reserved++;
      else if (host >= 200 && host <= 219) counted.pool++;
      else counted.free++;
    }
    expect(counted).toMatchObject({ reserved: 3, pool: 20 });
    expect(counted.used).toBeGreaterThan(5);
    expect(row).toMatchObject({
      bcd: "scc-net-web-1",
      type: 4,
      used_count: counted.used,
      reserved_count: counted.reserved,
      pool_count: counted.pool,
      free_count: counted.free,
      claimed_percent: Math.floor((100 * (254 - counted.free)) / 254),
    });
  });

  it("does not count a used address as reserved too", async () => {
    const before = (await useOf()).get(V4) ?? {};
    const said = await world.dry(
      "ada",
      { name: "nd.ip_subnet.update", old: { cidr: V4 }, new: { reserved_addr_list: ["198.51.100.77"] } },
      { name: "nd.ip_subnet_use.list" },
    );
    // No assignment may lie on a reserved address; a name may.
    expect(codeOf(said)).not.toBe("200");
    await apply(record("gateway", "198.51.100.1"));
    const after = (await useOf()).get(V4) ?? {};
    expect(after).toMatchObject({
      used_count: Number(before["used_count"]) + 1,
      reserved_count: Number(before["reserved_count"]) - 1,
      free_count: before["free_count"],
    });
    await apply({
      name: "dns.record.delete",
      old: { fqdn: "gateway.example.com.", type: "A", data: "198.51.100.1" },
    });
    expect((await useOf()).get(V4)).toMatchObject({ used_count: before["used_count"] });
  });

  it("has numbers of addresses but no percentage in IPv6", async () => {
    const used = new Set((await all("dns.record")).map(addressOf).filter((one) => one.includes(":")));
    expect(used.size).toBeGreaterThan(1);
    expect((await useOf()).get(V6)).toMatchObject({
      type: 6,
      used_count: used.size,
      reserved_count: 1,
      pool_count: 0,
      free_count: null,
      claimed_percent: null,
    });
  });

  it("is listed for an empty subnet and for a subnet without edge addresses", async () => {
    expect((await useOf()).get("203.0.113.0/24")).toMatchObject({
      used_count: 0,
      free_count: 254,
      claimed_percent: 0,
    });
    await apply(create("nd.ip_subnet", { cidr: "192.0.2.7/32", bcd: "scc-other-1" }));
    expect((await useOf()).get("192.0.2.7/32")).toMatchObject({ free_count: 1, claimed_percent: 0 });
    await apply(record("single", "192.0.2.7"));
    expect((await useOf()).get("192.0.2.7/32")).toMatchObject({ free_count: 0, claimed_percent: 100 });
  });

  it.each([
    ["192.0.2.32/29", ["192.0.2.32", "192.0.2.39"], 6, 0],
    ["192.0.2.32/30", ["192.0.2.32", "192.0.2.35"], 2, 0],
    ["192.0.2.32/31", ["192.0.2.32", "192.0.2.33"], 2, 2],
    ["192.0.2.32/32", ["192.0.2.32"], 1, 1],
  ])(
    "%s with names of its edges %j has %i addresses for hosts, %i of them used",
    async (cidr, edges, size, used) => {
      await apply(create("nd.ip_subnet", { cidr, bcd: "scc-other-1" }));
      // Nobody may use the edges of a larger subnet, so the rows are older than the rule.
      await world.db.query(
        `insert into dns.record (fqdn, type, data, target_is_reverse_unique)
       select f.id, 'A', a.data, false from dns.fqdn f, unnest($1::text[]) a(data) where f.value = 'example.com.'`,
        [edges],
      );
      const row = (await useOf()).get(cidr);
      expect(row).toMatchObject({
        used_count: used,
        free_count: size - used,
        claimed_percent: Math.floor((100 * used) / size),
      });
      await world.db.query("delete from dns.record where data = any($1)", [edges]);
      await apply({ name: "nd.ip_subnet.delete", old: { cidr } });
    },
  );

  it("in an IPv6 subnet of any size a host may have the last address", async () => {
    const [cidr, last] = ["3ffe:8::/29", `3ffe:f${":ffff".repeat(6)}`];
    await apply(create("nd.ip_subnet", { cidr, bcd: "scc-other-1" }), record("last", last));
    expect((await useOf()).get(cidr)).toMatchObject({ used_count: 1 });
    await apply({ name: "dns.record.delete", old: { fqdn: "last.example.com.", type: "AAAA", data: last } });
    await apply({ name: "nd.ip_subnet.delete", old: { cidr } });
  });

  it("a reserved address with a static assignment counts once, as used, and so does one that is reserved twice", async () => {
    const before = (await useOf()).get(V4) ?? {};
    // Rows that are older than the rule against it.
    const reserve = (addresses: readonly string[]) =>
      world.db.query(
        "update nd.ip_subnet set reserved_addr_list = reserved_addr_list || $2::inet[] where cidr = $1",
        [V4, addresses],
      );
    await reserve(["198.51.100.77", "198.51.100.1"]);
    expect((await useOf()).get(V4)).toMatchObject({
      used_count: before["used_count"],
      reserved_count: before["reserved_count"],
      free_count: before["free_count"],
    });
    await apply(
      create("dns.record", {
        fqdn: "both.example.com.",
        fqdn_type: "domain",
        type: "A",
        data: "198.51.100.76",
      }),
    );
    await apply(
      create("dhcp.static_assignment", { ip_addr: "198.51.100.76", mac_addr: "02:00:00:00:00:76" }),
    );
    expect((await useOf()).get(V4)).toMatchObject({ used_count: Number(before["used_count"]) + 1 });
    await apply({ name: "dhcp.static_assignment.delete", old: { ip_addr: "198.51.100.76" } });
    await apply({
      name: "dns.record.delete",
      old: { fqdn: "both.example.com.", type: "A", data: "198.51.100.76" },
    });
    await world.db.query(
      "update nd.ip_subnet set reserved_addr_list = '{198.51.100.2,198.51.100.3}' where cidr = $1",
      [V4],
    );
  });

  it("[HOME-39] has a growth in 30 days that equals a replay of the log, computed beforehand for a few subnets at a time", async () => {
    const growth = async () => {
      const rows = rowsOf(await world.execute("ada", [{ name: "nd.ip_subnet_growth.list" }]));
      return new Map(rows.map((row) => [textIn(row, "cidr"), row["grown_count"]]));
    };
    expect((await growth()).get(V4)).toBeNull();
    await sweep(world.db, world.catalogue);
    const grown = await growth();
    for (const [cidr, prefix] of [
      [V4, "198.51.100."],
      [V6, "2001:db8:47:11:"],
    ] as const) {
      const byDay = await replayed((address) => address.startsWith(prefix));
      const before = byDay[DAYS - 30] ?? NaN;
      expect(grown.get(cidr)).toBe((byDay[DAYS] ?? NaN) - before);
    }
    expect([grown.get(V4), grown.get(V6)]).not.toEqual([0, 0]);
    const own = await world.execute("otto", [{ name: "nd.ip_subnet_growth.list" }]);
    expect(rowsOf(own).map((row) => textIn(row, "cidr"))).toEqual([V4, V6]);
  });

  it("has a history by day that equals a replay of the log", async () => {
    const use = await useOf();
    const isIn = (prefix: string) => (address: string) =>
      parseAddress(address) !== null && address.startsWith(prefix);
    const v4 = await replayed(isIn("198.51.100."));
    expect(new Set(v4).size).toBeGreaterThan(5);
    expect(use.get(V4)?.["used_by_day"]).toEqual(v4);
    expect(use.get(V6)?.["used_by_day"]).toEqual(await replayed(isIn("2001:db8:47:11:")));
    expect(v4.at(-1)).toBe(use.get(V4)?.["used_count"]);
  });

  it("is sorted with the fullest first, and a page of rows has its history", async () => {
    const old = { sorting_params_list: ["claimed_percent DESC"], fetch_limit: 2 };
    const rows = rowsOf(await world.execute("ada", [{ name: "nd.ip_subnet_use.list", old }]));
    expect(rows.map((row) => row["cidr"])).toEqual(["192.0.2.7/32", V4]);
    expect(rows.map((row) => [row["used_by_day"]].flat().length)).toEqual([DAYS + 1, DAYS + 1]);
  });

  it("is readable for owners of the BCD only, and cannot be written", async () => {
    expect([...(await useOf("greta")).keys()]).toEqual(["192.0.2.7/32", "203.0.113.0/24"]);
    expect([...(await useOf("otto")).keys()]).toEqual([V4, V6]);
    expect([...(await useOf("otto")).values()].map((row) => row["is_own"])).toEqual([true, true]);
    const filter = { filter_params_dict: { used_by_day: { eq: [1] } } };
    expect(codeOf(await world.dry("ada", { name: "nd.ip_subnet_use.list", old: filter }))).toBe("-20900/7");
    expect(codeOf(await world.dry("ada", create("nd.ip_subnet_use", { cidr: V4 })))).toMatch(/^-20900/);
  });

  it("has no history in a list of more than 1000 subnets", async () => {
    const subnets = Array.from({ length: 1001 }, (_, at) =>
      create("nd.ip_subnet", {
        cidr: `10.${String(at >> 8)}.${String(at & 255)}.0/24`,
        bcd: "scc-other-1",
      }),
    );
    await apply(...subnets);
    const use = await useOf();
    expect(use.size).toBe(1005);
    expect(new Set([...use.values()].map((row) => row["used_by_day"]))).toEqual(new Set([null]));
    expect(use.get(V4)).toMatchObject({ pool_count: 20 });
  });
});
