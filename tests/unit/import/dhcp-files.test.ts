import { describe, expect, it } from "vitest";
import type { DhcpConfig } from "#contract/import/dhcp-config";
import { rangeOf } from "#contract/import/dhcp-values";
import type { Include } from "#contract/import/including";
import { readIscDhcp } from "#contract/import/isc-dhcp";
import { readKea } from "#contract/import/kea";
import { speak } from "#contract/import/texts";

const say = speak("en");

function including(texts: Readonly<Record<string, string>>): Include {
  return (name) => {
    const text = texts[name];
    return text === undefined ? null : { name, text };
  };
}

/** The subnets with the values of what they tell clients. */
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

  it("has subnets with what they inherit, and reservations", () => {
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

  it("tells with its line what is wrong and what has no place", () => {
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

  it("has what the files that it includes have, told by their lines, and a missing one is refused", () => {
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
    expect(() => readKea({ text, include: broken }, say)).toThrow("/etc/kea/nets.json: Line 1");
    const itself = { text: '<?include "a"?>', include: including({ a: '\n<?include "a"?>' }) };
    expect(() => readKea(itself, say)).toThrow("a: Line 2: a includes itself");
  });

  it("goes on behind a file that ends in a comment, and begins behind a byte order mark", () => {
    const text = '\uFEFF{ "Dhcp4": { "subnet4": [ <?include "a"?>, { "subnet": "192.0.2.0/24" } ] } }';
    const include = including({ a: '\uFEFF{ "subnet": "198.51.100.0/24" } // no line end' });
    expect(readKea({ text, include }, say).subnets.map(({ row }) => [row.file, row.line, row.value])).toEqual(
      [
        ["a", 1, "198.51.100.0/24"],
        [null, 1, "192.0.2.0/24"],
      ],
    );
  });

  it("names the file that includes what is missing", () => {
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

  it.each([
    ['{ "Dhcp4": {\n "subnet4": [ }\n', "Line 2: The block that begins here is not closed. Add its bracket."],
    ['{\n "Dhcp4": {\n "subnet4": []\n}\n', "Line 1: The block that begins here is not closed."],
    ['{ "Dhcp4": {\n "a": "[{" "b": 1 } }', "Line 2: A comma is missing before this place."],
    ['{ "Dhcp4": {\n\n "a": nothing } }', "Line 3: The file cannot be read here."],
    ["", "Line 1: The file cannot be read here."],
  ])("that is no JSON is refused with its line and what is wrong: %j", (text, sentence) => {
    expect(() => readKea({ text }, say)).toThrow(sentence);
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

  it("has subnets with what they inherit, and hosts", () => {
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
    ]);
    expect(read.reservations).toMatchObject([
      { row: { line: 11 }, address: "198.51.100.20", mac: "02:00:00:00:00:01", name: null, description: "a" },
      { row: { line: 15 }, address: "198.51.100.21", mac: "02:00:00:00:00:02", name: "b" },
    ]);
  });

  it("tells with its line what is wrong and what has no place", () => {
    expect(read.rejected.map(({ line, value }) => [line, value])).toEqual([
      [10, "range 198.51.100.70"],
      [16, "host c"],
    ]);
    expect(told(read.notes)).toEqual([
      [8, "allow"],
      [15, "192.0.2.9"],
      [18, 'class "x"'],
    ]);
  });

  it("has what the files that it includes have, told by their lines, and a missing one is refused", () => {
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
    expect(() => readIscDhcp({ text, include: broken }, say)).toThrow(`${nets}: Line 2`);
    const itself = { text: 'include "a";', include: including({ a: 'include "a";' }) };
    expect(() => readIscDhcp(itself, say)).toThrow("includes itself");
  });

  it.each([
    ["subnet a {\n x;\n", "Line 1: The block that begins here is not closed. Add its bracket."],
    ["\nsubnet a {\n range 1\n  2\n}\n", "Line 3: A semicolon is missing behind “range 1 2”."],
    ["\n}", "Line 2: This brace closes no block."],
    [
      'option routers 192.0.2.1\noption domain-name "x";',
      "Line 1: A semicolon is missing behind “option routers 192.0.2.1”.",
    ],
    [
      "default-lease-time 600\n\n# Hall 4\nHost a { hardware ethernet 0:1:2:3:4:5; }",
      "Line 1: A semicolon is missing behind “default-lease-time 600”.",
    ],
    ["option x", "Line 1: A semicolon is missing behind “option x”."],
    ['a;\noption "x;\n', "Line 2: This quotation mark is not closed."],
    ['{ "Dhcp4": {} }', "Line 1: The file cannot be read here."],
  ])("%j is refused with what is wrong", (text, sentence) => {
    expect(() => readIscDhcp({ text }, say)).toThrow(sentence);
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
  it("is rejected in its line, and the subnet comes without it", () => {
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
