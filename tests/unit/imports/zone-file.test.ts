import { describe, expect, it } from "vitest";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { addressOf, reverseNameOf } from "#imports/dns/reverse-names";
import { speak } from "#imports/shared/texts";
import { entriesOf } from "#imports/dns/zone-entries";
import { readZoneFile } from "#imports/dns/zone-file";
import { ttlOf } from "#imports/dns/zone-words";
import { readZones, type Zones } from "#imports/dns/zones";

const say = speak("en");

function read(text: string, files: Readonly<Record<string, string>> = {}, zone = "example.edu."): Zones {
  const include = (name: string) => {
    const text = files[name];
    return text === undefined ? null : { name, text };
  };
  return readZones([{ label: "zone", text, zone, include }], toAscii, say);
}

/** Matchers have the type any. */
const containing = (part: string): unknown => expect.stringContaining(part);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const shown = ({ records }: Zones) =>
  records.map(({ fqdn, ttl, type, data }) => [fqdn, ttl, type, data].map(String).join(" "));

describe("a zone file", () => {
  it("uses the owner of the line before, and entries in parentheses over several lines", () => {
    const zones = read(`$TTL 1h
@ IN SOA ns1 hostmaster ( 1 2h ; a comment
   3h 4w 5m )
  NS ns1 ; "not open
www 300 A 192.0.2.1
    IN AAAA 2001:db8::1
IN 60 TXT ( "a;b" "c"
  "d" ) plain
`);
    expect(zones.rejected).toEqual([]);
    expect(shown(zones)).toEqual([
      "example.edu. 3600 NS ns1.example.edu.",
      "www.example.edu. 300 A 192.0.2.1",
      "www.example.edu. 3600 AAAA 2001:db8::1",
      "in.example.edu. 60 TXT a;bcdplain",
    ]);
    expect(zones.notes.map(({ line, reason }) => [line, reason.split(",")[0]])).toEqual([
      [2, "The server makes the SOA record by itself; only the default TTL of the zone is taken over."],
      [7, "The strings of this text become one"],
    ]);
    expect(zones.zones).toEqual([{ name: "example.edu.", ttl: 3_600 }]);
  });

  it("makes names absolute by $ORIGIN, which may be relative too", () => {
    const zones = read("$ORIGIN lab\na CNAME b\n$ORIGIN example.edu.\n@ MX 10 @\nc SRV 0 5 443 d.\n");
    expect(shown(zones)).toEqual([
      "a.lab.example.edu. null CNAME b.lab.example.edu.",
      "example.edu. null MX 10 example.edu.",
      "c.example.edu. null SRV 0 5 443 d.",
    ]);
  });

  it("includes files with an origin of their own, and continues with its own origin and owner", () => {
    const zones = read("www A 192.0.2.1\n$INCLUDE inner sub\n  A 192.0.2.2\n$INCLUDE none\n", {
      inner: "x A 192.0.2.3\ny A 1\n",
    });
    expect(shown(zones)).toEqual([
      "www.example.edu. null A 192.0.2.1",
      "x.sub.example.edu. null A 192.0.2.3",
      "www.example.edu. null A 192.0.2.2",
    ]);
    expect(zones.rejected).toMatchObject([
      {
        file: null,
        line: 4,
        value: "$INCLUDE none",
        reason: "none cannot be read. Copy this file into the folder of the file that is imported.",
      },
      { file: "inner", line: 2, value: "y A 1" },
    ]);
  });

  it("that includes itself ends with a sentence", () => {
    const zones = read("$INCLUDE zone\n", { zone: "$INCLUDE zone\n" });
    expect(zones.rejected.map(({ reason }) => reason)).toEqual([
      containing("includes itself, or more than 20 files"),
    ]);
  });

  it("$GENERATE fills in numbers with offset, width and base", () => {
    const zones = read(
      "$GENERATE 9-13/2 h${1,3} 60 A 192.0.2.$\n$GENERATE 255-255 ${0,3,n}.x CNAME \\$${0,0,X}\n",
    );
    expect(shown(zones)).toEqual([
      "h010.example.edu. 60 A 192.0.2.9",
      "h012.example.edu. 60 A 192.0.2.11",
      "h014.example.edu. 60 A 192.0.2.13",
    ]);
    expect(zones.rejected.map(({ line, value }) => [line, value])).toEqual([[2, "f.f.x CNAME $FF"]]);
  });

  it.each([
    ["-1", "f.f.f.f.f.f.f.f", "ffffffff", "37777777777", "-1"],
    ["-16", "0.f.f.f.f.f.f.f", "fffffff0", "37777777760", "-16"],
    ["2", "2", "2", "2", "2"],
  ])("[IMP-05] $GENERATE counts %s in every base as BIND does", (sum, nibbles, hex, octal, decimal) => {
    const line = (base: string) => `$GENERATE 0-0 \${${sum},0,${base}}.${base}x 60 A 192.0.2.1\n`;
    const zones = read(["n", "x", "o", "d"].map(line).join(""));
    expect(zones.rejected).toEqual([]);
    expect(zones.records.map(({ fqdn }) => fqdn.replace(".example.edu.", ""))).toEqual([
      `${nibbles}.nx`,
      `${hex}.xx`,
      `${octal}.ox`,
      `${decimal}.dx`,
    ]);
  });

  it("[IMP-05] pads negative numbers with zeros, and refuses places that BIND does not read", () => {
    const generate = (place: string) => read(`$GENERATE 1-1 h${place} 60 A 192.0.2.1\n`);
    expect(shown(generate("${-5,4,d}"))).toEqual(["h-004.example.edu. 60 A 192.0.2.1"]);
    expect(shown(generate("${-3,5,n}x"))).toEqual(["he.f.f.f.f.f.f.fx.example.edu. 60 A 192.0.2.1"]);
    for (const place of ["${x}", "${1,2,q}", "${1", "${99999999999}", "${2147483647}", "${0,128}"])
      expect(generate(place)).toMatchObject({
        records: [],
        rejected: [{ line: 1, reason: containing("place for the number") }],
      });
  });

  it.each([
    ["DS 1 RSASHA256 SHA256 " + "ab".repeat(32), `DS 1 8 2 ${"ab".repeat(32)}`],
    ["DS 1 ecdsap256sha256 sha-384 " + "ab".repeat(48), `DS 1 13 4 ${"ab".repeat(48)}`],
    ["CDS 1 ED25519 SHA1 " + "ab".repeat(20), `CDS 1 15 1 ${"ab".repeat(20)}`],
    ["DNSKEY 257 DNSSEC ED448 AAAA", "DNSKEY 257 3 16 AAAA"],
    ["CDNSKEY 256 3 RSASHA512 AAAA", "CDNSKEY 256 3 10 AAAA"],
    ["CLASS1 TYPE1 192.0.2.1", "A 192.0.2.1"],
    ["class0001 type1 192.0.2.1", "A 192.0.2.1"],
  ])("[IMP-05] %s may be given by name or number", (data, canonical) => {
    const zones = read(`sub ${data}\n`);
    expect([shown(zones), zones.rejected]).toEqual([[`sub.example.edu. null ${canonical}`], []]);
  });

  it.each([
    ["CLASS3 A 192.0.2.1", /Only records of the class IN/],
    ["CLASS65280 A 192.0.2.1", /Only records of the class IN/],
    [`DS 1 RSA SHA256 ${"ab".repeat(32)}`, /DS/],
    ["[AGE:x] A 192.0.2.1", /Unknown record type \[AGE:X\]/],
    ["[AGE:1] [AGE:2] A 192.0.2.1", /Unknown record type \[AGE:2\]/],
  ])("[IMP-05] %s is rejected with its reason", (data, reason) => {
    expect(read(`a ${data}\n`)).toMatchObject({
      records: [],
      rejected: [{ line: 1, reason: matching(reason) }],
    });
  });

  it("[IMP-05] byte order marks may stand before TTL and class, and are reported once with their count", () => {
    const zones = read(
      'pc [AGE:3711234] 1200 A 192.0.2.1\n   [AGE:0] IN AAAA 2001:db8::1\nold [Aging:3711235] TXT "[AGE:1]"\nnew 60 A 192.0.2.2\n',
    );
    expect([shown(zones), zones.rejected]).toEqual([
      [
        "pc.example.edu. 1200 A 192.0.2.1",
        "pc.example.edu. 1200 AAAA 2001:db8::1",
        "old.example.edu. 1200 TXT [AGE:1]",
        "new.example.edu. 60 A 192.0.2.2",
      ],
      [],
    ]);
    expect(zones.notes.map(({ line, reason }) => [line, reason])).toEqual([
      [1, containing("have no place here: 3. Their records are taken over.")],
    ]);
  });

  it("reads escapes of letters, and refuses a dot or a blank inside a label", () => {
    expect(shown(read("\\119ww A 192.0.2.1\n"))).toEqual(["www.example.edu. null A 192.0.2.1"]);
    expect(read("a\\.b A 192.0.2.1\n").rejected).toMatchObject([
      {
        line: 1,
        value: "a\\.b A 192.0.2.1",
        reason: containing("characters that no name has here"),
      },
    ]);
  });

  it.each([
    ["a CH TXT x", /Only records of the class IN/],
    ["a A", /lacks type or data/],
    ["  A 192.0.2.1", /No record stands before/],
    ["a.example.org. A 192.0.2.1", /does not lie in the zone example\.edu\./],
    ["a TYPE46 \\# 1 00", /Records of the type TYPE46 are not supported here/],
    ["a TYPE65280 \\# 2 00", /the length is 2, but there are 1 bytes/],
    ["a RP hostmaster txt", /Records of the type RP are not supported here\. Leave the line out/],
    ["a AA 192.0.2.1", /Unknown record type AA/],
    ["a MX \\# 4 000A0000", /only for A and AAAA.* 10 mail/],
    ["a TYPE1 \\# 4 C00002", /only for A and AAAA.* 192\.0\.2/],
    ["128/25 NS ns", /128\/25\.example\.edu\. has a slash/],
    ["129 CNAME 129.128/25", /129\.128\/25\.example\.edu\. has a slash/],
    ["$TTL later", /later is no TTL/],
    ["$DATE", /\$DATE is no directive/],
    ["$GENERATE 5-1 a$ A 192.0.2.1", /needs a range like 1-100/],
    ["$GENERATE 1-99999999 a$ A 192.0.2.1", /at most 65536 numbers/],
  ])("%s is rejected with its line, and the rest is read", (line, reason) => {
    const zones = read(`${line}\nb A 192.0.2.2\n`);
    expect(zones.rejected).toMatchObject([{ line: 1, reason: matching(reason) }]);
    expect(shown(zones)).toEqual(["b.example.edu. null A 192.0.2.2"]);
  });

  it("reads addresses in the form of unknown types (RFC 3597), and types by their number", () => {
    const zones = read(
      "a TYPE1 \\# 4 C0000201\nb AAAA \\# 16 20010DB8 0000000000000000 00000001\nc TYPE15 10 mx\n",
    );
    expect(zones.rejected).toEqual([]);
    expect(shown(zones)).toEqual([
      "a.example.edu. null A 192.0.2.1",
      "b.example.edu. null AAAA 2001:db8::1",
      "c.example.edu. null MX 10 mx.example.edu.",
    ]);
  });

  it("is read whatever names its SOA record has, because the server makes that record", () => {
    const text = "$ORIGIN east.example.\n@ 1h SOA ns1 anna\\.mueller 1 1h 1h 1w 1h\nns1 1h A 192.0.2.1\n";
    const input = { label: "zone", zone: null, include: () => null, text };
    const zones = readZones([input], toAscii, say);
    expect([zones.zones, zones.rejected]).toEqual([[{ name: "east.example.", ttl: 3_600 }], []]);
    expect(zones.notes).toMatchObject([{ line: 2, reason: containing("makes the SOA record by itself") }]);
  });

  it("is refused if its SOA record has a relative name and there is no origin", () => {
    const input = { label: "zone", zone: null, include: () => null, text: "@ SOA a. b. 1 2 3 4 5\n" };
    expect(() => readZones([input], toAscii, say)).toThrow("has no SOA record with a full name");
  });

  it("has no relative names below an unreadable origin, until another origin follows", () => {
    const zones = read("$ORIGIN a\\.b\nb A 192.0.2.2\n  A 192.0.2.3\n$ORIGIN example.edu.\nc A 192.0.2.4\n");
    expect(zones.rejected.map(({ line, reason }) => [line, reason.slice(0, 65)])).toEqual([
      [1, "$ORIGIN a\\.b is no name with a final dot. Write it in whole."],
      [2, "This line rests on one that was rejected (line 1: $ORIGIN a\\.b)."],
      [3, "This line rests on one that was rejected (line 2: b A 192.0.2.2)."],
    ]);
    expect(shown(zones)).toEqual(["c.example.edu. null A 192.0.2.4"]);
  });

  it("gives lines after an unreadable line the owner of that line", () => {
    const zones = read('a A 192.0.2.1\nb TXT "open\n  A 192.0.2.2\nc\\.d A 192.0.2.3\n  A 192.0.2.4\n');
    expect(shown(zones)).toEqual(["a.example.edu. null A 192.0.2.1", "b.example.edu. null A 192.0.2.2"]);
    expect(zones.rejected.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it.each([
    ['b TXT "x', "A quotation mark"],
    ["b TXT ( x", "The parenthesis that opens"],
    ["b TXT ( x\ny", "The parenthesis that opens"],
    ["b A 192.0.2.2 )", "This parenthesis closes nothing"],
    ['b TXT ( "x )', "A quotation mark"],
    ["b TXT \\", "The line lacks type or data"],
  ])("loses one entry by %j", (damage, reason) => {
    const zones = read(`a A 192.0.2.1\n${damage}\nc CLASS1 TYPE1 192.0.2.3\n`);
    expect(zones.rejected.map((row) => [row.line, row.reason.startsWith(reason)])).toEqual(
      damage.endsWith("\\") ? [] : [[2, true]],
    );
    expect(shown(zones)).toContain("a.example.edu. null A 192.0.2.1");
  });

  it("reports where a parenthesis or a quotation mark was opened", () => {
    expect(read('a A 192.0.2.1\nb TXT "x\n').rejected).toMatchObject([{ line: 2 }]);
    expect(read("a A 192.0.2.1\nb TXT ( x\ny\n").rejected).toMatchObject([{ line: 2 }]);
    expect(entriesOf("a )")).toMatchObject([{ line: 1, problem: "strayParenthesis" }]);
  });

  it("has absolute names only if it has no origin, and its SOA record names the zone", () => {
    const input = { label: "zone", zone: null, include: () => null };
    const text = "example.edu. SOA a. b. 1 2 3 4 5\nwww A 192.0.2.1\nwww.example.edu. A 192.0.2.1\n";
    const zones = readZones([{ ...input, text }], toAscii, say);
    expect(zones.zones).toEqual([{ name: "example.edu.", ttl: 5 }]);
    expect(zones.rejected).toMatchObject([{ line: 2, reason: containing("in the command ZONE=FILE") }]);
    expect(() => readZones([{ ...input, text: "a. A 192.0.2.1" }], toAscii, say)).toThrow(
      "has no SOA record",
    );
  });

  it("gives all records of one name and type the first TTL, and reports that", () => {
    const zones = read("a 60 A 192.0.2.1\na 90 A 192.0.2.2\na 30 TXT x\n");
    expect(zones.records.map(({ ttl }) => ttl)).toEqual([60, 60, 30]);
    expect(zones.notes).toMatchObject([{ line: 2, reason: containing("(60)") }]);
  });

  it("uses the TTL of the record before if there is no $TTL, as RFC 1035 says", () => {
    const file = { file: null, origin: "example.edu.", include: () => null, say };
    const { records } = readZoneFile({ ...file, text: "a 1h A 192.0.2.1\nb A 192.0.2.2\n" });
    expect(records.map(({ ttl }) => ttl)).toEqual([3_600, 3_600]);
  });
});

it.each([
  ["1w2d3h4m5s", 788_645],
  ["0", 0],
  ["2147483647", 2_147_483_647],
  ["2147483648", null],
  ["1y", null],
  ["", null],
])("the TTL %j has %j seconds", (text, seconds) => {
  expect(ttlOf(text)).toBe(seconds);
});

it.each(["192.0.2.1", "2001:db8::1", "::1", "2001:db8:1:2:3:4:5:6", "fe80::"])(
  "the reverse name of %s stands for it",
  (address) => {
    expect(addressOf(reverseNameOf(address))).toBe(address);
  },
);

it("all other names stand for no address", () => {
  expect(addressOf("2.0.192.in-addr.arpa.")).toBeNull();
  expect(addressOf("1.2.0.192.example.edu.")).toBeNull();
  expect(addressOf("1.2.0.999.in-addr.arpa.")).toBeNull();
});
