import { beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Params } from "#contract/wire/json";
import { buildCatalogue, type Catalogue } from "#core/catalogue/catalogue";
import { searchKinds, searchSystems } from "#core/search/kinds";
import { readTerm } from "#core/search/read-term";
import { searchSteps, type SearchOptions, type SearchStep } from "#core/search/search-steps";
import { toAscii } from "../../../src/editor/screen/to-ascii.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";
import { describedRows, portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function steps(text: string, options: SearchOptions = { isOwn: true, limit: 25 }) {
  const reading = readTerm(text, searchSystems(catalogue));
  return reading.kind === "search" ? searchSteps(reading, options, { catalogue, toAscii }) : [];
}

/** Texts beside the names of an object; those of MAC clients have no other name. */
function isBeside({ kind, search }: SearchStep): boolean {
  return /^(description|title|serial_number)_/.test(search.filter) && kind.object !== "macauth.client";
}

function filtersOf(found: readonly SearchStep[]): Readonly<Record<string, readonly Params[]>> {
  const all: Record<string, Params[]> = {};
  for (const { kind, filter } of found) (all[kind.object] ??= []).push(filter);
  return all;
}

/** Filters of the steps for names and meanings by object type, without those that every step has. */
function filters(text: string): Readonly<Record<string, readonly Params[]>> {
  return filtersOf(steps(text).filter((one) => !isBeside(one)));
}

/** Types that the search finds, but by no filter that takes a name. */
const WITHOUT_NAME = ["dns.ip_addr", "nd.ip_subnet", "nd.vxlan", "dhcp.static_assignment", "nd.sighting"];

describe("steps of the global search (wire contract 7.9)", () => {
  it("[SRCH-35] every step is sent with is_own, fetch_limit and sorting", () => {
    const all = [...steps("811"), ...steps("www"), ...steps("10.0.16.1"), ...steps("02:03:00:00:00:64")];
    const asked = new Set(all.map(({ kind }) => kind.object));
    expect(searchKinds(catalogue).filter(({ object }) => !asked.has(object))).toEqual([]);
    for (const { step, kind } of all) {
      expect(step.old).toMatchObject({
        is_own: kind.hasOwners,
        fetch_limit: 25,
        sorting_params_list: kind.sorting,
      });
      expect(kind.sorting.length).toBeGreaterThan(0);
    }
    expect(steps("www", { isOwn: false, limit: 25 })[0]?.step.old).toMatchObject({ is_own: false });
  });

  it("[CONST-11] the limits to choose from are offered, 25 by default", () => {
    expect(LIMITS.searchLimits).toEqual([5, 25, 50, 100, 500, 0]);
    expect(LIMITS.searchLimit).toBe(25);
    expect(steps("www", { isOwn: true, limit: 500 })[0]?.step.old).toMatchObject({ fetch_limit: 500 });
  });

  it("[CONST-12] unlimited sends no fetch_limit", () => {
    for (const { step } of steps("www", { isOwn: true, limit: 0 }))
      expect(step.old).not.toHaveProperty("fetch_limit");
  });

  it.each([
    ["nd.bcd", [{ name_regexp: "www" }]],
    ["dns.fqdn", [{ value_regexp: "www" }]],
    ["nd.device", [{ fqdn_regexp: "www" }]],
    ["cntl.group", [{ name_regexp: "(?i)www" }]],
    ["nd.vlan", [{ name_regexp: "(?i)www" }]],
    ["macauth.client", [{ description_regexp_ic: "www" }]],
    ["dns.record", [{ fqdn_regexp: "www" }, { data_regexp: "(?i)www" }]],
    ["org.unit", [{ fq_name_regexp: "(?i)www" }, { short_name_regexp: "(?i)www" }]],
    [
      "cntl.mgr",
      [
        { login_name_regexp: "www", is_sub: false },
        { full_name_regexp_ic: "www", is_sub: false },
      ],
    ],
  ])(
    "[SRCH-37] [SRCH-38] [SRCH-39] [SRCH-40] [SRCH-41] [SRCH-42] [SRCH-43] [SRCH-44] [SRCH-47] [SRCH-54] a name is searched in %s by %j",
    (object, expected) => {
      expect(filters("www")[object]).toEqual(expected);
    },
  );

  it("a name is not searched in any other kind", () => {
    const named = searchKinds(catalogue).filter(({ object }) => !WITHOUT_NAME.includes(object));
    expect(
      Object.keys(filters("www")).toSorted(),
      "WITHOUT_NAME in tests/unit/core/search-steps.test.ts has the types whose filters take no name",
    ).toEqual(named.map(({ object }) => object).toSorted());
  });

  it.each([
    ["811", "nd.vlan", [{ id: 811 }, { name_regexp: "(?i)811" }]],
    ["811", "nd.vxlan", [{ vni: 811 }]],
    ["5000", "nd.vlan", [{ name_regexp: "(?i)5000" }]],
    ["47.11", "nd.vxlan", [{ vni: 4711 }]],
    ["0", "nd.vxlan", undefined],
    ["1000000", "nd.vxlan", undefined],
    [
      "02:03:00:00:00:6F",
      "macauth.client",
      [{ mac_addr: "02030000006f" }, { description_regexp_ic: "02:03:00:00:00:6F" }],
    ],
    ["0003.00ff.fe00.006F", "nd.sighting", [{ mac_addr: "000300fffe00006f" }]],
    ["10.0.16.1", "nd.ip_subnet", [{ cidr: "10.0.16.1" }]],
    ["10.0.16.9/24", "nd.ip_subnet", [{ cidr: "10.0.16.0/24" }]],
    ["10.0.16.1", "dns.ip_addr", [{ value: "10.0.16.1" }]],
    ["10.0.16.0/24", "dns.ip_addr", [{ cidr: "10.0.16.0/24" }]],
    [
      "10.0.16.1",
      "dns.record",
      [
        { fqdn_regexp: "10\\.0\\.16\\.1" },
        { data_regexp: "(?i)10\\.0\\.16\\.1" },
        { data_regexp: "^10\\.0\\.16\\.1$" },
      ],
    ],
    [
      "10.0.16.9/24",
      "dns.record",
      [{ data_regexp: "(?i)10\\.0\\.16\\.9/24" }, { target_cidr: "10.0.16.0/24" }],
    ],
    ["2001:DB8:0::1", "dns.record", [{ data_regexp: "(?i)2001:DB8:0::1" }, { data_regexp: "^2001:db8::1$" }]],
  ])(
    "[SRCH-15] [SRCH-16] [SRCH-17] [SRCH-18] [SRCH-44] [SRCH-45] [SRCH-46] [SRCH-48] [SRCH-19] the term %s in %s",
    (text, object, expected) => {
      expect(filters(text)[object]).toEqual(expected);
    },
  );

  it.each([
    ["WWW.Example", "dns.fqdn", [{ value_regexp: "www\\.example" }]],
    ["a+b", "dns.record", [{ data_regexp: "(?i)a\\+b" }]],
    ["Otto [B]", "cntl.mgr", [{ full_name_regexp_ic: "Otto \\[B\\]", is_sub: false }]],
    ["s/^(web|mail)", "dns.fqdn", [{ value_regexp: "^(web|mail)" }]],
    ["s/^Web", "dns.record", [{ fqdn_regexp: "^Web" }, { data_regexp: "^Web" }]],
  ])("[SRCH-10] [SRCH-11] %s in %s: literal and ignoring case, or unchanged", (text, object, expected) => {
    expect(filters(text)[object]).toEqual(expected);
  });

  it.each([
    ["dnsvs:811", ["dns.fqdn", "dns.record", "nd.bcd", "nd.vlan", "nd.vxlan"]],
    ["dnsvs:10.0.16.1", ["dns.fqdn", "dns.record", "nd.ip_subnet", "nd.vlan"]],
    ["macauth:811", ["macauth.client"]],
    ["org:811", ["org.unit"]],
    ["cntl:811", ["cntl.group", "cntl.mgr"]],
    ["dnsvs:", []],
  ])("[SRCH-12] [SRCH-13] %s searches %j", (text, objects) => {
    expect(
      Object.keys(filters(text)).toSorted(),
      "a type with this `search.system` stands in the row of this test and in SRCH-13 of docs/contract/requirements.md",
    ).toEqual(objects);
  });

  it.each([
    ["a b", ["nd.bcd", "dns.fqdn", "cntl.group"], "no part of these names has a blank"],
    ["a/b", ["nd.bcd", "dns.fqdn", "cntl.group"], "nor a slash"],
    ["a.b", ["nd.bcd", "cntl.group"], "a dot is in names of hosts alone"],
    ["a_b", ["nd.bcd"], "BCDs have no underscore"],
    ["a".repeat(24), ["nd.bcd"], "nor 24 characters"],
  ])("[SRCH-20] [SRCH-21] a search for %s leaves out only %j: %s", (text, left) => {
    const asked = Object.keys(filters(text));
    const names = ["nd.bcd", "dns.fqdn", "org.unit", "cntl.group"];
    expect(names.filter((object) => !asked.includes(object))).toEqual(left);
    expect(asked).toContain("dns.record");
  });

  it("[SRCH-21] the pattern and the length of the data type decide, whatever they are", async () => {
    const { metadata, dataTypes } = describedRows(await loadCatalogue());
    const narrowed = dataTypes.map((one) =>
      one.name === "bcd_name" ? { ...one, part_pattern: "^[0-9]*$", text_length: 3 } : one,
    );
    const changed = buildCatalogue({ metadata, dataTypes: narrowed }, KNOWN);
    const asked = (text: string): readonly string[] => {
      const reading = readTerm(text, searchSystems(changed));
      if (reading.kind !== "search") throw new Error("a term is searched");
      const found = searchSteps(reading, { isOwn: true, limit: 25 }, { catalogue: changed, toAscii });
      return found.flatMap(({ kind, search }) =>
        kind.object === "nd.bcd" && search.filter === "name_regexp" ? [kind.object] : [],
      );
    };
    expect(["471", "www", "4711"].map(asked)).toEqual([["nd.bcd"], [], []]);
  });

  it("[SRCH-20] [SRCH-21] the path of an organisational unit is checked by its own pattern, without slashes", () => {
    expect(filters("a/b")["org.unit"]).toEqual([{ short_name_regexp: "(?i)a/b" }]);
    expect(filters("UTM::RZ")["org.unit"]?.[0]).toEqual({ fq_name_regexp: "(?i)UTM::RZ" });
  });

  it("a name in another script is searched in its stored form", () => {
    expect(filters("bücher")["dns.fqdn"]).toEqual([{ value_regexp: "xn--bcher-kva" }]);
  });

  it("a term is not searched in kinds that would refuse its expression as too long", () => {
    expect(filters(".".repeat(128))["dns.record"]).toEqual([{ fqdn_regexp: "\\.".repeat(128) }]);
  });

  it.each([
    ["nd.bcd", ["description_regexp_ic"]],
    ["nd.ip_subnet", ["description_regexp_ic"]],
    ["nd.vlan", ["description_regexp_ic"]],
    ["nd.vxlan", ["description_regexp_ic"]],
    ["nd.device", ["description_regexp_ic", "serial_number_regexp_ic"]],
    ["nd.site", ["title_regexp_ic"]],
    ["nd.bldg", ["title_regexp_ic"]],
    ["nd.room", ["description_regexp_ic"]],
    ["dhcp.static_assignment", ["description_regexp_ic"]],
    ["dns.fqdn", ["description_regexp_ic"]],
    ["org.unit", ["title_regexp_ic"]],
    ["cntl.group", ["description_regexp_ic"]],
    ["cntl.mgr", ["description_regexp_ic"]],
  ])("[SRCH-62] %s is also found by its %j", (object, expected) => {
    const beside = steps("the old one").filter((one) => isBeside(one) && one.kind.object === object);
    expect(beside.map(({ search: { filter } }) => filter)).toEqual(expected);
    for (const { search, filter } of beside) expect(filter[search.filter]).toBe("the old one");
  });

  it("[SRCH-63] a static assignment is also found by its description", () => {
    const found = steps("printer").filter(({ kind }) => kind.object === "dhcp.static_assignment");
    expect(found.map(({ filter }) => filter)).toEqual([{ description_regexp_ic: "printer" }]);
  });

  it.each(["de", "a-b", "4.7", "s/^de?$"])(
    "[SRCH-62] a description or serial number of %s is not searched, because it has no index",
    (text) => {
      expect(steps(text).filter(({ search }) => search.by === "words")).toEqual([]);
      const ofDevices = (term: string): readonly string[] =>
        steps(term).flatMap((one) =>
          one.kind.object === "nd.device" && isBeside(one) ? [one.search.filter] : [],
        );
      expect(ofDevices(text)).toEqual([]);
      expect(ofDevices(`${text}net`)).toEqual(["description_regexp_ic", "serial_number_regexp_ic"]);
    },
  );

  it.each([
    ["30.22", "nd.bldg", [{ number_regexp_ic: "30\\.22" }, { address_regexp_ic: "30\\.22" }]],
    ["Hörsaal", "nd.room", [{ name_regexp_ic: "Hörsaal" }]],
    ["campus", "nd.site", [{ name_regexp_ic: "campus" }]],
    ["471", "req.ticket", [{ number: 471 }, { subject_regexp_ic: "471" }]],
    ["iphone", "dhcp.lease", [{ hostname_regexp_ic: "iphone" }]],
    ["02-03-00-00-00-6f", "dhcp.lease", [{ mac_addr: "02030000006f" }]],
    ["02-03-00-00-00-6f", "dhcp.static_assignment", [{ mac_addr: "02030000006f" }]],
    ["10.0.16.1", "dhcp.static_assignment", [{ ip_addr: "10.0.16.1" }]],
    ["10.0.16.1", "dhcp.lease", [{ ip_addr: "10.0.16.1" }]],
  ])("[SRCH-63] the term %s in %s", (text, object, expected) => {
    expect(filters(text)[object]).toEqual(expected);
  });

  it("[SRCH-55] the steps of a search are in the order of the kinds, and so are their results", () => {
    const asked = steps("811").map(({ kind }) => kind.object);
    const order = searchKinds(catalogue).map(({ object }) => object);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked).toEqual(asked.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  });

  it("[SRCH-64] all rows of types without own rows are searched", () => {
    const unowned = searchKinds(catalogue).filter(({ hasOwners }) => !hasOwners);
    expect(unowned.map(({ object }) => object)).toEqual(["nd.site", "nd.bldg", "nd.room"]);
    for (const isOwn of [true, false])
      for (const { kind, step } of steps("campus", { isOwn, limit: 25 }))
        expect(step.old?.["is_own"]).toBe(isOwn && kind.hasOwners);
  });

  it("every kind shows attributes of its type, and filters that its list has", () => {
    for (const { object, shown, sorting, searches } of searchKinds(catalogue)) {
      const type = catalogue.objectType(object);
      for (const name of [...shown, ...sorting.map((entry) => entry.replace(/ DESC$/, ""))])
        expect(type?.attribute(name), `${object}.${name}`).not.toBeNull();
      const parameters = catalogue.fn(object, "list")?.parameters ?? {};
      for (const { filter } of searches) expect(Object.keys(parameters)).toContain(filter);
    }
  });
});
