import { describe, expect, it } from "vitest";
import { recordHelp } from "#contract/values/record-help";
import { RECORD_EXAMPLES, RECORD_FORMS } from "#contract/values/record-types";

const toAscii = (name: string): string => name.toLowerCase();

describe("help for the data of a record", () => {
  it.each([...RECORD_EXAMPLES.keys(), "TYPE65280"])(
    "[TAFORM-39] the example of %s has its form, and as many words as named parts",
    (type) => {
      const help = recordHelp(type, "", toAscii);
      expect(help?.check).toBeNull();
      const { example = "", parts = [] } = help ?? {};
      expect(recordHelp(type, example, toAscii)?.check).toEqual({ ok: true });
      if (parts.length > 0) expect(example.split(" ").length).toBeGreaterThanOrEqual(parts.length);
    },
  );

  it.each<readonly [string, readonly string[]]>([
    ["SRV", ["priority", "weight", "port", "target"]],
    ["MX", ["preference", "exchange"]],
    ["CAA", ["flags", "tag", "value"]],
    ["TLSA", ["usage", "selector", "matching", "data"]],
    ["A", []],
    ["CNAME", []],
    ["TXT", []],
    ["OPENPGPKEY", []],
  ])("[TAFORM-39] %s has the parts %j", (type, parts) => {
    expect(recordHelp(type, "", toAscii)?.parts).toEqual(parts);
  });

  it("[TAFORM-39] says what is wrong with a text, if the fault has a sentence of its own", () => {
    expect(recordHelp("SRV", "0 5 443", toAscii)?.check).toEqual({
      ok: false,
      why: { key: "fieldCount", values: { count: 4, fields: "priority weight port target" } },
    });
    expect(recordHelp("A", "192.0.2", toAscii)?.check).toEqual({ ok: false, why: null });
  });

  it("says nothing for types without data and types that cannot be stored", () => {
    expect(RECORD_FORMS.get("REF-FQDN")?.fields).toEqual({});
    expect(recordHelp("REF-FQDN", "x", toAscii)).toBeNull();
    expect(recordHelp("NIX", "x", toAscii)).toBeNull();
  });
});
