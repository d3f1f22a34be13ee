import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DhcpConfig } from "#imports/dhcp/config";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { readKea } from "#imports/dhcp/kea";
import { speak } from "#imports/shared/texts";

const say = speak("en");
const isc = (text: string) => readIscDhcp({ text }, say);
const kea = (config: unknown) => readKea({ text: JSON.stringify(config) }, say);

const told = ({ notes }: DhcpConfig) =>
  notes.map(({ line, reason }) => `${String(line)} ${reason}`).toSorted();
const noted = (line: number, ...members: readonly string[]) =>
  members.map((member) => `${String(line)} ${member} has no place here and was not taken over.`).toSorted();
const ranges = ({ pools }: DhcpConfig) => pools.map(({ first, last }) => `${first} ${last}`);
const settings = ({ subnets }: DhcpConfig) =>
  subnets.map((one) => Object.fromEntries([...one.settings].map(([name, { value }]) => [name, value])));

describe("settings of ISC DHCP", () => {
  it("have pools at every place", () => {
    const read = isc(`range 198.51.100.2 198.51.100.9;
shared-network g {
  subnet 192.0.2.0 netmask 255.255.255.0 { range 192.0.2.99 192.0.2.50; }
  pool { range 192.0.2.100 192.0.2.120; }
  group { range 192.0.2.130 192.0.2.140; }
}`);
    expect(ranges(read)).toEqual([
      "198.51.100.2 198.51.100.9",
      "192.0.2.50 192.0.2.99",
      "192.0.2.100 192.0.2.120",
      "192.0.2.130 192.0.2.140",
    ]);
    expect(read.pools.map(({ subnet }) => subnet?.line ?? null)).toEqual([null, 3, null, null]);
  });

  it("of pools become settings of the subnet if all its pools have the same settings", () => {
    const pool = (servers: string) =>
      ` pool { option domain-name-servers ${servers}; default-lease-time 60; range 192.0.2.10 192.0.2.20; }\n`;
    const subnet = (inner: string) => `subnet 192.0.2.0 netmask 255.255.255.0 {\n${inner}}`;
    const same = isc(subnet(pool("192.0.2.1") + pool("192.0.2.1")));
    expect([settings(same), told(same)]).toEqual([[{ dnsServers: "192.0.2.1", leaseTime: "60" }], []]);
    const other = isc(subnet(pool("192.0.2.1") + pool("192.0.2.2")));
    expect(settings(other)).toEqual([{ leaseTime: "60" }]);
    expect(told(other)).toEqual([
      ...noted(2, "option domain-name-servers"),
      ...noted(3, "option domain-name-servers"),
    ]);
    const bare = isc(subnet(`${pool("192.0.2.1")} range 192.0.2.30 192.0.2.40;\n`));
    expect(settings(bare)).toEqual([{}]);
    expect(told(bare)).toEqual(noted(2, "option domain-name-servers", "default-lease-time"));
  });

  it("of pools are reported if clients of their IP version do not get them", () => {
    const pool = ' pool { option domain-name "pool.example"; }\n';
    const read = isc(`subnet6 2001:db8::/64 {\n${pool}${pool}}`);
    expect(settings(read)).toEqual([{}]);
    expect(told(read)).toEqual([...noted(2, "option domain-name"), ...noted(3, "option domain-name")]);
  });

  it("of pools, groups and hosts, which are options and lease times, are reported if they hold for only a part of a subnet", () => {
    const read = isc(`option domain-name-servers 192.0.2.1;
subnet 192.0.2.0 netmask 255.255.255.0 {
 pool { option domain-name-servers 192.0.2.1; option domain-name "pool.example"; range 192.0.2.10 192.0.2.20; range 192.0.2.30 192.0.2.40; }
 range 192.0.2.50 192.0.2.60;
 group { default-lease-time 300;
  host a { hardware ethernet 0:16:3e:0:0:2; fixed-address 192.0.2.5; option routers 192.0.2.2; default-lease-time 300; }
 }
}
host b { hardware ethernet 02:00:00:00:00:01; fixed-address 192.0.2.6; default-lease-time long; }`);
    expect(told(read)).toEqual([
      ...noted(3, "option domain-name"),
      ...noted(5, "default-lease-time"),
      ...noted(6, "option routers"),
    ]);
    expect(read.rejected.map(({ line, value }) => [line, value])).toEqual([[9, "default-lease-time long"]]);
    expect(read.reservations.map(({ subnet }) => subnet?.line ?? null)).toEqual([2, null]);
  });

  it("are reported if they reach no subnet, or if a later setting replaces them", () => {
    expect(
      told(
        isc(
          "option domain-name-servers 192.0.2.1;\nhost a { hardware ethernet 02:00:00:00:00:01; fixed-address 192.0.2.6; }",
        ),
      ),
    ).toEqual(noted(1, "option domain-name-servers"));
    const read = isc(
      "subnet 192.0.2.0 netmask 255.255.255.0 {\noption routers 192.0.2.1;\noption routers 192.0.2.2; }",
    );
    expect([settings(read), told(read)]).toEqual([[{ gateway: "192.0.2.2" }], noted(2, "option routers")]);
  });

  it("may be written in capital letters", () => {
    const read = isc(`SHARED-NETWORK x { SUBNET 192.0.2.0 NETMASK 255.255.255.0 {
  Option Routers 192.0.2.1; Default-Lease-Time 60; Pool { RANGE Dynamic-Bootp 192.0.2.10 192.0.2.20; } } }
HOST z { Hardware Ethernet 02:00:00:00:00:01; Fixed-Address 192.0.2.6; Option Host-Name "z.example"; }`);
    expect(read.subnets.map(({ cidr }) => cidr)).toEqual(["192.0.2.0/24"]);
    expect(settings(read)).toEqual([{ gateway: "192.0.2.1", leaseTime: "60" }]);
    expect(ranges(read)).toEqual(["192.0.2.10 192.0.2.20"]);
    expect(read.reservations).toMatchObject([{ address: "192.0.2.6", name: "z.example", description: "z" }]);
    expect([read.rejected, read.notes]).toEqual([[], []]);
  });

  // Each ends with a mark that its row or its member must report.
  const STATEMENTS = [
    (mark: string) => `max-lease-time ${mark};`,
    (mark: string) => `option ntp-servers ${mark};`,
    (mark: string) => `option ${mark} 1;`,
    (mark: string) => `option host-name "${mark}" ; option host-name "${mark}";`,
    (mark: string) => `option routers ${mark};option routers 192.0.2.1;`,
    (mark: string) => `option domain-name "${mark}";`,
    (mark: string) => `default-lease-time ${mark};`,
    (mark: string) => `range6 ${mark};`,
    (mark: string) => `range ${mark};`,
    (mark: string) => `fixed-address6 ${mark};`,
    (mark: string) => `${mark};`,
    (mark: string) => `class "${mark}" { match hardware; }`,
    (mark: string) => `failover peer "${mark}";`,
    (mark: string) => `if ${mark} = 1 { range 1.2.3.4 1.2.3.5; } else { filename "${mark}"; }`,
    (mark: string) => `subclass "${mark}" 1:2 { option routers 192.0.2.1; }`,
    (mark: string) => `zone ${mark} { primary 192.0.2.1; }`,
    (mark: string) => `deny members of "${mark}";`,
    (mark: string) => `host ${mark} { hardware ethernet 02:00:00:00:00:09; }`,
    (mark: string) => `host ${mark};`,
    (mark: string) => `subnet ${mark};`,
  ];
  const PLACES = [
    (inner: string) => inner,
    (inner: string) => `shared-network g { ${inner} }`,
    (inner: string) => `group { ${inner} }`,
    (inner: string) => `subnet 192.0.2.0 netmask 255.255.255.0 { ${inner} }`,
    (inner: string) => `subnet6 2001:db8::/64 { ${inner} }`,
    (inner: string) => `pool { ${inner} }`,
    (inner: string) => `host a { hardware ethernet 02:00:00:00:00:01; fixed-address 192.0.2.6; ${inner} }`,
  ];

  it("are imported or reported, every statement at every place", () => {
    const path = fc.array(fc.constantFrom(...PLACES), { maxLength: 4 });
    const statement = fc.constantFrom(...STATEMENTS);
    const parts = fc.array(fc.tuple(path, statement), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, (all) => {
        const text = all
          .map(([places, make], at) =>
            places.reduceRight((inner, place) => place(inner), make(`mark${String(at)}x`)),
          )
          .join("\n");
        const read = isc(text);
        const taken = JSON.stringify([settings(read), ranges(read)]);
        const rows = [...read.rejected, ...read.notes].map(
          ({ line, value, reason }) => `${String(line - 1)} ${value} ${reason}`,
        );
        const lost = all
          .map((_, at) => [`${String(at)} `, `mark${String(at)}x`] as const)
          .filter(([, mark]) => !taken.includes(mark))
          .filter(([at, mark]) => !rows.some((row) => row.startsWith(at) && row.includes(mark)));
        expect({ text, lost }).toEqual({ text, lost: [] });
      }),
      { numRuns: 500 },
    );
  });
});

