import { describe, expect, it } from "vitest";
import { formatVni } from "#contract/types/vni";
import { parseFqdn, readFqdn, reversedName } from "#contract/values/fqdn";
import { parseAddress, parseNetwork } from "#contract/values/ip";
import { parseMacFilter } from "#contract/values/eui64";
import { parseMac } from "#contract/values/mac";
import { readText } from "#contract/read-text";
import { value as placeId } from "#contract/types/place-id";
import { parseRecordData, targetName } from "#contract/values/record-data";
import { parseDate, parseTimestamp } from "#contract/values/timestamp";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";

/** Converts a label as the portal does: by the host of a URL in the browser. */
function toAsciiByUrl(label: string): string | null {
  return URL.canParse(`http://${label}.x`) ? new URL(`http://${label}.x`).hostname.slice(0, -2) : null;
}

const LABEL = "a".repeat(63);
/** 255 bytes on the wire. */
const LONGEST = `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(61)}.`;

describe.each([
  ["tr46", toAscii],
  ["URL", toAsciiByUrl],
])("names with %s", (_, ascii) => {
  it.each([
    ["www.example.edu.", "www.example.edu."],
    ["WWW.Example.EDU", "www.example.edu."],
    ["  www.example.edu  ", "www.example.edu."],
    ["bücher.straße.de", "xn--bcher-kva.xn--strae-oqa.de."],
    ["Bücher.de.", "xn--bcher-kva.de."],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah."],
    ["_dmarc.example.edu.", "_dmarc.example.edu."],
    ["*.example.edu.", "*.example.edu."],
    ["1.2.3", "1.2.3."],
    [".", "."],
    [LONGEST, LONGEST],
  ])("[VAL-01] [VAL-04] %s is %s", (text, name) => {
    expect(parseFqdn(text, ascii)).toBe(name);
  });

  it.each([
    "",
    "..",
    "a..b.",
    ".a.",
    "a b.",
    "a/b.",
    "www.*.edu.",
    "a*.edu.",
    `${LABEL}a.edu.`,
    "a\u0000.edu.",
  ])("[VAL-02] %j is not a name", (text) => {
    expect(parseFqdn(text, ascii)).toBeNull();
  });

  it("[VAL-03] [VAL-04] a name of more than 254 characters with its dot is too long for the wire", () => {
    expect(LONGEST).toHaveLength(254);
    expect(readFqdn(`a${LONGEST}`.slice(1, -1), ascii)).toEqual({ ok: true, value: LONGEST });
    expect(readFqdn(`b.${LONGEST}`, ascii)).toEqual({ ok: false, fault: "too_long", length: 256 });
    const next = `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(62)}.`;
    expect(readFqdn(next, ascii)).toEqual({ ok: false, fault: "too_long", length: 255 });
    expect(parseFqdn(next, ascii)).toBeNull();
    // The length is that of the name on the wire, not that of the typed one.
    const typed = `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(49)}.bücher.`;
    expect(typed.length).toBeLessThan(254);
    expect(readFqdn(typed, ascii)).toEqual({ ok: false, fault: "too_long", length: 256 });
  });
});

it.each([
  ["www.example.edu.", "edu.example.www."],
  ["edu.", "edu."],
  [".", ""],
])("the key of %s by which the tree finds it is %j", (name, key) => {
  expect(reversedName(name)).toBe(key);
});

