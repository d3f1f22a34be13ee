import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const fqdn = (value: string): SentStep => create("dns.fqdn", { value });
const record = (name: string, type: string, data: string): SentStep =>
  create("dns.record", { fqdn: name, type, data });
const noRecord = (name: string, type: string, data: string): SentStep => ({
  name: "dns.record.delete",
  old: { fqdn: name, type, data },
});
const noName = (value: string): SentStep => ({ name: "dns.fqdn.delete", old: { value } });
const address = (name: string, from: string, to: string): SentStep => ({
  name: "dns.record.update",
  old: { fqdn: name, type: "A", data: from },
  new: { data: to },
});
const subnet = (cidr: string, more: Params = {}): SentStep =>
  create("nd.ip_subnet", { cidr, bcd: "scc-net-web-1", ...more });
const resized = (cidr: string, values: Params): SentStep => ({
  name: "nd.ip_subnet.update",
  old: { cidr },
  new: values,
});
const assigned = (ip_addr: string, mac_addr = "aa:bb:cc:00:00:01"): SentStep =>
  create("dhcp.static_assignment", { ip_addr, mac_addr });
const pool = (first_addr: string, last_addr: string): SentStep =>
  create("dhcp.pool", { first_addr, last_addr });
const places: SentStep = { name: "dhcp.static_assignment.list", old: { sorting_params_list: ["ip_addr"] } };

const ONE = "one.example.com.";
const TWO = "two.example.com.";
const EACH_OTHER = [fqdn(ONE), fqdn(TWO), record(ONE, "MX", `1 ${TWO}`), record(TWO, "MX", `1 ${ONE}`)];

