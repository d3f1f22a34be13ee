import { describe, expect, it } from "vitest";
import type { DhcpConfig } from "#imports/dhcp/config";
import { rangeOf } from "#imports/dhcp/values";
import type { Include } from "#imports/shared/including";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { readKea } from "#imports/dhcp/kea";
import { speak } from "#imports/shared/texts";

const say = speak("en");

function including(texts: Readonly<Record<string, string>>): Include {
  return (name) => {
    const text = texts[name];
    return text === undefined ? null : { name, text };
  };
}

/** The subnets with the values that clients get. */
const shown = ({ subnets }: DhcpConfig) =>
  subnets.map(({ cidr, settings }) => [
    cidr,
    Object.fromEntries([...settings].map(([name, { value }]) => [name, value])),
  ]);

const told = (rows: DhcpConfig["notes"]) => rows.map(({ line, reason }) => [line, reason.split(" has ")[0]]);

const KEA = `# comments of three kinds
{ "Dhcp4": {
  "valid-lifetime": 7200, /* two
  lines */ "option-data": [{ "name": "domain-name-servers", "data": "192.0.2.1, 192.0.2.2" }],
  "shared-networks": [{ "name": "lab", "valid-lifetime": 60, "subnet4": [{
    "id": 1, "subnet": "198.51.100.0/24", "comment": "Lab # 1", // no hash comment inside a string
    "user-context": { "bcd": "org-lab-1" },
    "option-data": [{ "name": "routers", "data": "198.51.100.1" }, { "name": "ntp-servers", "data": "192.0.2.9" }],
    "pools": [{ "pool": "198.51.100.100 - 198.51.100.199" }, { "pool": "nowhere" }],
    "reservations": [
      { "hw-address": "02:00:00:00:00:01", "ip-address": "198.51.100.20", "hostname": "a.example.edu" },
      { "duid": "01:02", "ip-address": "198.51.100.21" },
    ],
  }] }],
  "subnet4": [{ "subnet": "192.0.2.0/24" }]
}, "Dhcp6": { "subnet6": [{ "subnet": "2001:db8::/64", "pools": [{ "pool": "2001:db8::1-2001:db8::9" }] }] } }`;

