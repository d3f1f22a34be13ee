import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const free = (cidr: string, prefix_length: number, more: Params = {}): SentStep => ({
  name: "tmp.cidr_generator.list",
  old: { cidr, prefix_length, ...more },
});
const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const subnet = (cidr: string): SentStep => create("nd.ip_subnet", { cidr, bcd: "scc-other-1" });
const record = (data: string): SentStep => create("dns.record", { fqdn: "example.com.", type: "A", data });
const cidrs = (said: Said, list = 0) => rowsOf(said, list).map((row) => row["cidr"]);
const found = async (login: string, ...steps: readonly SentStep[]) =>
  cidrs(await world.dry(login, ...steps), steps.length - 1);

describe("free networks", () => {
  it("are the lowest networks that overlap no subnet, one network by default", async () => {
    const said = await world.dry(
      "otto",
      free("198.51.100.0/22", 24),
      free("198.51.100.0/22", 25, { fetch_limit: 3 }),
    );
    expect(rowsOf(said)).toEqual([{ cidr: "198.51.101.0/24", address: "198.51.101.0", bcd: null }]);
    expect(cidrs(said, 1)).toEqual(["198.51.101.0/25", "198.51.101.128/25", "198.51.102.0/25"]);
  });

  it.each<readonly [string, readonly string[], string, number, readonly string[]]>([
    [
      "a small one in the first block",
      ["192.0.2.8/29"],
      "192.0.2.0/24",
      26,
      ["192.0.2.64/26", "192.0.2.128/26", "192.0.2.192/26"],
    ],
    [
      "blocks before, between and behind",
      ["192.0.2.64/26", "192.0.2.160/27"],
      "192.0.2.0/24",
      27,
      ["192.0.2.0/27", "192.0.2.32/27", "192.0.2.128/27", "192.0.2.192/27", "192.0.2.224/27"],
    ],
    ["a full network", ["192.0.2.0/25", "192.0.2.128/25"], "192.0.2.0/24", 28, []],
    ["a network inside a subnet", ["192.0.2.0/24"], "192.0.2.64/26", 28, []],
    [
      "the end of all addresses",
      ["255.255.255.0/25"],
      "255.255.255.0/24",
      26,
      ["255.255.255.128/26", "255.255.255.192/26"],
    ],
    ["the end itself", ["255.255.255.128/25"], "255.255.255.0/24", 25, ["255.255.255.0/25"]],
    ["the beginning of all addresses", ["0.0.0.0/30"], "0.0.0.0/29", 30, ["0.0.0.4/30"]],
    ["IPv6", ["2001:db8:1::/64", "2001:db8:1:2::/63"], "2001:db8:1::/62", 64, ["2001:db8:1:1::/64"]],
    [
      "the end of IPv6",
      ["ffff:ffff:ffff:ffff::/65"],
      "ffff:ffff:ffff:ffff::/64",
      65,
      ["ffff:ffff:ffff:ffff:8000::/65"],
    ],
  ])("beside %s", async (_, subnets, wanted, length, expected) => {
    expect(await found("ada", ...subnets.map(subnet), free(wanted, length, { fetch_limit: 20 }))).toEqual(
      expected,
    );
  });

  it("are found in a large network without reading all of it", async () => {
    const before = performance.now();
    expect(await found("ada", free("0.0.0.0/0", 30))).toEqual(["0.0.0.0/30"]);
    expect(await found("ada", free("::/0", 64))).toEqual(["::/64"]);
    expect(await found("ada", free("2001:db8:47:11::/64", 128))).toEqual(["2001:db8:47:11::2/128"]);
    expect(await found("ada", free("198.0.0.0/7", 32))).toEqual(["198.0.0.0/32"]);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe("free addresses of a subnet", () => {
  it("are not in use by a record, assignment, pool or role", async () => {
    const steps = [
      record("198.51.100.5"),
      create("dhcp.static_assignment", { ip_addr: "198.51.100.7", mac_addr: "aa:bb:cc:00:00:01" }),
      create("dhcp.pool", { first_addr: "198.51.100.9", last_addr: "198.51.100.250" }),
      free("198.51.100.0/24", 32, { fetch_limit: 300 }),
    ];
    const said = await world.dry("ada", ...steps);
    expect(cidrs(said, 3)).toEqual([4, 6, 8, 251, 252, 253, 254].map((n) => `198.51.100.${String(n)}/32`));
    expect(rowsOf(said, 3)[0]).toEqual({
      cidr: "198.51.100.4/32",
      address: "198.51.100.4",
      bcd: "scc-net-web-1",
    });
  });

  it("are in subnets that the account may read, or outside all subnets", async () => {
    expect(await found("greta", free("198.51.100.0/24", 32, { fetch_limit: 3 }))).toEqual([]);
    expect(await found("greta", free("203.0.113.0/24", 32))).toEqual(["203.0.113.1/32"]);
    expect(await found("greta", free("198.51.100.128/25", 32))).toEqual([]);
    expect(await found("greta", free("198.51.100.0/23", 32))).toEqual(["198.51.101.0/32"]);
    expect(await found("otto", free("198.51.100.0/23", 32))).toEqual(["198.51.100.4/32"]);
    expect(await found("nora", free("198.51.100.0/23", 32))).toEqual([]);
  });

  it("include all addresses of a subnet with two addresses, but no network and broadcast address of larger subnets", async () => {
    const all = { fetch_limit: 10 };
    expect(await found("ada", subnet("192.0.2.0/31"), free("192.0.2.0/31", 32, all))).toEqual([
      "192.0.2.0/32",
      "192.0.2.1/32",
    ]);
    expect(await found("ada", subnet("192.0.2.0/30"), free("192.0.2.0/30", 32, all))).toEqual([
      "192.0.2.1/32",
      "192.0.2.2/32",
    ]);
    expect(
      await found("ada", subnet("255.255.255.248/29"), free("255.255.255.248/29", 32, all)),
    ).toHaveLength(6);
  });

  it("are found after thousands of used addresses", async () => {
    const wide = subnet("10.0.0.0/18");
    await world.execute("ada", [wide]);
    await world.db.query(
      `insert into dns.record (fqdn, type, data, target_is_reverse_unique) select f.id, 'A', host('10.0.0.1'::inet + n), false
       from dns.fqdn f, generate_series(0, 5000) n where f.value = 'example.org.' and n <> 4500`,
    );
    expect(await found("ada", free("10.0.0.0/18", 32, { fetch_limit: 3 }))).toEqual([
      "10.0.17.149/32",
      "10.0.19.138/32",
      "10.0.19.139/32",
    ]);
    await world.db.query("delete from dns.record where target_ipaddr <<= '10.0.0.0/18'");
  });

  it.each([
    ["10.0.64.0/18", 1, "A", 32],
    ["2001:db8:1::/64", 1, "AAAA", 128],
    ["2001:db8:2::fff0:0/108", 1, "AAAA", 128],
  ] as const)("are the same however densely %s is used", async (cidr, first, type, length) => {
    const base = cidr.split("/")[0] ?? "";
    await world.execute("ada", [subnet(cidr)]);
    for (const used of [0, 1, 63, 64, 65, 128, 191, 192, 193, 447, 448, 449, 1000, 5000]) {
      const holes = [0, 1, 62, 63, 64, 191, 192, 448, 600, 4999].filter(
        (hole) => hole < used && hole % 3 !== used % 3,
      );
      await world.db.query(
        `insert into dns.record (fqdn, type, data, target_is_reverse_unique) select f.id, $4, host($1::inet + n + $5), false
         from dns.fqdn f, generate_series(0, $2::int - 1) n where f.value = 'example.org.' and n <> all($3::int[])`,
        [base, used, holes, type, first],
      );
      const [naive] = await world.db.query<{ free: readonly string[] }>(
        `select array(select host($1::inet + n) || '/' || $2 from generate_series($3::int, 6000) n
           where not exists (select from dns.record d where d.target_ipaddr = $1::inet + n) order by n limit 9) free`,
        [base, length, first],
      );
      expect([used, await found("ada", free(cidr, length, { fetch_limit: 9 }))]).toEqual([used, naive?.free]);
      await world.db.query("delete from dns.record where target_ipaddr <<= $1::cidr", [cidr]);
    }
  });
});

describe("parameters", () => {
  it.each<readonly [string, Params, string, string]>([
    ["no network", { prefix_length: 24 }, "-20040/1", "cidr"],
    ["no length", { cidr: "192.0.2.0/24" }, "-20040/1", "prefix_length"],
    [
      "a length above the network's",
      { cidr: "192.0.2.0/24", prefix_length: 23 },
      "-20040/6",
      "prefix_length",
    ],
    ["a length of no IPv4 network", { cidr: "192.0.2.0/24", prefix_length: 33 }, "-20040/6", "prefix_length"],
    [
      "more than there may be steps",
      { cidr: "::/0", prefix_length: 64, fetch_limit: 100_001 },
      "-20040/6",
      "fetch_limit",
    ],
    ["no row", { cidr: "192.0.2.0/24", prefix_length: 25, fetch_limit: 0 }, "-20040/6", "fetch_limit"],
    ["host bits", { cidr: "192.0.2.1/24", prefix_length: 25 }, "-20040/5", "cidr"],
    ["another parameter", { cidr: "192.0.2.0/24", prefix_length: 25, bcd: "x" }, "-20900/4", "bcd"],
    ["null", { cidr: null, prefix_length: 25 }, "-20040/2", "cidr"],
  ])("refused: %s", async (_, old, code, parameter) => {
    const said = await world.dry("ada", { name: "tmp.cidr_generator.list", old });
    expect([codeOf(said), detailsOf(said)["parameter"]]).toEqual([code, parameter]);
  });

  it("joins are refused", async () => {
    const list = { idx: "a", ...free("192.0.2.0/24", 25) };
    for (const reference of ["self", "default"])
      expect(
        codeOf(
          await world.dry("ada", list, { ...free("192.0.2.0/24", 25), inner_join_ref: { a: reference } }),
        ),
      ).toBe("-20900/5");
  });

  it("can be taken from rows of an earlier step", async () => {
    const said = await world.dry(
      "otto",
      { idx: "nets", name: "nd.ip_subnet.list", old: { bcd: "scc-net-web-1" } },
      {
        idx: "four",
        ...free("198.51.100.0/24", 32),
        old: { prefix_length: 32 },
        old_ref_params: [{ idx: "nets4", params: { cidr: "cidr" } }],
      },
    );
    expect(codeOf(said)).toBe("-20900/2");
    const four = await world.dry(
      "otto",
      { idx: "nets", name: "nd.ip_subnet.list", old: { cidr: "198.51.100.0/24" } },
      {
        name: "tmp.cidr_generator.list",
        old: { prefix_length: 32, fetch_limit: 2 },
        old_ref_params: [{ idx: "nets", params: { cidr: "cidr" } }],
      },
    );
    expect(cidrs(four, 1)).toEqual(["198.51.100.4/32", "198.51.100.5/32"]);
  });
});

describe("in a writing call", () => {
  const next = (more: Params = {}): readonly SentStep[] => [
    { idx: "free", ...free("198.51.100.0/24", 32, more) },
    {
      name: "dns.record.create",
      new: { fqdn: "example.com.", type: "A", target_is_reverse_unique: false },
      new_ref_params: [{ idx: "free", params: { data: "address" } }],
    },
  ];
  const clear = () => world.db.query("delete from dns.record where target_ipaddr <<= '198.51.100.0/24'");

  it("an address that is given to one step is not given to another step of the call", async () => {
    const said = await world.dry(
      "otto",
      free("198.51.100.0/24", 32),
      free("198.51.100.0/24", 32, { fetch_limit: 2 }),
      record("198.51.100.200"),
    );
    expect([cidrs(said), cidrs(said, 1)]).toEqual([
      ["198.51.100.4/32"],
      ["198.51.100.5/32", "198.51.100.6/32"],
    ]);
    const networks = await world.dry(
      "ada",
      free("192.0.2.0/24", 26),
      free("192.0.2.0/24", 25),
      free("192.0.2.0/24", 26),
      record("198.51.100.200"),
    );
    expect([0, 1, 2].map((n) => cidrs(networks, n))).toEqual([
      ["192.0.2.0/26"],
      ["192.0.2.128/25"],
      ["192.0.2.64/26"],
    ]);
  });

  describe("by rows of an earlier step", () => {
    const rows = (...list: readonly Params[]): SentStep => ({
      idx: "rows",
      name: "tmp.generic_object.list",
      old: { _dict_list: [...list] },
    });
    const each = (params: Params, old: Params, more: readonly Json[] = []): SentStep => ({
      idx: "each",
      name: "tmp.cidr_generator.list",
      old,
      old_ref_params: [{ idx: "rows", params }, ...more],
    });
    const single = (address: string): string => `${address}/32`;

    it.each<readonly [string, readonly Params[]]>([
      ["addresses of one network", Array.from({ length: 3 }, () => ({ cidr: "198.51.100.0/24" }))],
      [
        "addresses of networks one in the other",
        ["198.51.100.0/24", "198.51.100.0/25", "198.51.100.0/26"].map((cidr) => ({ cidr })),
      ],
    ])("every execution gets addresses of its own: %s", async (_, list) => {
      const said = await world.dry(
        "otto",
        rows(...list),
        each({ cidr: "cidr" }, { prefix_length: 32 }),
        free("198.51.100.0/24", 32),
        record("198.51.100.200"),
      );
      expect(cidrs(said, 1)).toEqual(["198.51.100.4", "198.51.100.5", "198.51.100.6"].map(single));
      expect(cidrs(said, 2)).toEqual([single("198.51.100.7")]);
    });

    it("gives networks of one place, with equal and with different lengths", async () => {
      const lengths = (...list: readonly number[]): SentStep =>
        rows(...list.map((prefix_length) => ({ prefix_length })));
      const said = async (...list: readonly number[]) =>
        cidrs(
          await world.dry(
            "ada",
            lengths(...list),
            each({ prefix_length: "prefix_length" }, { cidr: "192.0.2.0/24" }),
            record("198.51.100.200"),
          ),
          1,
        );
      expect(await said(26, 26, 26)).toEqual(["192.0.2.0/26", "192.0.2.64/26", "192.0.2.128/26"]);
      expect(await said(26, 25, 26)).toEqual(["192.0.2.0/26", "192.0.2.128/25", "192.0.2.64/26"]);
    });

    it("every row of a product gets addresses, which are reserved like those of a plain step", async () => {
      const hosts = ["h1.example.com.", "h2.example.com."];
      const call = (): readonly SentStep[] => [
        { idx: "nets", name: "nd.ip_subnet.list", old: { cidr_list: ["198.51.100.0/24"] } },
        rows(...hosts.map((fqdn) => ({ fqdn, length: 32 }))),
        {
          idx: "each",
          name: "tmp.cidr_generator.list",
          old_ref_params: [
            { idx: "rows", params: { prefix_length: "length" } },
            { idx: "nets", join_type: "cross", params: { cidr: "cidr" } },
          ],
        },
        {
          name: "dns.record.create",
          new: { type: "A", target_is_reverse_unique: false },
          new_ref_params: [
            { idx: "rows", params: { fqdn: "fqdn" } },
            { idx: "each", join_type: "zip", params: { data: "address" } },
          ],
        },
      ];
      const names = hosts.map((value) => create("dns.fqdn", { value, type: "domain" }));
      expect(codeOf(await world.execute("otto", names))).toBe("200");
      const said = await Promise.all(Array.from({ length: 8 }, () => world.execute("otto", call())));
      expect(said.map(codeOf)).toEqual(said.map(() => "200"));
      const given = said.flatMap((one) => rowsOf(one, 2).map((row) => textIn(row, "address")));
      expect(new Set(given).size).toBe(16);
      expect(said.flatMap((one) => rowsOf(one, 3).map((row) => textIn(row, "data")))).toEqual(given);
      await clear();
    });
  });

  it("64 parallel callers get 64 addresses, the lowest ones", async () => {
    const said = await Promise.all(Array.from({ length: 64 }, () => world.execute("otto", next())));
    const given = said.map((one) => textIn(rowsOf(one)[0], "address"));
    expect(new Set(given).size).toBe(64);
    const [row] = await world.db.query<{ least: string; most: string; n: string }>(
      "select host(min(target_ipaddr)) least, host(max(target_ipaddr)) most, count(distinct target_ipaddr)::text n from dns.record where target_ipaddr <<= '198.51.100.0/24'",
    );
    expect(row).toEqual({ least: "198.51.100.4", most: "198.51.100.67", n: "64" });
    await clear();
  });

  it("parallel callers get different addresses even if some want many and some do not keep theirs", async () => {
    const said = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        world.execute("otto", next(n % 8 === 0 ? { fetch_limit: 9 } : {}), { dryRun: n % 3 === 1 }),
      ),
    );
    expect(said.map(codeOf).filter((code) => code !== "200")).toEqual([]);
    const kept = said
      .filter((_, n) => n % 3 !== 1)
      .flatMap((one) => rowsOf(one).map((row) => row["address"]));
    expect(new Set(kept).size).toBe(kept.length);
    await clear();
  });

  it("parallel callers get different networks of any lengths", async () => {
    const lengths = [26, 28, 27, 28, 26, 29, 28, 30];
    const said = await Promise.all(
      lengths.map((length) =>
        world.execute("ada", [
          { idx: "free", ...free("192.0.2.0/24", length) },
          {
            name: "nd.ip_subnet.create",
            new: { bcd: "scc-other-1" },
            new_ref_params: [{ idx: "free", params: { cidr: "cidr" } }],
          },
        ]),
      ),
    );
    expect(said.map(codeOf)).toEqual(lengths.map(() => "200"));
    await world.db.query("delete from nd.ip_subnet where cidr <<= '192.0.2.0/24'");
  });

  it("thousands of addresses are found in one call without a lock for each", async () => {
    await world.execute("ada", [subnet("10.1.0.0/20")]);
    const said = await world.dry(
      "ada",
      free("10.1.0.0/20", 32, { fetch_limit: 4_000 }),
      record("198.51.100.200"),
    );
    expect(cidrs(said)).toHaveLength(4_000);
    const networks = await world.dry(
      "ada",
      free("10.128.0.0/9", 25, { fetch_limit: 60_000 }),
      record("198.51.100.200"),
    );
    expect(new Set(cidrs(networks)).size).toBe(60_000);
    await world.execute("ada", [{ name: "nd.ip_subnet.delete", old: { cidr: "10.1.0.0/20" } }]);
  });
});