describe("[API-67] a transaction that is checked at its end", () => {
  it("deletes names that refer only to each other, in any order of their records", async () => {
    const [a, b] = [noRecord(ONE, "MX", `1 ${TWO}`), noRecord(TWO, "MX", `1 ${ONE}`)];
    for (const records of [
      [a, b],
      [b, a],
    ])
      expect(codeOf(await world.dry("ada", ...EACH_OTHER, ...records, noName(TWO), noName(ONE)))).toBe("200");
  });

  it("deletes them also by one step that deletes the records of a list", async () => {
    const all: SentStep = {
      name: "dns.record.delete",
      old_ref_params: [{ idx: "found", params: { gpk: "gpk" } }],
    };
    const found: SentStep = { idx: "found", name: "dns.record.list", old: { fqdn_list: [ONE, TWO] } };
    expect(codeOf(await world.dry("ada", ...EACH_OTHER, found, all, noName(ONE), noName(TWO)))).toBe("200");
  });

  it("can exchange the record of a name that others refer to", async () => {
    const steps = [fqdn(ONE), record(ONE, "TXT", "x"), record("example.com.", "MX", `1 ${ONE}`)];
    const exchange = [noRecord(ONE, "TXT", "x"), record(ONE, "A", "198.51.100.77")];
    expect(codeOf(await world.dry("ada", ...steps, ...exchange))).toBe("200");
  });

  it("keeps the last record of a name that is still referred to, and the fault names the step that deleted it", async () => {
    const said = await world.dry(
      "ada",
      ...EACH_OTHER,
      noRecord(ONE, "MX", `1 ${TWO}`),
      record("example.com.", "TXT", "later"),
    );
    expect([codeOf(said), failedStep(said)?.position]).toEqual(["-20030/2", 4]);
    expect(detailsOf(said)).toMatchObject({ key: { value: ONE }, child_list: [{ count: 1 }] });
  });

  it("can move a network together with its assignments", async () => {
    const steps = [
      subnet("192.0.2.0/25"),
      assigned("192.0.2.10"),
      resized("192.0.2.0/25", { cidr: "192.0.2.128/25" }),
    ];
    const moved: SentStep = {
      name: "dhcp.static_assignment.update",
      old: { ip_addr: "192.0.2.10" },
      new: { ip_addr: "192.0.2.138" },
    };
    const said = await world.dry("ada", ...steps, moved, places);
    expect(rowsOf(said, 4)).toMatchObject([{ ip_addr: "192.0.2.138", subnet: "192.0.2.128/25" }]);
    const left = await world.dry("ada", ...steps, subnet("203.0.114.0/24"));
    expect([codeOf(left), failedStep(left)?.position]).toEqual(["-20030/2", 2]);
  });

  const half = (n: number): string => `192.0.2.${String(n)}/25`;
  const upper = subnet(half(128), { bcd: "scc-other-1" });
  it.each<readonly [string, readonly SentStep[]]>([
    ["divided, the old one first", [resized("192.0.2.0/24", { cidr: half(0) }), upper]],
    ["divided, the new one first", [upper, resized("192.0.2.0/24", { cidr: half(0) })]],
  ])("a network is %s: its assignments and pools go on in the part that holds them", async (_, steps) => {
    const filled = [
      subnet("192.0.2.0/24"),
      assigned("192.0.2.10"),
      assigned("192.0.2.200", "aa:bb:cc:00:00:02"),
      pool("192.0.2.210", "192.0.2.220"),
    ];
    const said = await world.dry("ada", ...filled, ...steps, places, { name: "dhcp.pool.list" });
    expect(rowsOf(said, 6)).toMatchObject([
      { subnet: half(0), bcd: "scc-net-web-1" },
      { subnet: half(128), bcd: "scc-other-1" },
    ]);
    expect(rowsOf(said, 7)).toMatchObject([{ subnet: half(128), bcd: "scc-other-1" }]);
  });

  it("can merge two networks with everything in them", async () => {
    const filled = [
      subnet(half(0)),
      upper,
      assigned("192.0.2.10"),
      assigned("192.0.2.200", "aa:bb:cc:00:00:02"),
    ];
    const one = [
      resized(half(0), { cidr: "192.0.2.0/24" }),
      { name: "nd.ip_subnet.delete", old: { cidr: half(128) } },
    ];
    const said = await world.dry("ada", ...filled, ...one, places);
    expect(rowsOf(said, 6)).toMatchObject([{ subnet: "192.0.2.0/24" }, { subnet: "192.0.2.0/24" }]);
  });

  it("can exchange a pool and a record, in both orders", async () => {
    const filled = [
      subnet("192.0.2.0/24"),
      pool("192.0.2.10", "192.0.2.20"),
      fqdn(ONE),
      record(ONE, "A", "192.0.2.35"),
    ];
    const change = [
      {
        name: "dhcp.pool.update",
        old: { first_addr: "192.0.2.10" },
        new: { first_addr: "192.0.2.30", last_addr: "192.0.2.40" },
      },
      address(ONE, "192.0.2.35", "192.0.2.15"),
    ];
    for (const steps of [change, change.toReversed()])
      expect(codeOf(await world.dry("ada", ...filled, ...steps))).toBe("200");
    const half = await world.dry("ada", ...filled, change[0] ?? noName(ONE), record(ONE, "TXT", "x"));
    expect([codeOf(half), failedStep(half)?.position]).toEqual(["-20060/8", 4]);
  });

  it("reports every step that is refused at the end with all_faults", async () => {
    const said = await world.executor
      .call({
        target: { kind: "execute" },
        token: "ada-".repeat(20).slice(0, 64),
        query: new URLSearchParams({ dry_mode: "true", all_faults: "true" }),
        body: JSON.stringify([
          subnet("192.0.2.0/24", { reserved_addr_list: ["192.0.2.5"] }),
          fqdn(ONE),
          record(ONE, "A", "192.0.2.0"),
          record(ONE, "A", "192.0.2.5"),
          record(ONE, "A", "192.0.2.6"),
          resized("192.0.2.0/24", { description: "later" }),
        ]),
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(said).toMatchObject({ at: { position: 2 }, parts: { further: [{ at: { position: 3 } }] } });
  });
});

describe("[API-68] rules between a network and its contents hold for changes of both sides", () => {
  const NET = "192.0.2.0/28";
  it.each<readonly [string, string, readonly SentStep[]]>([
    ["a gateway on the network address", "network", [subnet(NET, { gateway_addr: "192.0.2.0" })]],
    ["a gateway on the broadcast address", "broadcast", [subnet(NET, { gateway_addr: "192.0.2.15" })]],
    ["routers on the broadcast address", "broadcast", [subnet(NET, { router_anycast_addr: "192.0.2.15" })]],
    [
      "a gateway that becomes the broadcast address",
      "broadcast",
      [subnet(NET, { gateway_addr: "192.0.2.7" }), resized(NET, { cidr: "192.0.2.0/29" })],
    ],
    [
      "a gateway that is moved to the network address",
      "network",
      [subnet(NET), resized(NET, { gateway_addr: "192.0.2.0" })],
    ],
    [
      "the IPv6 network address as gateway",
      "network",
      [subnet("2001:db8:1::/64", { gateway_addr: "2001:db8:1::" })],
    ],
    [
      "a record that becomes the broadcast address",
      "record",
      [subnet(NET), record("example.com.", "A", "192.0.2.7"), resized(NET, { cidr: "192.0.2.0/29" })],
    ],
    [
      "a record that becomes the network address",
      "record",
      [subnet(NET), record("example.com.", "A", "192.0.2.8"), resized(NET, { cidr: "192.0.2.8/29" })],
    ],
    [
      "a network around a record on its network address",
      "record",
      [record("example.com.", "A", "192.0.2.0"), subnet(NET)],
    ],
    [
      "an assignment that becomes the broadcast address",
      "assignment",
      [subnet(NET), assigned("192.0.2.7"), resized(NET, { cidr: "192.0.2.0/29" })],
    ],
  ])("refused: %s", async (_, reason, steps) => {
    const said = await world.dry("ada", ...steps);
    expect([codeOf(said), detailsOf(said)["reason"]]).toEqual(["-20060/8", reason]);
    expect(failedStep(said)?.position).toBe(steps.length - 1);
  });

  it.each<readonly [string, readonly SentStep[]]>([
    [
      "both addresses of a /31",
      [subnet("192.0.2.0/31", { gateway_addr: "192.0.2.0", router_anycast_addr: "192.0.2.1" })],
    ],
    [
      "the IPv6 network address as anycast address",
      [subnet("2001:db8:1::/64", { router_anycast_addr: "2001:db8:1::" })],
    ],
    [
      "a reservation of an address with a record",
      [
        subnet(NET),
        record("example.com.", "A", "192.0.2.7"),
        resized(NET, { reserved_addr_list: ["192.0.2.7"] }),
      ],
    ],
    [
      "a name for the gateway",
      [subnet(NET), record("example.com.", "A", "192.0.2.1"), resized(NET, { gateway_addr: "192.0.2.1" })],
    ],
  ])("allowed: %s", async (_, steps) => {
    expect(codeOf(await world.dry("ada", ...steps))).toBe("200");
  });
});