describe("a configuration of Kea", () => {
  const read = readKea({ text: KEA }, say);

  it("has subnets with their inherited settings, and reservations", () => {
    expect(read.subnets).toMatchObject([{ bcd: "org-lab-1", description: "Lab # 1" }, {}, {}]);
    expect(shown(read)).toEqual([
      ["198.51.100.0/24", { dnsServers: "192.0.2.1, 192.0.2.2", leaseTime: "60", gateway: "198.51.100.1" }],
      ["192.0.2.0/24", { dnsServers: "192.0.2.1, 192.0.2.2", leaseTime: "7200" }],
      ["2001:db8::/64", {}],
    ]);
    expect(read.pools).toMatchObject([
      { row: { line: 9 }, first: "198.51.100.100", last: "198.51.100.199", subnet: { line: 5 } },
    ]);
    expect(read.reservations).toMatchObject([
      { row: { line: 11 }, address: "198.51.100.20", mac: "02:00:00:00:00:01", name: "a.example.edu" },
    ]);
  });

  it("reports wrong entries and entries that cannot be imported with their line", () => {
    expect(read.rejected.map(({ line, value }) => [line, value])).toEqual([
      [9, "nowhere"],
      [12, "198.51.100.21 ?"],
    ]);
    expect(told(read.notes)).toEqual([
      [8, "option ntp-servers"],
      [12, "duid"],
      [16, "pool"],
    ]);
  });

  it("contains the files that it includes, with their own line numbers; a missing file is refused", () => {
    const text = `# one <?include "nothing"?>
{ "Dhcp4": { "subnet4": [ // <?include "nothing"?>
  <?include "/etc/kea/nets.json"?>,
  { "subnet": "192.0.2.0/24", "comment": "<?include 'x'?>" }
] } }`;
    const include = including({
      "/etc/kea/nets.json":
        '# two\n{ "subnet": "198.51.100.0/24",\n  "pools": [ <?include "pools.json"?> ] }',
      "pools.json": '\n{ "pool": "nowhere" }',
    });
    const found = readKea({ text, include }, say);
    expect(found.subnets.map(({ row }) => row)).toEqual([
      { file: "/etc/kea/nets.json", line: 2, value: "198.51.100.0/24" },
      { file: null, line: 4, value: "192.0.2.0/24" },
    ]);
    expect(found.rejected).toMatchObject([{ file: "pools.json", line: 2, value: "nowhere" }]);
    expect(() => readKea({ text }, say)).toThrow("Line 3: /etc/kea/nets.json cannot be read");
    const broken = including({ "/etc/kea/nets.json": "{ ]" });
    expect(readKea({ text, include: broken }, say)).toMatchObject({
      rejected: [{ file: "/etc/kea/nets.json", line: 1 }],
      subnets: [{}, { row: { line: 4 } }],
    });
    const itself = { text: '<?include "a"?>', include: including({ a: '\n<?include "a"?>' }) };
    expect(() => readKea(itself, say)).toThrow("a: Line 2: a includes itself");
  });

  it("continues after an included file that ends in a comment, and may begin with a byte order mark", () => {
    const text = '\uFEFF{ "Dhcp4": { "subnet4": [ <?include "a"?>, { "subnet": "192.0.2.0/24" } ] } }';
    const include = including({ a: '\uFEFF{ "subnet": "198.51.100.0/24" } // no line end' });
    expect(readKea({ text, include }, say).subnets.map(({ row }) => [row.file, row.line, row.value])).toEqual(
      [
        ["a", 1, "198.51.100.0/24"],
        [null, 1, "192.0.2.0/24"],
      ],
    );
  });

  it("names the file that includes a missing file", () => {
    const text = '{ "Dhcp4": {\n <?include "a"?> } }';
    const include = including({ a: '"subnet4": [\n\n <?include "b"?> ]' });
    expect(() => readKea({ text, include, name: "kea.conf" }, say)).toThrow("a: Line 3: b cannot be read.");
    expect(() => readKea({ text, name: "kea.conf", missing: "dropIncluded" }, say)).toThrow(
      "kea.conf: Line 2: a is not among the files. Drop it with the others.",
    );
  });

  it("has room for a file of very many comments", () => {
    const text = '{ "Dhcp4": { "subnet4": [ <?include "a"?> ] } }';
    const include = including({ a: `${"# one\n".repeat(200_000)}{ "subnet": "192.0.2.0/24" }` });
    expect(readKea({ text, include }, say).subnets.map(({ row }) => row.line)).toEqual([200_001]);
  });

  const SUBNET = '{ "subnet": "192.0.2.0/24" }';
  it.each([
    [
      `{ "Dhcp4": {\n "subnet4": [ ${SUBNET} }\n`,
      2,
      "The block that begins here is not closed. It was read up to where it has to end. Add its bracket.",
    ],
    [`{\n "Dhcp4": {\n "subnet4": [ ${SUBNET} ]\n}\n`, 1, "The block that begins here is not closed."],
    [
      `{ "Dhcp4": { "subnet4": [ ${SUBNET} ],\n "a": "[{" "b": 1 } }`,
      2,
      "A comma is missing before this place.",
    ],
    [`{ "Dhcp4": {\n\n "a": nothing, "subnet4": [ ${SUBNET} ] } }`, 3, "This is no value."],
    [`{ "Dhcp4": {\n\n 'a': 1, "subnet4": [ ${SUBNET} ] } }`, 3, "This is no value."],
    [`{ "Dhcp4": {\n "a": "open,\n "subnet4": [ ${SUBNET} ] } }`, 2, "This quotation mark is not closed."],
    [`{ "Dhcp4": {\n "a": "C:\\d", "subnet4": [ ${SUBNET} ] } }`, 2, "The text has a backslash"],
    [
      `{ "Dhcp4": { "subnet4": [\n { "subnet": "192.0.2.0/24", ${SUBNET} ] } }`,
      2,
      "The block that begins here",
    ],
    [`{ "Dhcp4": { "subnet4": [\n ${SUBNET} } ] } }`, 2, "This brace closes no block."],
    [`{ "Dhcp4": { "subnet4" [ ${SUBNET} ] } }`, 1, "A colon is missing before this place."],
  ])(
    "is read except for parts that are not JSON, which are reported with their line: %j",
    (text, line, sentence) => {
      const { rejected, subnets } = readKea({ text }, say);
      expect(rejected[0]).toMatchObject({ line, reason: expect.stringMatching(`^${sentence}`) as unknown });
      expect(new Set(subnets.map(({ cidr }) => cidr))).toEqual(new Set(["192.0.2.0/24"]));
    },
  );

  it("without any object is refused", () => {
    expect(() => readKea({ text: "" }, say)).toThrow("Line 1: The file cannot be read here.");
  });

  it("may have what Kea accepts: numbers without a digit, three kinds of comments, commas at the end", () => {
    const text = `{ "Dhcp4": { // one
 "t1-percent": .5, "t2-percent": 1., /* two
 */ "valid-lifetime": 60, # three
 "subnet4": [ ${SUBNET}, ], }, }`;
    const read = readKea({ text }, say);
    expect([read.rejected, read.subnets.map(({ row }) => row.line)]).toEqual([[], [4]]);
    expect(told(read.notes)).toEqual([
      [2, "t1-percent"],
      [2, "t2-percent"],
    ]);
  });

  it("may be the answer of the command config-get", () => {
    const text = `[ { "result": 0, "arguments": { "Dhcp4": { "subnet4": [ ${SUBNET} ] }, "hash": "x" } } ]`;
    const read = readKea({ text }, say);
    expect([read.subnets.length, told(read.notes)]).toEqual([1, [[1, "hash"]]]);
  });

  it("reports a member that occurs twice", () => {
    const text = `{ "Dhcp4": { "subnet4": [ ${SUBNET} ],\n "subnet4": [ ${SUBNET} ] } }`;
    expect(told(readKea({ text }, say).notes)).toEqual([[2, "subnet4"]]);
  });

  it("of DHCPv6 has DNS servers and a domain, by name or number", () => {
    const option =
      '{ "name": "dns-servers", "data": "2001:db8::53" }, { "code": 24, "data": "lab.example." }';
    const text = `{ "Dhcp6": { "option-data": [ ${option} ], "subnet6": [ { "subnet": "2001:db8::/64" } ] } }`;
    const read = readKea({ text }, say);
    expect(shown(read)).toEqual([["2001:db8::/64", { dnsServers: "2001:db8::53", domain: "lab.example." }]]);
    const several = text.replace('"lab.example."', '"a.example, b.example"');
    expect(told(readKea({ text: several }, say).notes)).toEqual([[1, "option domain-search"]]);
  });
});