describe("settings of Kea", () => {
  const subnet = { subnet: "192.0.2.0/24", id: 1 };

  it("have options by number, in the space of the server only", () => {
    const read = kea({
      Dhcp4: {
        "option-data": [
          { code: 6, data: "192.0.2.1,192.0.2.2", "csv-format": true, "always-send": true },
          { code: 15, data: "lab.example", space: "dhcp4" },
          { code: 42, data: "192.0.2.9" },
          { code: 3, data: "192.0.2.8", space: "vendor-4491" },
          { name: "routers" },
        ],
        subnet4: [{ ...subnet, "option-data": [{ code: 3, data: "192.0.2.1, 192.0.2.2" }] }],
      },
      Dhcp6: { "option-data": [{ code: 6, data: "192.0.2.1" }], subnet6: [{ subnet: "2001:db8::/64" }] },
    });
    expect(settings(read)).toEqual([
      { dnsServers: "192.0.2.1, 192.0.2.2", domain: "lab.example", gateway: "192.0.2.1, 192.0.2.2" },
      {},
    ]);
    expect(told(read)).toEqual(
      noted(1, "always-send", "option 42", "option vendor-4491 3", "option routers", "option 6"),
    );
  });

  it("of pools become settings of the subnet if they are equal, and are reported otherwise, and comments become descriptions", () => {
    const pool = (data: string, more: object = {}) => ({
      pool: "192.0.2.10 - 192.0.2.20",
      "option-data": [{ name: "domain-name-servers", data }],
      ...more,
    });
    const read = kea({
      Dhcp4: {
        subnet4: [
          { ...subnet, pools: [pool("192.0.2.1", { comment: "A" })] },
          {
            ...subnet,
            pools: [pool("192.0.2.1"), pool("192.0.2.2", { "user-context": { comment: "B", floor: 1 } })],
          },
        ],
      },
    });
    expect(settings(read)).toEqual([{ dnsServers: "192.0.2.1" }, {}]);
    expect(read.pools.map(({ description }) => description)).toEqual(["A", null, "B"]);
    expect(told(read)).toEqual(noted(1, "option domain-name-servers", "floor", "option domain-name-servers"));
  });

  it("are reported if they reach no subnet", () => {
    const read = kea({
      Dhcp4: { "valid-lifetime": 60, "shared-networks": [{ name: "n", "valid-lifetime": 61 }], subnet4: [] },
    });
    expect(told(read)).toEqual(noted(1, "valid-lifetime", "valid-lifetime"));
    expect(told(kea({ Dhcp4: { "valid-lifetime": 60 } }))).toEqual(noted(1, "valid-lifetime"));
    expect(() => kea([])).toThrow("cannot be read here");
  });

  /** A configuration with one object at every level, each with the members that are given for it. */
  const whole = (more: (level: string) => object) => ({
    ...more("root"),
    Dhcp4: {
      ...more("server"),
      "shared-networks": [{ name: "n", ...more("network"), subnet4: [{ subnet: "198.51.100.0/24" }] }],
      "option-data": [{ name: "routers", data: "192.0.2.1", ...more("option") }],
      subnet4: [
        {
          ...subnet,
          ...more("subnet"),
          "user-context": { bcd: "a-b-1", ...more("context") },
          pools: [{ pool: "192.0.2.10 - 192.0.2.20", ...more("pool") }],
          reservations: [
            { "hw-address": "02:00:00:00:00:01", "ip-address": "192.0.2.5", ...more("reservation") },
          ],
        },
      ],
    },
    Dhcp6: { subnet6: [{ subnet: "2001:db8::/64", ...more("subnet6") }] },
  });
  const LEVELS = [
    "root",
    "server",
    "network",
    "option",
    "subnet",
    "context",
    "pool",
    "reservation",
    "subnet6",
  ];

  it("are reported with every member that cannot be imported, at every level", () => {
    const name = fc.oneof(
      fc.constant("constructor"),
      fc.string().map((text) => `x-${text}`),
    );
    const value = fc.oneof(fc.integer(), fc.string(), fc.constant([]), fc.constant({}));
    const members = fc.array(fc.tuple(fc.constantFrom(...LEVELS), name, value), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(members, (all) => {
        const of = (level: string) =>
          all.filter(([at]) => at === level).map(([, one, content]) => [one, content] as const);
        const read = kea(whole((level) => Object.fromEntries(of(level))));
        const wanted = LEVELS.flatMap((level) => of(level).flatMap(([one]) => noted(1, one)));
        expect(told(read)).toEqual(expect.arrayContaining(wanted));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["server", "subnet6", []],
    ["server", "comment", "x"],
    ["network", "reservations", []],
    ["network", "comment", "x"],
    ["network", "pools", []],
    ["subnet", "shared-networks", []],
    ["subnet", "subnet4", []],
    ["subnet", "comment", 5],
    ["pool", "reservations", []],
    ["pool", "comment", {}],
    ["reservation", "option-data", []],
    ["reservation", "hostname", 7],
    ["reservation", "client-classes", ["a"]],
  ])(
    "are reported in a %s: a member %s that belongs to another level, or of a wrong type",
    (level, name, value) => {
      const read = kea(whole((at) => (at === level ? { [name]: value } : {})));
      expect(told(read)).toEqual(noted(1, name));
    },
  );

  it("are reported if they are elements of lists and not objects", () => {
    const read = kea({
      Dhcp4: { subnet4: ["one"], "shared-networks": [2], reservations: [null], "option-data": [true] },
    });
    expect(told(read).map((text) => text.split(" ")[1])).toEqual(
      expect.arrayContaining(["subnet4", "shared-networks", "reservations", "option-data"]),
    );
  });
});
