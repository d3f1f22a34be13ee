import { describe, expect, it } from "vitest";
import { genericCode } from "#contract/values/generic-types";
import { parseRecordData } from "#contract/values/record-data";
import { RECORD_FORMS } from "#contract/values/record-types";
import WHY from "../../../src/contract/values/record-why.json" with { type: "json" };
import { whySentence } from "#contract/values/record-why";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";

const LABEL = "a".repeat(63);
const TOO_LONG = `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(62)}.`;
const naptr = (expression: string): string => `10 10 "u" "E2U+sip" "${expression}" .`;

/** Data that a name server refuses or serves as something else, and what people are told. */
const REFUSED: readonly (readonly [type: string, data: string, why: RegExp])[] = [
  ["MX", "mail.example.com.", /^MX has 2 fields: preference exchange$/],
  ["MX", "65536 mail.example.com.", /^preference is a whole number from 0 to 65535$/],
  ["CNAME", TOO_LONG, /^data has 255 characters; with the final dot there may be 254 at most$/],
  ["SRV", `0 0 1 ${TOO_LONG}`, /^target has 255 characters/],
  ["NS", `${"a".repeat(64)}.example.com.`, /^data is no domain name: .* 63 a label$/],
  ["CAA", '0 issue "\\256"', /^value is a word or a text in quotation marks/],
  ["CAA", '0 issue "x" "y"', /^value is a word/],
  ["CAA", "0 is-sue x", /^tag consists of letters and digits$/],
  ["CAA", `0 ${"a".repeat(256)} x`, /^tag has 256 bytes; 1 to 255 are allowed$/],
  ["CAA", "256 issue x", /^flags is a whole number from 0 to 255$/],
  ["CAA", "0", /^CAA has 3 fields: flags tag value$/],
  ["HINFO", `"${"ä".repeat(128)}" x`, /^cpu has 256 bytes; 0 to 255 are allowed$/],
  ["HINFO", '"a" "b', /^a quotation mark has no end$/],
  ["URI", '1 1 ""', /^target has 0 bytes; 1 to 65535 are allowed$/],
  ["DNSKEY", "257 4 13 AQ==", /^protocol is always 3/],
  ["DNSKEY", "257 3 253 8n0p", /^key begins with the name of the algorithm/],
  ["DNSKEY", "257 3 13 AQ=", /^key is no base64$/],
  ["TLSA", "3 1 1 zz", /^data consists of pairs of hex digits$/],
  ["SSHFP", "1 1 aabb", /^fingerprint has 2 bytes; a digest of the kind 1 has 20$/],
  ["LOC", "49 N 8 E 0m 25m", /^size has a single digit on the wire/],
  ["LOC", "49 N 8 E 0m 1m 10000m 1.5m", /^vertical precision has a single digit/],
  ["NAPTR", naptr("no expression"), /^regexp stands between three equal delimiters/],
  ["NAPTR", naptr("!a!b"), /^regexp stands between three equal delimiters/],
  ["NAPTR", naptr("!a!b!!"), /^regexp stands between/],
  ["NAPTR", naptr("1a1b1"), /^regexp stands between/],
  ["NAPTR", naptr("iaibi"), /^regexp stands between/],
  ["NAPTR", naptr("!a!b!\\\\"), /^regexp stands between/],
  ["NAPTR", naptr("!^(.*$!sip:x@example.com!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a)!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!*!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a**!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a|!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a{2,1}!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a{256}!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("![z-a]!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("![[:foo:]]!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!(a)\\\\2!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!!b!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a!!"), /^regexp is no regular expression/],
  ["NAPTR", naptr("!a!\\\\1!"), /^regexp refers to group 1, the expression has 0$/],
  ["NAPTR", naptr("!(a)!\\\\0!"), /^regexp refers to group 0, the expression has 1$/],
  ["NAPTR", naptr("!a!b!z"), /^regexp has something other than i behind its last delimiter$/],
  ["NAPTR", '1 1 "~" "" "" .', /^flags consists of letters and digits$/],
  ["NAPTR", '1 1 "u" "s" "!a!b!" a.', /^regexp and replacement exclude each other/],
  ["HTTPS", "1 . mandatory=alpn", /^mandatory lists alpn, and alpn is missing$/],
  ["HTTPS", "1 . mandatory=mandatory alpn=h2", /^mandatory lists names of other parameters/],
  ["HTTPS", "1 . mandatory=alpn,alpn alpn=h2", /^mandatory lists names of other parameters/],
  ["HTTPS", "1 . mandatory= alpn=h2", /^mandatory needs a value$/],
  ["HTTPS", '1 . alpn="" port=1', /^alpn needs a value$/],
  ["HTTPS", "1 . alpn=h2,,h3", /^alpn has names of 1 to 255 bytes/],
  ["HTTPS", "1 . alpn=h2,", /^alpn has names of 1 to 255 bytes/],
  ["HTTPS", `1 . alpn=${"a".repeat(256)}`, /^alpn has names of 1 to 255 bytes/],
  ["HTTPS", '1 . alpn="a\\\\xb"', /^alpn has names of 1 to 255 bytes/],
  ["HTTPS", "1 . no-default-alpn", /^no-default-alpn needs alpn$/],
  ["HTTPS", "1 . alpn=h2 no-default-alpn=1", /^no-default-alpn has no value$/],
  ["HTTPS", "1 . ech=!!!", /^ech is no base64$/],
  ["HTTPS", "1 . ech=abcdefghijklm", /^ech is no base64$/],
  ["HTTPS", "1 . port=65536", /^port is a number from 0 to 65535$/],
  ["HTTPS", "1 . port", /^port needs a value$/],
  ["HTTPS", "1 . ipv4hint=2001:db8::1", /^ipv4hint has IPv4 addresses/],
  ["HTTPS", "1 . ipv6hint=2001:db8::1,", /^ipv6hint has IPv6 addresses/],
  ["HTTPS", "1 . dohpath=/x", /^dohpath begins with \/ and contains \{\?dns\}/],
  ["HTTPS", "1 . key3=443", /^key3 has a name: write port$/],
  ["HTTPS", "1 . key667=a key667=b", /^key667 is there twice$/],
  ["HTTPS", "1 . unknown=1", /^unknown=1 is no parameter/],
  ["HTTPS", "1 . key65535=1", /^key65535=1 is no parameter/],
  ["SVCB", "0 a. port=1", /^with the priority 0 \(alias\) there are no parameters$/],
  ["TYPE65400", "00", /^the data are as in RFC 3597/],
  ["TYPE65400", "\\# 2 00", /^the length is 2, but there are 1 bytes$/],
  ["TYPE18", "\\# 2 0001", /^the bytes do not have the form of AFSDB, which TYPE18 is$/],
];

describe("data that would stop a zone, or be served as something else", () => {
  it.each(REFUSED)("[API-82] %s %s is refused with the field and the reason", (type, data, why) => {
    const read = parseRecordData(type, data, toAscii);
    if (read.ok || read.why === undefined) throw new Error(JSON.stringify(read));
    expect(whySentence(read.why, type).en).toMatch(why);
    expect(whySentence(read.why, type).de).not.toMatch(/\{[a-z]+\}/);
  });

  it("every reason occurs", () => {
    const keys = REFUSED.map(([type, data]) => parseRecordData(type, data, toAscii)).flatMap((read) =>
      read.ok ? [] : (read.why?.key ?? []),
    );
    expect(Object.keys(WHY).filter((key) => !new Set<string>(keys).has(key))).toEqual([]);
  });

  it.each([
    naptr("!^.*$!sip:x@example.com!"),
    naptr("!^(\\\\+49)([0-9]{2,})(x|y)?$!sip:\\\\2\\\\1@example.com!i"),
    naptr("/^[]a-z[:digit:]-]+$/\\\\/x/"),
    naptr("!^\\\\!!x\\\\!!"),
    '1 2 "" "" "" .',
  ])("NAPTR %s is accepted", (data) => {
    expect(parseRecordData("NAPTR", data, toAscii)).toEqual({ ok: true, value: data });
  });

  it.each([
    ["HTTPS", '1 . alpn="a\\\\\\\\,b,h2"', '1 . alpn="a\\\\\\\\,b,h2"'],
    ["HTTPS", "1 . dohpath=/q{?dns}", "1 . dohpath=/q{?dns}"],
    ["URI", `1 1 "${"x".repeat(300)}"`, `1 1 "${"x".repeat(300)}"`],
    ["CAA", "0 issue ca.example; x=1", '0 issue "ca.example; x=1"'],
    ["CAA", '0 issue "ä"', '0 issue "\\195\\164"'],
    ["TYPE65400", " \\#  01 0A ", "\\# 1 0a"],
    ["TYPE65400", "\\# 0", "\\# 0"],
    ["TYPE18", "\\# 5 0001016100", "\\# 5 0001016100"],
  ])("%s %s is accepted as %s", (type, data, canonical) => {
    expect(parseRecordData(type, data, toAscii)).toEqual({ ok: true, value: canonical });
  });
});

it("types that only messages have, or that name servers make themselves, have no generic form", () => {
  const kept = [
    "TYPE0",
    "TYPE6",
    "TYPE41",
    "TYPE46",
    "TYPE255",
    "TYPE65534",
    "TYPE65535",
    "TYPE65536",
    "TYPE01",
  ];
  expect(kept.filter((type) => genericCode(type) !== null)).toEqual([]);
  expect([genericCode("TYPE65280"), RECORD_FORMS.has("TYPE65280")]).toEqual([65_280, false]);
});