const ISC = `# a comment
option domain-name-servers 192.0.2.1, 192.0.2.2;
default-lease-time 7200;
shared-network lab {
  option domain-name "lab.example.edu";
  subnet 198.51.100.0 netmask 255.255.255.0 {
    option routers 198.51.100.1;
    pool { range 198.51.100.100 198.51.100.199; allow unknown-clients; }
    range dynamic-bootp 198.51.100.50 198.51.100.60;
    range 198.51.100.70;
    host a { hardware ethernet 02:00:00:00:00:01; fixed-address 198.51.100.20; }
  }
}
group {
  host b { hardware ethernet 02:00:00:00:00:02; fixed-address 198.51.100.21, 192.0.2.9; option host-name "b"; }
  host c { hardware ethernet 02:00:00:00:00:03; }
}
class "x" { match hardware; }
subnet 192.0.2.0 netmask 255.0.255.0 { }
`;

describe("a configuration of ISC DHCP", () => {
  const read = readIscDhcp({ text: ISC }, say);

  it("has subnets with their inherited settings, and hosts", () => {
    expect(shown(read)).toEqual([
      [
        "198.51.100.0/24",
        {
          dnsServers: "192.0.2.1, 192.0.2.2",
          leaseTime: "7200",
          domain: "lab.example.edu",
          gateway: "198.51.100.1",
        },
      ],
      ["192.0.2.0/255.0.255.0", { dnsServers: "192.0.2.1, 192.0.2.2", leaseTime: "7200" }],
    ]);
    expect(read.pools).toMatchObject([
      { row: { line: 8 }, first: "198.51.100.100", last: "198.51.100.199" },
      { row: { line: 9 }, first: "198.51.100.50", last: "198.51.100.60" },
      { row: { line: 10 }, first: "198.51.100.70", last: "198.51.100.70" },
    ]);
    expect(read.reservations).toMatchObject([
      { row: { line: 11 }, address: "198.51.100.20", mac: "02:00:00:00:00:01", name: null, description: "a" },
      { row: { line: 15 }, address: "198.51.100.21", mac: "02:00:00:00:00:02", name: "b" },
    ]);
  });

  it("reports wrong entries and entries that cannot be imported with their line", () => {
    expect(read.rejected.map(({ line, value }) => [line, value])).toEqual([[16, "host c"]]);
    expect(told(read.notes)).toEqual([
      [8, "allow"],
      [15, "192.0.2.9"],
      [18, 'class "x"'],
    ]);
  });

  it("contains the files that it includes, with their own line numbers; a missing file is refused", () => {
    const text = `# include "nothing";
option domain-name "include \\"nothing\\";"; Include "/etc/dhcp/nets.conf"; # no-include "nothing";
subnet 192.0.2.0 netmask 255.255.255.0 { option routers 192.0.2.1; }`;
    const nets = "/etc/dhcp/nets.conf";
    const include = including({
      [nets]:
        'default-lease-time 60;\r\nsubnet 198.51.100.0 netmask 255.255.255.0 {\r\n include "hosts.conf";\r\n}',
      "hosts.conf": "# two\nhost c { hardware ethernet 02:00:00:00:00:03; }",
    });
    const found = readIscDhcp({ text, include }, say);
    expect(
      found.subnets.map(({ row, settings }) => [
        row.file,
        row.line,
        row.value,
        settings.get("leaseTime")?.value,
      ]),
    ).toEqual([
      [nets, 2, "subnet 198.51.100.0 netmask 255.255.255.0", "60"],
      [null, 3, "subnet 192.0.2.0 netmask 255.255.255.0", "60"],
    ]);
    expect(found.rejected).toMatchObject([{ file: "hosts.conf", line: 2, value: "host c" }]);
    expect(found.notes).toEqual([]);
    expect(() => readIscDhcp({ text }, say)).toThrow(`Line 2: ${nets} cannot be read`);
    const broken = including({ [nets]: "\n}" });
    expect(readIscDhcp({ text, include: broken }, say)).toMatchObject({
      rejected: [{ file: nets, line: 2, value: "}" }],
      subnets: [{ row: { line: 3 } }],
    });
    const itself = { text: 'include "a";', include: including({ a: 'include "a";' }) };
    expect(() => readIscDhcp(itself, say)).toThrow("includes itself");
  });

  it.each([
    [
      "subnet a {\n x;\n",
      1,
      "The block that begins here is not closed. It was read up to where it has to end. Add its bracket.",
    ],
    ["\nsubnet a {\n range 1\n  2\n}\n", 3, "A semicolon is missing behind “range 1 2”."],
    ["\n}", 2, "This brace closes no block."],
    [
      'option routers 192.0.2.1\noption domain-name "x";',
      1,
      "A semicolon is missing behind “option routers 192.0.2.1”.",
    ],
    [
      "default-lease-time 600\n\n# Hall 4\nHost a { hardware ethernet 0:1:2:3:4:5; fixed-address 192.0.2.9; }",
      1,
      "A semicolon is missing behind “default-lease-time 600”.",
    ],
    ["option x", 1, "A semicolon is missing behind “option x”."],
    ['a;\noption "x;\n', 2, "This quotation mark is not closed."],
    ["\n{ a; }", 2, "Nothing before this brace tells what block it is."],
    ["host x;", 1, "The block in braces is missing."],
    ["nonsense", 1, "A semicolon is missing behind “nonsense”."],
  ])("%j costs one statement, and the rest is read", (text, line, sentence) => {
    const inside = "subnet 192.0.2.0 netmask 255.255.255.0 { range 192.0.2.10 192.0.2.20; }";
    const read = readIscDhcp({ text: `${text}\n${inside}\n` }, say);
    expect(read.rejected).toMatchObject([{ line, reason: expect.stringMatching(`^${sentence}`) as unknown }]);
    expect(read.subnets.map(({ cidr }) => cidr)).toContain("192.0.2.0/24");
    expect(read.pools).toMatchObject([{ first: "192.0.2.10", last: "192.0.2.20" }]);
  });

  it("keeps the settings of each subnet apart if a subnet is not closed or has no brace", () => {
    const subnet = (at: number, brace: string, end: string) =>
      `subnet 192.0.${String(at)}.0 netmask 255.255.255.0 ${brace}\n option domain-name-servers 192.0.${String(at)}.1;\n${end}`;
    const other = "subnet 198.51.100.0 netmask 255.255.255.0 { }";
    for (const [text, line] of [
      [`${subnet(1, "{", "")}${subnet(2, "{", "}\n")}${other}`, 1],
      [`${subnet(1, "{", "}\n")}${subnet(2, "", "}\n")}${other}`, 4],
    ] as const) {
      const read = readIscDhcp({ text }, say);
      expect(read.rejected).toMatchObject([{ line }]);
      expect(shown(read)).toEqual([
        ["192.0.1.0/24", { dnsServers: "192.0.1.1" }],
        ["192.0.2.0/24", { dnsServers: "192.0.2.1" }],
        ["198.51.100.0/24", {}],
      ]);
    }
  });

  it("has expressions over several lines and types with braces, which are reported", () => {
    const text = `ddns-hostname = pick-first-value(
  option host-name,
  concat("h-", binary-to-ascii(10, 8, "-",
    leased-address))
);
option rack code 3 = { integer 8,
  text };
option domain-name = concat("a", ".example");
match if
  option user-class = "x";
subnet 192.0.2.0 netmask 255.255.255.0 { option routers 192.0.2.1; }`;
    const read = readIscDhcp({ text }, say);
    expect([read.rejected, shown(read)]).toEqual([[], [["192.0.2.0/24", { gateway: "192.0.2.1" }]]]);
    expect(told(read.notes)).toEqual([
      [1, "ddns-hostname"],
      [6, "option rack"],
      [8, "option domain-name"],
      [9, "match"],
    ]);
  });

  it("gives clients of DHCPv6 the options of DHCPv6, and reserves their addresses by MAC address too", () => {
    const text = `option domain-name-servers 192.0.2.53;
option dhcp6.name-servers 2001:db8::53, 2001:db8::54;
option dhcp6.domain-search "lab.example";
subnet6 2001:db8::/64 { host p { hardware ethernet 02:00:00:00:00:31; fixed-address6 2001:db8::31; } }
subnet 192.0.2.0 netmask 255.255.255.0 { }`;
    const read = readIscDhcp({ text }, say);
    expect([read.rejected, read.notes, shown(read)]).toEqual([
      [],
      [],
      [
        ["2001:db8::/64", { dnsServers: "2001:db8::53, 2001:db8::54", domain: "lab.example" }],
        ["192.0.2.0/24", { dnsServers: "192.0.2.53" }],
      ],
    ]);
    expect(read.reservations).toMatchObject([{ address: "2001:db8::31", mac: "02:00:00:00:00:31" }]);
  });
});

