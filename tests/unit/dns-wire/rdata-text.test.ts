import { describe, expect, it } from "vitest";
import { rdataBytes, typeCode } from "../../../server/dns-wire/rdata.ts";
import { textRecord } from "../../../server/dns-wire/rdata-text.ts";

describe("data of a name server as text", () => {
  it.each([
    ["A", "198.51.100.7"],
    ["AAAA", "2001:db8::7"],
    ["NS", "ns1.example."],
    ["CNAME", "."],
    ["MX", "10 a.b."],
    ["SRV", "0 5 443 a."],
    ["TXT", 'says "hello" \\ and more'],
    ["TXT", '"\\"quoted\\""'],
    ["TXT", "ä".repeat(200)],
    ["TXT", '""'],
    ["TXT", '"a" "" "ä"'],
    ["SPF", '""'],
    ["CAA", '0 issue "ca.example; x=1"'],
    ["DS", `12345 13 2 ${"0f".repeat(32)}`],
    ["TLSA", `3 1 1 ${"00ff".repeat(16)}`],
    ["HINFO", '"PC" "gr\\195\\188n"'],
    ["NAPTR", '100 10 "u" "E2U+sip" "!^.*$!a b!" .'],
    ["URI", '10 1 "https://example.edu/a"'],
    ["OPENPGPKEY", "AAECAw=="],
    ["HTTPS", "1 . alpn=h2"],
    ["TYPE65280", "\\# 1 00"],
    ["TYPE65280", "\\# 0"],
    ["TYPE18", "\\# 5 0001016100"],
  ])("is that of the stored record: %s %s", (type, data) => {
    expect(textRecord(typeCode(type), rdataBytes(type, data))).toEqual({ type, data });
  });

  it.each([
    ["a type that is not kept", 46, "00", "TYPE46"],
    ["the form of another type that has no name here", 18, "0001", "TYPE18"],
    ["a text that is no UTF-8", typeCode("TXT"), "01ff", "TXT"],
    ["data that end too early", typeCode("MX"), "00", "MX"],
    ["data that go on", typeCode("A"), "c633640700", "A"],
  ])("does not exist for %s", (_, code, hex, type) => {
    expect(textRecord(code, Buffer.from(hex, "hex"))).toEqual({ type, data: null });
  });
});
