import { describe, expect, it } from "vitest";
import { searchSystems } from "#core/search/kinds";
import { readTerm } from "#core/search/read-term";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const SYSTEMS = searchSystems(await portalCatalogue());

/** How a term is read, without empty members. */
function reading(text: string) {
  const read = readTerm(text, SYSTEMS);
  if (read.kind !== "search") return read.kind;
  const { term, system, isRegexp, classes } = read;
  return {
    term,
    ...(system === null ? {} : { system }),
    ...(isRegexp ? { isRegexp } : {}),
    ...(Object.keys(classes).length > 0 ? { classes } : {}),
  };
}

describe("terms of the global search", () => {
  it.each([
    ["s/^web[0-9]+", { term: "^web[0-9]+", isRegexp: true }],
    ["s/4711", { term: "4711", isRegexp: true }],
    ["dnsvs:s/^a", { term: "^a", isRegexp: true, system: "dnsvs" }],
    ["s/dnsvs:a", { term: "dnsvs:a", isRegexp: true }],
    ["S/web", { term: "S/web" }],
    ["s/", "empty"],
  ])("[SRCH-10] %s: the text after s/ is a regular expression", (text, expected) => {
    expect(reading(text)).toEqual(expected);
  });

  it.each([
    ["s/(", "bad_format"],
    ["s/a**", "bad_format"],
    ["s/[[:alpha:]]", "bad_format"],
    ["s/(?=a)", "bad_format"],
    ["s/\\1", "bad_format"],
  ])("[SRCH-11] %s is not a regular expression of the contract", (text, problem) => {
    expect(readTerm(text, SYSTEMS)).toEqual({ kind: "badRegexp", problem });
  });

  it.each([
    ["dnsvs:www", { term: "www", system: "dnsvs" }],
    ["macauth: printer ", { term: "printer", system: "macauth" }],
    ["org:UTM::RZ", { term: "UTM::RZ", system: "org" }],
    ["cntl:otto", { term: "otto", system: "cntl" }],
    ["netdoc:www", { term: "netdoc:www" }],
    ["DNSVS:www", { term: "DNSVS:www" }],
    ["2001:db8::1", { term: "2001:db8::1", classes: { address: "2001:db8::1" } }],
    ["02:03:00:00:00:64", { term: "02:03:00:00:00:64", classes: { mac: "020300000064" } }],
    ["a dnsvs:b", { term: "a dnsvs:b" }],
  ])("[SRCH-12] [SRCH-13] %s: only the four systems narrow the search", (text, expected) => {
    expect(reading(text)).toEqual(expected);
  });

  it("[SRCH-68] the definitions of types name the systems, and no other word narrows the search", () => {
    expect(SYSTEMS).toEqual(["dnsvs", "cntl", "macauth", "org"]);
    expect(readTerm("lab:crane", [...SYSTEMS, "lab"])).toMatchObject({ system: "lab", term: "crane" });
    expect(readTerm("lab:crane", SYSTEMS)).toMatchObject({ system: null, term: "lab:crane" });
  });

  it.each(["", "  ", "dnsvs:", "macauth: ", "org:  ", "cntl:s/"])(
    "[SRCH-14] an empty term (%j) is ignored",
    (text) => {
      expect(reading(text)).toBe("empty");
    },
  );

  it.each([
    ["811", { vlan: 811, vxlan: 811 }],
    ["0811", { vxlan: 811 }],
    ["0", { vxlan: 0 }],
    ["-5", undefined],
    ["8.5", undefined],
  ])("[SRCH-15] [SRCH-18] the number %s as VLAN id and as VXLAN id", (text, classes) => {
    expect(reading(text)).toEqual({ term: text, ...(classes === undefined ? {} : { classes }) });
  });

  it.each([
    ["47.11", { vxlan: 4711, bcdId: "47.11" }],
    ["00.47.11", { vxlan: 4711, bcdId: "00.47.11" }],
    ["4.7.11", undefined],
  ])("[SRCH-18] %s read as a BCD id has the digits of a VXLAN id", (text, classes) => {
    expect(reading(text)).toEqual({ term: text, ...(classes === undefined ? {} : { classes }) });
  });

  it.each([
    ["10.0.16.1", { address: "10.0.16.1" }],
    ["10.0.16.1/32", { address: "10.0.16.1" }],
    ["10.0.16.0/24", { network: "10.0.16.0/24" }],
    ["10.0.16.77/24", { network: "10.0.16.0/24" }],
    ["2001:DB8:0::1", { address: "2001:db8::1" }],
    ["2001:db8::/32", { network: "2001:db8::/32" }],
    ["10.0.16", undefined],
    ["10.0.16.256", undefined],
    ["10.0.16.1/33", undefined],
  ])("[SRCH-16] the address %s, with optional prefix", (text, classes) => {
    expect(reading(text)).toEqual({ term: text, ...(classes === undefined ? {} : { classes }) });
  });

  it.each([
    ["020300000064", "020300000064"],
    ["02-03-00-00-00-64", "020300000064"],
    ["0203.0000.0064", "020300000064"],
    ["02 03 00 00 00 6F", "02030000006f"],
    ["<02:03:00:00:00:64>", "020300000064"],
    ["00:03:00:ff:fe:00:00:64", "000300fffe000064"],
    ["02:03:00:00:00", undefined],
    ["02:03:00:00:00:64:0", undefined],
  ])("[SRCH-17] 12 or 16 hex digits in %s are a MAC address", (text, mac) => {
    const read = readTerm(text, SYSTEMS);
    expect(read.kind === "search" ? read.classes.mac : null).toBe(mac);
  });

  it("[SRCH-19] a term is searched in every meaning that it can have", () => {
    expect(reading("123456789012")).toEqual({
      term: "123456789012",
      classes: { vlan: 123456789012, vxlan: 123456789012, mac: "123456789012" },
    });
  });

  it.each([
    ["!barrelroll", "barrelroll"],
    [" !Barrel-Roll ", "barrelroll"],
    ["!color blind", "colourblind"],
    ["!April FOOLS", "aprilfools"],
    ["!unknown", null],
    ["!", null],
    ["barrelroll", null],
    ["barrelroll!", null],
  ])("[EGG-09] %s is the joke %s", (text, joke) => {
    const read = readTerm(text, SYSTEMS);
    expect(read.kind === "joke" ? read.joke : null).toBe(joke);
    expect(read.kind).toBe(joke === null ? "search" : "joke");
  });

  it("128 characters are accepted, and 129 are not", () => {
    expect(reading("ä".repeat(128))).toEqual({ term: "ä".repeat(128) });
    expect(reading("ä".repeat(129))).toBe("tooLong");
  });
});
