import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planDhcp } from "#imports/dhcp/plan";
import type { DhcpConfig } from "#imports/dhcp/config";
import { findRejected } from "#imports/shared/find-rejected";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { readKea } from "#imports/dhcp/kea";
import { toWire, type ImportDraft, type Rejected } from "#imports/shared/steps";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const BCD = "imp-dhcp-1";
let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
  const names = [
    ["gw.dhcp.example.", "10.249.1.1"],
    ["ns.dhcp.example.", "10.249.1.53"],
    ["printer.dhcp.example.", "10.249.1.5"],
    ["two.dhcp.example.", "10.249.1.6"],
    ["two.dhcp.example.", "10.249.1.7"],
  ] as const;
  const steps = [
    { name: "nd.bcd.create", new: { name: BCD } },
    { name: "dns.fqdn.create", new: { value: "dhcp.example.", type: "domain", is_zone_apex: true } },
    ...[...new Set(names.map(([value]) => value))].map((value) => ({
      name: "dns.fqdn.create",
      new: { value, type: "domain" },
    })),
  ];
  expect((await world.client.run(steps, false)).ok).toBe(true);
  await done(await isc("subnet 10.249.1.0 netmask 255.255.255.0 { }"));
  const records = names.map(([fqdn, data]) => ({
    name: "dns.record.create",
    new: { fqdn, type: "A", data, target_is_reverse_unique: false },
  }));
  expect((await world.client.run(records, false)).ok).toBe(true);
});
afterAll(() => world.close());

function planned(config: DhcpConfig, bcd: string | null): Promise<ImportDraft> {
  const { client, say } = world;
  return planDhcp({ config, bcd, client, toAscii, say, valueSpec });
}

const isc = (text: string, bcd: string | null = BCD) => planned(readIscDhcp({ text }, world.say), bcd);
const kea = (config: unknown, bcd: string | null = BCD) =>
  planned(readKea({ text: JSON.stringify(config) }, world.say), bcd);

const lines = (rows: readonly Rejected[]) => rows.map(({ line, reason }) => [line, reason]);

/** Applies the accepted steps of a plan, and answers the refused rows. */
async function done(plan: ImportDraft): Promise<readonly Rejected[]> {
  const { client, say } = world;
  const { steps, rejected } = await findRejected(plan.steps, {
    test: (some) => client.run(some, true),
    onProgress: () => undefined,
    say,
  });
  const outcome = await client.run(toWire(steps), false);
  expect(outcome.ok && !outcome.rolledBack).toBe(true);
  return rejected;
}

describe("a configuration of ISC DHCP", () => {
  it("is imported with the addresses of names that have one record, and rejects only other names and bad values", async () => {
    const plan = await isc(`subnet 10.249.1.0 netmask 255.255.255.0 {
  option routers gw.dhcp.example, 10.249.1.2;
  option domain-name-servers ns.dhcp.example, none.dhcp.example, 10.249.1.54;
}
subnet 10.249.2.0 netmask 255.255.255.0 { option routers two.dhcp.example; }
subnet 10.249.3.0 netmask 255.255.255.0 { option routers 10.249.1.1; range 10.249.3.10 10.249.3.999; }
host a { hardware ethernet 0:16:3e:0:0:2; fixed-address printer.dhcp.example; }
host b { hardware ethernet 02:00:00:00:00:03; fixed-address two.dhcp.example; }
host c { hardware ethernet zz:00; fixed-address 10.249.1.9; }
host d { hardware ethernet 02:00:00:00:00:04; fixed-address 10.249.1.999; }`);
    const rest = "The rest is taken over without this value.";
    const name = (text: string) =>
      `${text} is a name that does not have exactly one record of the type A here, or you do not see its records. Write the address.`;
    expect(lines(plan.rejected)).toEqual([
      [3, `${name("none.dhcp.example")} ${rest}`],
      [5, `${name("two.dhcp.example")} ${rest}`],
      [6, `10.249.1.1 does not lie in the subnet 10.249.3.0/24. Correct the router. ${rest}`],
      [6, expect.stringContaining("10.249.3.10 - 10.249.3.999 is no range of addresses.")],
      [8, name("two.dhcp.example")],
      [9, expect.stringContaining("zz:00 is no MAC address.")],
      [10, "10.249.1.999 is no IPv4 address. Write it for example as 192.0.2.1."],
    ]);
    expect(lines(plan.notes ?? [])).toContainEqual([
      2,
      "option routers 10.249.1.2 has no place here and was not taken over.",
    ]);
    expect(await done(plan)).toEqual([]);
    const { client } = world;
    const cidr_list = ["10.249.1.0/24", "10.249.2.0/24", "10.249.3.0/24"];
    const subnets = await client.list("nd.ip_subnet", { cidr_list });
    expect(new Map(subnets.map((row) => [row["cidr"], row["gateway_addr"]]))).toEqual(
      new Map([
        ["10.249.1.0/24", "10.249.1.1"],
        ["10.249.2.0/24", null],
        ["10.249.3.0/24", null],
      ]),
    );
    expect(await client.list("dhcp.bcd_setting", { bcd: BCD })).toMatchObject([
      { dns_server_list: ["10.249.1.53", "10.249.1.54"] },
    ]);
    expect(await client.list("dhcp.static_assignment", { ip_addr: "10.249.1.5" })).toMatchObject([
      { mac_addr: "00:16:3e:00:00:02", description: "a" },
    ]);
  });

  it("uses the first router that lies in each subnet of a shared network", async () => {
    const plan = await isc(`shared-network x {
  option routers 10.249.4.1, 10.249.5.1;
  subnet 10.249.4.0 netmask 255.255.255.0 { }
  subnet 10.249.5.0 netmask 255.255.255.0 { }
  pool { range 10.249.5.100 10.249.5.120; }
}`);
    expect([plan.rejected, plan.notes]).toEqual([[], []]);
    expect(await done(plan)).toEqual([]);
    expect(await world.client.list("nd.ip_subnet", { cidr: "10.249.5.0/24" })).toMatchObject([
      { gateway_addr: "10.249.5.1" },
    ]);
    expect(await world.client.list("dhcp.pool", { first_addr: "10.249.5.100" })).toMatchObject([
      { subnet: "10.249.5.0/24" },
    ]);
  });

  it("reports pools and hosts whose subnet was rejected, by the comparison and by the server", async () => {
    const inner = (net: string) =>
      `range ${net}.10 ${net}.20;\nhost h { hardware ethernet 02:00:00:00:01:01; fixed-address ${net}.5; } }\n`;
    const text = `subnet 10.249.6.0 netmask 255.255.0.255 { ${inner("10.249.6")}`;
    expect(lines((await isc(text)).rejected)).toEqual([
      [1, expect.stringContaining("is no subnet")],
      [1, "This line rests on one that was rejected (line 1: subnet 10.249.6.0 netmask 255.255.0.255)."],
      [2, "This line rests on one that was rejected (line 1: subnet 10.249.6.0 netmask 255.255.0.255)."],
    ]);
    const loose = `subnet 10.249.7.0 netmask 255.255.255.0 { }\nhost h { hardware ethernet 02:00:00:00:01:01; fixed-address 10.249.7.5; }`;
    expect(lines((await isc(loose, null)).rejected)).toEqual([
      [1, expect.stringContaining("--bcd")],
      [2, "This line rests on one that was rejected (line 1: subnet 10.249.7.0 netmask 255.255.255.0)."],
    ]);
    const taken = await isc(`subnet 10.249.0.0 netmask 255.255.0.0 { ${inner("10.249.8")}`);
    expect(taken.rejected).toEqual([]);
    const overlap: unknown = expect.stringMatching(/overlap/i);
    const rests: unknown = expect.stringMatching(
      /^This line rests on one that was rejected \(line 1: subnet 10\.249\.0\.0 netmask 255\.255\.0\.0\)\. .*overlap/i,
    );
    expect(lines(await done(taken))).toEqual([
      [1, overlap],
      [1, rests],
      [2, rests],
    ]);
  });
});