it.each([
  ["192.0.2.16/28", { first: "192.0.2.16", last: "192.0.2.31" }],
  ["192.0.2.1-192.0.2.9", { first: "192.0.2.1", last: "192.0.2.9" }],
  ["10.0.0.0/7", { first: "10.0.0.0", last: "11.255.255.255" }],
  ["192.0.2.1", null],
  ["a - b", null],
])("the pool %s has its first and last address", (text, range) => {
  expect(rangeOf(text)).toEqual(range);
});

describe("a lease time that is no number", () => {
  it("is rejected with its line, and the subnet is imported without it", () => {
    const kea = readKea(
      { text: '{ "Dhcp4": {\n "valid-lifetime": "long",\n "subnet4": [{ "subnet": "192.0.2.0/24" }] } }' },
      say,
    );
    const text = "subnet 192.0.2.0 netmask 255.255.255.0 {\n default-lease-time long;\n}";
    const isc = readIscDhcp({ text }, say);
    const sentence =
      "is no lease time. Write a number of seconds from 1 to 4294967295. The rest is taken over without it.";
    expect(kea.rejected).toMatchObject([{ line: 2, value: '"long"', reason: `"long" ${sentence}` }]);
    expect(isc.rejected).toMatchObject([{ line: 2, reason: `long ${sentence}` }]);
    for (const read of [kea, isc]) expect(shown(read)).toEqual([["192.0.2.0/24", {}]]);
  });
});
