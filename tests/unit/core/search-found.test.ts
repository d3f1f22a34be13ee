import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import { othersIn } from "#core/search/counts";
import { foundFilter } from "#core/search/search-steps";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function filterOf(object: string, term: string) {
  const type = catalogue.objectType(object);
  if (type === null) throw new Error(`no type ${object}`);
  return foundFilter(type, term, { catalogue, toAscii: (name) => name });
}

describe("the filter of a list that the search has opened", () => {
  it.each([
    ["nd.bcd", "web", [{ name: { regexp: "web" } }, { description: { regexp_ic: "web" } }]],
    [
      "nd.vlan",
      "811",
      [{ id: { eq: 811 } }, { name: { regexp: "(?i)811" } }, { description: { regexp_ic: "811" } }],
    ],
    ["nd.room", "s/^lab0+", [{ name: { regexp_ic: "^lab0+" } }, { description: { regexp_ic: "^lab0+" } }]],
  ])("[SRCH-57] of %s has what the search for %s finds", (object, term, any) => {
    expect(filterOf(object, term)).toEqual({ _and: [{ _or: any }] });
  });

  it("[SRCH-57] keeps the conditions that hold for every search of the type", () => {
    expect(filterOf("cntl.mgr", "ott")).toMatchObject({ _and: [{ is_sub: { eq: false } }, {}] });
  });

  it.each([
    ["nd.bcd", ""],
    ["nd.bcd", "s/("],
    ["wapi.function", "web"],
    ["dns.ip_addr", "web"],
  ])("[SRCH-57] of %s is none for %j, which finds nothing there", (object, term) => {
    expect(filterOf(object, term)).toBeNull();
  });
});

describe("numbers of foreign objects", () => {
  it("[SRCH-59] are shown for kinds of objects with results that the account does not own", () => {
    const counts = new Map([
      ["nd.bcd", { count: 34, own: 30 }],
      ["nd.vlan", { count: 3, own: 3 }],
      ["dns.fqdn", { count: 201, own: 12 }],
      ["dns.record", { count: 201, own: 201 }],
    ]);
    expect(othersIn(counts)).toEqual([
      { object: "nd.bcd", count: 4, isMore: false },
      { object: "dns.fqdn", count: 188, isMore: true },
    ]);
  });
});