describe("a BCD that does not exist", () => {
  it("ends the import with one sentence if it is the BCD of new subnets", async () => {
    for (const name of ["imp-dhcp-9", "No BCD!"])
      await expect(isc("subnet 10.249.9.0 netmask 255.255.255.0 { }", name)).rejects.toThrow(
        `There is no BCD ${name}, or you do not see it. Correct the name, or create the BCD.`,
      );
  });

  it("counts as existing if it is planned before the import", async () => {
    const { client, say } = world;
    const config = readIscDhcp({ text: "subnet 10.249.9.0 netmask 255.255.255.0 { }" }, say);
    const isPlanned = (type: string, name: string) => type === "nd.bcd" && name === "imp-dhcp-8";
    const job = { client, toAscii, say, valueSpec, isPlanned };
    const { steps, rejected } = await planDhcp({ config, bcd: "imp-dhcp-8", ...job });
    expect([steps.length, rejected]).toEqual([2, []]);
  });

  it("rejects the subnet for which the file names it, and everything in that subnet", async () => {
    const subnet = {
      subnet: "10.249.9.0/24",
      "user-context": { bcd: "imp-dhcp-9" },
      pools: [{ pool: "10.249.9.10 - 10.249.9.20", comment: "P" }],
    };
    const config = {
      Dhcp4: { subnet4: [subnet, { ...subnet, subnet: "10.249.10.0/24", "user-context": {} }] },
    };
    expect(lines((await kea(config)).rejected.filter(({ value }) => value.includes("10.249.9.0")))).toEqual([
      [1, expect.stringContaining("There is no BCD imp-dhcp-9")],
    ]);
    expect(lines((await kea(config)).rejected)).toContainEqual([
      1,
      "This line rests on one that was rejected (line 1: 10.249.9.0/24).",
    ]);
  });
});

it("a comment of a pool of Kea becomes its description, and a second run changes nothing", async () => {
  const config = {
    Dhcp4: {
      subnet4: [
        {
          subnet: "10.249.11.0/24",
          "option-data": [{ code: 3, data: "10.249.11.1" }],
          pools: [{ pool: "10.249.11.10 - 10.249.11.20", comment: "P" }],
        },
      ],
    },
  };
  expect(await done(await kea(config))).toEqual([]);
  expect(await world.client.list("dhcp.pool", { first_addr: "10.249.11.10" })).toMatchObject([
    { description: "P", subnet: "10.249.11.0/24" },
  ]);
  expect(await world.client.list("nd.ip_subnet", { cidr: "10.249.11.0/24" })).toMatchObject([
    { gateway_addr: "10.249.11.1" },
  ]);
  expect(await kea(config)).toMatchObject({ steps: [], rejected: [], notes: [] });
});
