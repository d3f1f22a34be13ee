import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RECORD_CODES } from "#contract/values/record-types";
import { entriesOf } from "#imports/dns/zone-entries";
import { readZones } from "#imports/dns/zones";
import { speak } from "#imports/shared/texts";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { nameBytes, readName } from "../../../server/dns-wire/name.ts";
import { rdataBytes, typeCode } from "../../../server/dns-wire/rdata.ts";
import { writtenRecord } from "../../../server/dns-wire/rdata-text.ts";
import { extent } from "../../support/extent.ts";

const written = (type: number | string, rdata: Buffer, name = "a.example.") =>
  writtenRecord({ name, type: typeof type === "number" ? type : typeCode(type), ttl: 60, rdata });

describe("a record that was transferred, as a line of a zone file", () => {
  it.each([
    ["A", "198.51.100.7"],
    ["SOA", "ns.example. h.example. 1 2 3 4 5"],
    ["MX", "10 a.b."],
    ["CAA", '0 issue "ca.example; x=1"'],
    ["LOC", "49 0 39.000 N 8 24 37.000 E 110.00m 1m 10000m 10m"],
    ["HTTPS", '1 . alpn="h2" key65000="a\\"b"'],
    ["TYPE65280", "\\# 1 00"],
    ["TYPE65280", "\\# 0 "],
  ])("has its data in readable form: %s %s", (type, data) => {
    expect(written(type, rdataBytes(type, data))).toBe(`a.example. 60 IN ${type} ${data}`);
  });

  it.each([
    ["strings of a text one by one", "TXT", "0161 00 0222 ff", '"a" "" "\\"\\255"'],
    ["a text that ends too early", "TXT", "0361", "\\# 2 0361"],
    ["a text without strings", "TXT", "", "\\# 0 "],
    ["an address that is too short", "A", "c63364", "\\# 3 c63364"],
    ["an address that is too long", "A", "c633640700", "\\# 5 c633640700"],
    ["a place of another version", "LOC", `01${"00".repeat(15)}`, `\\# 16 01${"00".repeat(15)}`],
    ["a tag with a sign", "CAA", "00 0328 3b22 61", '0 "(;\\"" "a"'],
    ["a tag that ends well", "CAA", "00 0228 61 61", '0 "(a" "a"'],
    ["data that are read as others", "CAA", "00 0249 53 61", "\\# 5 0002495361"],
    ["a type that has only a name", 46, "00ff", "\\# 2 00ff"],
  ])("writes %s so that no byte is lost", (_, type, hex, data) => {
    const name = typeof type === "number" ? "RRSIG" : type;
    expect(written(type, Buffer.from(hex.replaceAll(" ", ""), "hex"))).toBe(
      `a.example. 60 IN ${name} ${data}`,
    );
  });

  it("has characters of names behind a backslash, and other bytes as numbers", () => {
    const name = 'a\\046(b)\\092;"@$\\032\\255.example.';
    const line = written("CNAME", nameBytes(name), name);
    const shown = 'a\\.\\(b\\)\\\\\\;\\"\\@\\$\\032\\255.example.';
    expect(line).toBe(`${shown} 60 IN CNAME ${shown}`);
  });

  it("is one entry, which is refused or read as the same bytes", () => {
    const codes = [...RECORD_CODES.values(), 46, 65_280];
    const label = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes));
    const property = fc.property(
      fc.constantFrom(...codes),
      fc.uint8Array({ maxLength: 40 }),
      fc.array(label, { minLength: 1, maxLength: 3 }),
      (code, bytes, labels) => {
        const wire = labels.flatMap((one) => [Buffer.from([one.length]), one]);
        const { name } = readName(Buffer.concat([...wire, Buffer.from([0])]), 0);
        const line = written(code, Buffer.from(bytes), name);
        expect(entriesOf(`${line}\n`)).toMatchObject([{ line: 1, problem: null }]);
        const zone = { label: "x", text: `${line}\n`, zone: "example.", include: () => null };
        const plain = written(code, Buffer.from(bytes));
        const { records } = readZones([{ ...zone, text: `${plain}\n` }], toAscii, speak("en"));
        for (const { type, data } of records)
          expect(bytesIn(type, rdataBytes(type, data))).toEqual(bytesIn(type, Buffer.from(bytes)));
      },
    );
    fc.assert(property, { numRuns: extent(2000), seed: 5 });
  });
});

it("names with any bytes are written as they were read", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 63 }), (label) => {
      const bytes = Buffer.from([
        label.length,
        ...label.map((one) => (one >= 0x80 || isUpper(one) ? 0x2e : one)),
        0,
      ]);
      expect(nameBytes(readName(bytes, 0).name)).toEqual(bytes);
    }),
  );
});

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** A text may be cut into other strings; names have no case. */
function bytesIn(type: string, bytes: Buffer): string {
  const text = bytes.toString("latin1");
  if (type !== "TXT" && type !== "SPF") return text.toLowerCase();
  const strings: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt8(at))
    strings.push(bytes.subarray(at + 1, at + 1 + bytes.readUInt8(at)));
  return Buffer.concat(strings).toString("latin1");
}
