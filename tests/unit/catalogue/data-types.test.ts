import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import {
  dataType,
  dataTypes,
  parseFilterValue,
  parseQueryText,
  parseValue,
  type DataTypeName,
} from "../../../server/catalogue/data-types.ts";

const ACCEPTED: readonly (readonly [DataTypeName, Json, Json])[] = [
  ["boolean", true, true],
  ["integer", -0, 0],
  ["integer", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ["decimal", 49.01097, 49.01097],
  ["vlan_id", 4094, 4094],
  ["vni", 999_999, 999_999],
  ["text", "  two\nlines ", "  two\nlines "],
  ["text", "", ""],
  ["text_line", "  a line ", "a line"],
  ["text_id", "20.40 (neu)", "20.40 (neu)"],
  ["bcd_name", "scc-net-web-1", "scc-net-web-1"],
  ["bcd_name", "scc-web", "scc-web"],
  ["bcd_id", "47.11", "47.11"],
  ["bcd_id", "00.47.11", "00.47.11"],
  ["ou_name", "KIT::SCC::NET", "KIT::SCC::NET"],
  ["fqdn", "WWW.Example.edu", "www.example.edu."],
  ["email", "ada@example.edu", "ada@example.edu"],
  ["inet", "2001:DB8::0:1", "2001:db8::1"],
  ["cidr", "2001:DB8::/32", "2001:db8::/32"],
  ["mac_addr", "AA-BB-CC-DD-EE-FF", "aa:bb:cc:dd:ee:ff"],
  ["timestamp", "2026-11-20T09:15:00+01:00", "2026-11-20T08:15:00Z"],
  ["date", "2026-11-20", "2026-11-20"],
  ["wpa2_key", "  key with blanks ", "  key with blanks "],
  ["inet_array", ["10.0.0.1", "2001:DB8::1"], ["10.0.0.1", "2001:db8::1"]],
  ["inet_array", '["10.0.0.1"]', ["10.0.0.1"]],
  ["json_object", { a: [1, null] }, { a: [1, null] }],
  ["json_object", '{"a": 1}', { a: 1 }],
  ["json", "text", "text"],
];

const REFUSED: readonly (readonly [DataTypeName, Json, string])[] = [
  ["boolean", "true", "wrong_type"],
  ["integer", 1.5, "wrong_type"],
  ["integer", "1", "wrong_type"],
  ["integer", 2 ** 53, "out_of_range"],
  ["vlan_id", 0, "out_of_range"],
  ["vlan_id", 4095, "out_of_range"],
  ["vni", 1_000_000, "out_of_range"],
  ["text", 5, "wrong_type"],
  ["text", "a".repeat(4001), "too_long"],
  ["text", "a\u0000b", "bad_format"],
  ["text", "\ud800", "bad_format"],
  ["text_line", "a\nb", "bad_format"],
  ["text_line", "   ", "bad_format"],
  ["text_id", "-x", "bad_format"],
  ["text_id", "a".repeat(65), "too_long"],
  ["bcd_name", "Scc-net", "bad_format"],
  ["bcd_name", "scc", "bad_format"],
  ["bcd_name", "scc-net-web-a", "bad_format"],
  ["bcd_name", "scc-net-abcdefghijklmnop", "too_long"],
  ["bcd_id", "4711", "bad_format"],
  ["ou_short_name", "a:b", "bad_format"],
  ["fqdn", "a b.", "bad_format"],
  ["fqdn", `${"a.".repeat(128)}`, "too_long"],
  ["inet", "10.0.0.0/8", "bad_format"],
  ["cidr", "10.0.0.1/8", "bad_format"],
  ["mac_addr", "aabbccfffeddeeff", "bad_format"],
  ["timestamp", "2026-11-20T08:15:00", "bad_format"],
  ["wpa2_key", "short", "bad_format"],
  ["language_tag", "fr", "bad_format"],
  ["inet_array", "10.0.0.1", "wrong_type"],
  ["inet_array", [null], "wrong_type"],
  ["inet_array", ["x"], "bad_format"],
  ["json_object", [], "wrong_type"],
  ["json", { a: "\u0000" }, "bad_format"],
];

describe("values", () => {
  it.each(["scc-web", "scc-web-1", "scc-net-web", "scc-net-web-1", "s2-w3", "scc-net-abcdefghijklmno"])(
    "[VAL-21] [VAL-22] %s is a name of a BCD",
    (name) => {
      expect(parseValue(dataType("bcd_name"), name)).toEqual({ ok: true, value: name });
    },
  );

  it.each([
    ["scc", "bad_format"],
    ["scc-net-web-a", "bad_format"],
    ["scc-net-web-1a", "bad_format"],
    ["scc-net-web-1-2", "bad_format"],
    ["Scc-net", "bad_format"],
    ["scc-Net", "bad_format"],
    ["scc-nöt", "bad_format"],
    ["scc_net", "bad_format"],
    ["scc--net", "bad_format"],
    ["-scc-net", "bad_format"],
    ["scc-net-", "bad_format"],
    ["scc-net-abcdefghijklmnop", "too_long"],
  ])("[VAL-21] [VAL-22] %s is not a name of a BCD", (name, fault) => {
    expect(parseValue(dataType("bcd_name"), name)).toMatchObject({ ok: false, fault });
  });

  it("[VAL-23] an id of a BCD has two or three pairs of digits", () => {
    const isId = (id: string): boolean => parseValue(dataType("bcd_id"), id).ok;
    expect(["47.11", "00.47.11"].map(isId)).toEqual([true, true]);
    const wrong = [
      "4711",
      "47",
      "47.1",
      "7.11",
      "047.11",
      "47-11",
      "47.11.1",
      "a7.11",
      "00.47.11.22",
      "47.11.",
    ];
    expect(wrong.filter(isId)).toEqual([]);
  });

  it.each(ACCEPTED)("[VAL-21] [VAL-22] [VAL-23] %s accepts %j as %j", (type, value, canonical) => {
    expect(parseValue(dataType(type), value)).toEqual({ ok: true, value: canonical });
  });

  it.each(REFUSED)("[VAL-21] [VAL-22] [VAL-23] %s refuses %j: %s", (type, value, fault) => {
    expect(parseValue(dataType(type), value)).toMatchObject({ ok: false, fault });
  });

  it("lengths count characters as the database does", () => {
    expect(parseValue(dataType("text"), "😀".repeat(4000)).ok).toBe(true);
  });
});

describe("filters", () => {
  it("an EUI-64 made from a MAC address stands for that address, and any other matches nothing", () => {
    expect(parseFilterValue(dataType("mac_addr"), "a8bbccfffeddeeff")).toEqual({
      ok: true,
      value: "aa:bb:cc:dd:ee:ff",
    });
    expect(parseFilterValue(dataType("mac_addr"), "a8bbcc0000ddeeff")).toEqual({ ok: true, value: "" });
    expect(parseFilterValue(dataType("mac_addr_array"), ["a8bbccfffeddeeff"])).toEqual({
      ok: true,
      value: ["aa:bb:cc:dd:ee:ff"],
    });
  });

  it("a network may be given as an address that it contains", () => {
    expect(parseFilterValue(dataType("cidr"), "192.0.2.7")).toEqual({ ok: true, value: "192.0.2.7/32" });
    expect(parseFilterValue(dataType("cidr"), "2001:db8::7")).toEqual({ ok: true, value: "2001:db8::7/128" });
  });

  it.each<[DataTypeName, string, Json | null]>([
    ["integer", "-5", -5],
    ["integer", "5x", null],
    ["integer", "", null],
    ["boolean", "true", true],
    ["boolean", "1", null],
    ["text", "", ""],
    ["inet", "", null],
    ["fqdn_array", '["Web1.example.com"]', ["web1.example.com."]],
    ["fqdn_array", "web1.example.com", null],
    ["json_object", '{"a":{"eq":1}}', { a: { eq: 1 } }],
  ])("in a query string %s reads %j as %j", (type, text, value) => {
    expect(parseQueryText(dataType(type), text)).toEqual(
      value === null ? { ok: false, fault: "wrong_type" } : { ok: true, value },
    );
  });
});

describe("table of data types", () => {
  it("[OBJ-03] every type has a JSON name, and texts have a length", () => {
    for (const type of dataTypes()) {
      expect(type.jsonName).toBeTruthy();
      expect(type.label.de && type.label.en && type.help.de && type.help.en).toBeTruthy();
    }
    expect(dataType("bcd_name").textLength).toBe(23);
    expect(dataType("fqdn").textLength).toBe(254);
    expect(dataType("timestamp").textLength).toBeNull();
  });

  it("every scalar type has its array", () => {
    const scalars = dataTypes().filter(({ isArray }) => !isArray);
    for (const { name } of scalars) {
      expect(dataTypes().find((type) => type.name === `${name}_array`)).toMatchObject({
        element: name,
        jsonName: "array",
      });
    }
  });
});