describe("addresses", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["255.255.255.255", "255.255.255.255"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:0:0:0:0:1", "2001:db8::1"],
    ["1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"],
    ["::", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["::2", "::2"],
    ["::ffff:c000:201", "::ffff:192.0.2.1"],
  ])("[VAL-05] [VAL-07] [VAL-08] %s is %s", (text, short) => {
    expect(parseAddress(text)?.text).toBe(short);
    expect(parseAddress(short, { withIpv4Tail: true })?.text).toBe(short);
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.256",
    "1.2.3.4.5",
    "010.0.0.1",
    "1.2.3.04",
    "0x1.2.3.4",
    "1.2.3.-4",
    " 1.2.3.4",
  ])("[VAL-05] [VAL-06] %j is not an IPv4 address", (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it.each([
    ":",
    ":::",
    "1::2::3",
    "12345::",
    "g::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8",
    "1:2:3:4::5:6:7:8",
    "::192.0.2.1",
    "fe80::1%eth0",
    ":1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:",
  ])("[VAL-07] [VAL-08] [VAL-09] [VAL-10] %j is not an IPv6 address", (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it.each([
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["192.0.2.1/32", "192.0.2.1/32"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["2001:db8::1/128", "2001:db8::1/128"],
  ])("the network %s is %s", (text, short) => {
    expect(parseNetwork(text)?.text).toBe(short);
  });

  it.each([
    "192.0.2.1/24",
    "192.0.2.0",
    "192.0.2.0/33",
    "0.0.0.0/33",
    "::/129",
    "192.0.2.0/024",
    "2001:db8::1/64",
    "2001:db8::/129",
    "/24",
    "1.2.3.0/",
  ])("%j is not a network: host bits must be zero and the prefix within its bounds", (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});

describe("MAC addresses", () => {
  it.each(["AA:BB:CC:0d:ee:FF", "aa-bb-cc-0d-ee-ff", "aabb.cc0d.eeff", "aa.bb.cc.0d.ee.ff", "aabbcc0deeff"])(
    "[VAL-12] %s has colons and lower case",
    (text) => {
      expect(parseMac(text)).toBe("aa:bb:cc:0d:ee:ff");
    },
  );

  it.each(["", "aa:bb:cc:dd:ee", "aa:bb:cc:dd:ee:fg", "aa:bb:cc:dd:ee:ff:00", "aa::bb:cc:dd:ee:ff"])(
    "[VAL-12] %j is not a MAC address",
    (text) => {
      expect(parseMac(text)).toBeNull();
    },
  );

  it.each([
    ["a8bbccfffe0deeff", "aa:bb:cc:0d:ee:ff"],
    ["A8BB:CCFF:FE0D:EEFF", "aa:bb:cc:0d:ee:ff"],
    ["a8bbcc00000deeff", ""],
    ["aa:bb:cc:0d:ee:ff", "aa:bb:cc:0d:ee:ff"],
  ])("a filter reads %s as %j", (text, mac) => {
    expect(parseMacFilter(text)).toBe(mac);
  });
});

it.each([
  [4711, "00.47.11"],
  [1, "00.00.01"],
  [999_999, "99.99.99"],
])("[VAL-24] the VNI %d is shown as %s", (vni, shown) => {
  expect(formatVni(vni)).toBe(shown);
});

describe("times", () => {
  it.each([
    ["2026-11-20T08:15:00Z", "2026-11-20T08:15:00Z"],
    ["2026-11-20T08:15:00.987Z", "2026-11-20T08:15:00Z"],
    ["2026-11-20T09:15:00+01:00", "2026-11-20T08:15:00Z"],
    ["2026-01-01T00:30+01:00", "2025-12-31T23:30:00Z"],
    ["2024-02-29T00:00:00-00:00", "2024-02-29T00:00:00Z"],
  ])("%s is %s", (text, moment) => {
    expect(parseTimestamp(text)).toBe(moment);
  });

  it.each([
    "2026-11-20T08:15:00",
    "2026-11-20",
    "2026-02-30T00:00:00Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T08:60:00Z",
    "x",
    "0000-01-01T00:00:00Z",
  ])("%s is not a time with offset", (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it("a date must exist in the calendar", () => {
    expect(parseDate("2024-02-29")).toBe("2024-02-29");
    expect(parseDate("2026-02-29")).toBeNull();
    expect(parseDate("2026-2-1")).toBeNull();
  });
});

describe("data of records", () => {
  it.each([
    ["A", " 198.51.100.9 ", "198.51.100.9"],
    ["AAAA", "2001:DB8:0::1", "2001:db8::1"],
    ["CNAME", "Web1.Example.com", "web1.example.com."],
    ["MX", "10  Mail.example.com", "10 mail.example.com."],
    ["SRV", "0 5 443 web1.example.com.", "0 5 443 web1.example.com."],
    ["TXT", '"v=spf1 -all"', "v=spf1 -all"],
    ["TXT", "a  b", "a  b"],
    ["CAA", "0 Issue ca.example", '0 issue "ca.example"'],
    ["SSHFP", `4 2 A1 ${"B2".repeat(31)}`, `4 2 a1${"b2".repeat(31)}`],
    ["MX", "010 mail.example.com.", "10 mail.example.com."],
    ["SRV", "00 05 0443 web1.example.com.", "0 5 443 web1.example.com."],
    ["CAA", '000 issue "ca.example"', '0 issue "ca.example"'],
    ["SSHFP", `04 01 ${"a1".repeat(20)}`, `4 1 ${"a1".repeat(20)}`],
    ["SSHFP", "4 9 a1b2", "4 9 a1b2"],
    ["TLSA", "3 1 0 A1", "3 1 0 a1"],
    ["TLSA", `3 1 2 ${"a1".repeat(64)}`, `3 1 2 ${"a1".repeat(64)}`],
    ["DS", `12345 13 2 ${"A1".repeat(32)}`, `12345 13 2 ${"a1".repeat(32)}`],
    ["DS", `12345 13 4 ${"a1".repeat(48)}`, `12345 13 4 ${"a1".repeat(48)}`],
    ["SMIMEA", `3 1 1 ${"A1".repeat(32)}`, `3 1 1 ${"a1".repeat(32)}`],
    ["CDS", "0 0 0 00", "0 0 0 00"],
    ["DNSKEY", "0257 3 13 AwEA AQ==", "257 3 13 AwEAAQ=="],
    ["CDNSKEY", "0 3 0 AA==", "0 3 0 AA=="],
    ["OPENPGPKEY", "mQEN\nBFxZ", "mQENBFxZ"],
    ["HINFO", 'PC "Li\\110ux 6"', '"PC" "Linux 6"'],
    ["HINFO", 'gr\\195\\188n "a\\"b\\\\"', '"gr\\195\\188n" "a\\"b\\\\"'],
    ["LOC", "49 0 39 n 8 24 37 e 110m", "49 0 39.000 N 8 24 37.000 E 110.00m 1m 10000m 10m"],
    ["LOC", "49 S 8 W -1.5 2m 0.5m 400m", "49 0 0.000 S 8 0 0.000 W -1.50m 2m 0.5m 400m"],
    ["URI", '10 1 "https://www.example.com/"', '10 1 "https://www.example.com/"'],
    [
      "NAPTR",
      '100 10 u "E2U+sip" "!^.*$!sip:a b@example.com!" .',
      '100 10 "u" "E2U+sip" "!^.*$!sip:a b@example.com!" .',
    ],
    ["NAPTR", '1 2 S SIP+D2U "" _Sip._udp.example.com', '1 2 "S" "SIP+D2U" "" _sip._udp.example.com.'],
    [
      "SVCB",
      '1 Svc.example.com port=0443 ALPN="h2,h3" ipv6hint=2001:DB8:0::1 mandatory=port,alpn',
      "1 svc.example.com. mandatory=alpn,port alpn=h2,h3 port=443 ipv6hint=2001:db8::1",
    ],
    ["HTTPS", "0 pool.example.com.", "0 pool.example.com."],
    ["HTTPS", '1 . key667="a b" alpn=h2 no-default-alpn', '1 . alpn=h2 no-default-alpn key667="a b"'],
    ["REF-FQDN", null, null],
  ])("%s %j is stored as %j", (type, data, canonical) => {
    expect(parseRecordData(type, data, toAscii)).toEqual({ ok: true, value: canonical });
  });

  it.each([
    ["A", "2001:db8::1"],
    ["AAAA", "198.51.100.9"],
    ["A", null],
    ["CNAME", "a b"],
    ["MX", "mail.example.com."],
    ["MX", "65536 mail.example.com."],
    ["SRV", "0 5 web1.example.com."],
    ["TXT", ""],
    ["SSHFP", "4 2 xyz"],
    ["TLSA", "3 1 1 abc"],
    ["TLSA", "3 1 1 abcd"],
    ["SSHFP", "4 2 a1b2"],
    ["SSHFP", `4 1 ${"a1".repeat(32)}`],
    ["DS", `12345 13 2 ${"a1".repeat(31)}`],
    ["REF-FQDN", "x"],
    ["HINFO", "x"],
    ["HINFO", '"x" "y'],
    ["HINFO", "x y z"],
    ["HINFO", `"${"x".repeat(256)}" y`],
    ["HINFO", "x \\256"],
    ["DNSKEY", "257 3 13 AwEAAR=="],
    ["DNSKEY", "257 3 13"],
    ["SMIMEA", `3 1 2 ${"a1".repeat(32)}`],
    ["LOC", "91 N 8 E 0m"],
    ["LOC", "49 60 N 8 E 0m"],
    ["NAPTR", '65536 10 "s" "" "" .'],
    ["HTTPS", "1 . port=65536"],
    ["HTTPS", "1 . alpn=h2 alpn=h3"],
    ["HTTPS", "1 . alpn"],
    ["HTTPS", "1 . ipv4hint=2001:db8::1"],
    ["HTTPS", "1 . mandatory=mandatory"],
    ["HTTPS", "1 . unknown=1"],
    ["TYPE65280", "00"],
  ])("%s %j is refused", (type, data) => {
    expect(parseRecordData(type, data, toAscii)).toMatchObject({ ok: false, fault: "bad_format" });
  });

  it("the name after the numbers is the target", () => {
    expect(targetName("SRV", "0 5 443 web1.example.com.")).toBe("web1.example.com.");
    expect(targetName("TXT", "web1.example.com.")).toBeNull();
    expect(targetName("NAPTR", '1 2 "s" "a b" "" sip.example.com.')).toBe("sip.example.com.");
    expect(targetName("HTTPS", "1 svc.example.com. port=443")).toBe("svc.example.com.");
  });

  it("a record of NAPTR or HTTPS whose target is the root has no target", () => {
    expect(targetName("NAPTR", '1 2 "u" "" "" .')).toBeNull();
    expect(targetName("HTTPS", "1 . port=443")).toBeNull();
  });
});

describe("names of places", () => {
  const read = (text: string) => readText(placeId, text, toAscii);

  it.each(["-1", "Hörsaal 1", "Schrank Süd", "+1", "_a", "0.01", "A&B's (2)/3", "教室 5"])(
    "%s can stand on a door",
    (name) => expect(read(name)).toEqual({ ok: true, value: name }),
  );

  it.each([".1", "a#b", "a\nb", "(1)", "", "'a"])("%j is refused", (name) => {
    expect(read(name)).toEqual({ ok: false, fault: "bad_format" });
  });

  it("blanks around a name are dropped, and a letter with a mark has one spelling", () => {
    expect(read(" Ho\u0308rsaal 1 ")).toEqual({ ok: true, value: "H\u00f6rsaal 1" });
    expect(read("ö".repeat(65))).toMatchObject({ ok: false, fault: "too_long", length: 65 });
  });
});
