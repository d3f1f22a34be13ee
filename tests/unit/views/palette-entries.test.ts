import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Counts } from "#core/search/counts";
import { mergeResults } from "#core/search/merge-results";
import { searchSystems } from "#core/search/kinds";
import { readTerm } from "#core/search/read-term";
import { searchSteps } from "#core/search/search-steps";
import type { SearchingState } from "#core/search/searching";
import { searchGroups, type Entry, type Group } from "../../../src/views/palette/entries.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

interface Searched {
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly counts?: Counts;
  readonly isOwn?: boolean;
  readonly limit?: number;
}

/** The lines for rows by step. */
function groupsOf(text: string, { rows, counts, isOwn = true, limit = 25 }: Searched): readonly Group[] {
  const reading = readTerm(text, searchSystems(catalogue));
  if (reading.kind !== "search") throw new Error(`${text} is not searched`);
  const options = { isOwn, limit };
  const steps = searchSteps(reading, options, { catalogue, toAscii: (name) => name });
  const found = mergeResults(reading, options, steps, rows, catalogue);
  const state: SearchingState = {
    text,
    options,
    reading,
    phase: "done",
    found,
    counts: counts ?? null,
    fault: null,
  };
  const say = (key: string, values = {}) => [key, ...Object.values(values)].join(" ");
  return searchGroups({ say, locale: "en", catalogue, commands: [] }, state);
}

const drawn = ({ main, notes }: Entry): string =>
  [main, ...notes].map((parts) => parts.map(({ text }) => text).join("")).join(" | ");
const bcds = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({ gpk: `bcd-${String(at)}`, name: `iap-${String(at)}` }));
const BCD = "nd.bcd name_regexp name";

describe("results of the search as rows", () => {
  it("[SRCH-56] five results of a kind are shown, and on demand all with their exact number", () => {
    const [group] = groupsOf("iap", { rows: { [BCD]: bcds(17) } });
    expect(group?.count).toBe("17");
    expect(group?.entries.map(drawn)).toEqual([
      "iap-0",
      "iap-1",
      "iap-2",
      "iap-3",
      "iap-4",
      "views.palette.all 17",
    ]);
    expect(group?.entries.at(-1)?.act).toMatchObject({ href: "/object/nd.bcd?name_regexp=iap&is_own=true" });
    expect(groupsOf("iap", { rows: { [BCD]: bcds(5) } })[0]?.entries).toHaveLength(5);
  });

  it.each([
    ["its own ones until others are wanted", true, { count: 90, own: 34 }, "34", "views.palette.all 34"],
    ["all that may be read", false, { count: 90, own: 34 }, "90", "views.palette.all 90"],
    ["no more than are counted", false, { count: 201, own: 0 }, "200+", "views.palette.moreThan 200"],
  ])("[SRCH-56] the number of a kind that was cut is counted: %s", (_, isOwn, counted, count, all) => {
    const counts = new Map([["nd.bcd", counted]]);
    const [group] = groupsOf("iap", { rows: { [BCD]: bcds(25) }, isOwn, counts });
    expect(group?.count).toBe(count);
    expect(group?.entries.slice(5).map(drawn)).toEqual([all]);
  });

  it("[SRCH-56] until that number is counted the list says that there are more", () => {
    const [group] = groupsOf("iap", { rows: { [BCD]: bcds(25) } });
    expect(group?.count).toBe("25+");
    expect(group?.entries.slice(5).map(drawn)).toEqual(["views.palette.moreThan 25"]);
  });

  it("[SRCH-56] a reader who chooses how many results are requested sees that many", () => {
    const [group] = groupsOf("iap", { rows: { [BCD]: bcds(50) }, limit: 100 });
    expect(group?.entries).toHaveLength(50);
  });

  it("[SRCH-61] only the first result is shown as the best", () => {
    const groups = groupsOf("iap", {
      rows: { [BCD]: bcds(3), "cntl.group name_regexp name": [{ gpk: "grp-1", name: "iap" }] },
    });
    expect(groups.map(({ id }) => id)).toEqual(["cntl.group", "nd.bcd"]);
    const best = groups.flatMap(({ entries }) => entries).filter(({ isBest }) => isBest);
    expect(best.map(drawn)).toEqual(["iap"]);
  });

  it("[SRCH-62] a result that was found by its description, serial number or title shows it", () => {
    const row = { gpk: "bcd-1", name: "scc-net", description: "Drucker im Keller" };
    const shown = (text: string, step: string, one: Row): readonly string[] =>
      groupsOf(text, { rows: { [step]: [one] } }).flatMap(({ entries }) => entries.map(drawn));
    expect(shown("keller", "nd.bcd description_regexp_ic words", row)).toEqual([
      "scc-net | Drucker im Keller",
    ]);
    expect(shown("scc", BCD, row)).toEqual(["scc-net"]);
    const device = { gpk: "dev-1", fqdn: "sw-1.example.", serial_number: "FOC4711X" };
    expect(shown("c4711", "nd.device serial_number_regexp_ic words", device)).toEqual([
      "sw-1.example. | FOC4711X",
    ]);
    const site = { gpk: "site-1", name: "CN", title: "Campus Nord" };
    expect(shown("nord", "nd.site title_regexp_ic name", site)[0]).toContain("Campus Nord");
  });

  it("[SRCH-59] foreign objects are reported with their numbers, and shown on request", () => {
    const counts: Counts = new Map([
      ["nd.bcd", { count: 5, own: 2 }],
      ["cntl.group", { count: 1, own: 1 }],
      ["dns.fqdn", { count: 201, own: 0 }],
    ]);
    const last = groupsOf("iap", { rows: { [BCD]: bcds(2) }, counts }).at(-1);
    expect(last?.entries.map(drawn)).toEqual(["views.palette.notOwn | BCDs 3 | FQDNs 200+"]);
    expect(last?.entries[0]?.act).toEqual({ set: "allObjects" });
  });

  it("[SRCH-59] foreign objects are not reported if there are none or if all objects are searched", () => {
    const none: Counts = new Map([["nd.bcd", { count: 2, own: 2 }]]);
    const ids = (searched: Searched) => groupsOf("iap", searched).map(({ id }) => id);
    expect(ids({ rows: { [BCD]: bcds(2) }, counts: none })).toEqual(["nd.bcd"]);
    expect(ids({ rows: {}, counts: none })).toEqual([]);
    expect(ids({ rows: {} })).toEqual(["wider"]);
    const some: Counts = new Map([["nd.bcd", { count: 5, own: 2 }]]);
    expect(ids({ rows: { [BCD]: bcds(2) }, counts: some, isOwn: false })).toEqual(["nd.bcd"]);
  });

  it("the smallest subnet is marked only if an address was searched", () => {
    const title = (text: string, idx: string) =>
      groupsOf(text, {
        rows: { [idx]: [{ gpk: "net-1", cidr: "10.0.0.0/24", bcd: "a", description: "iap" }] },
      }).find(({ id }) => id === "nd.ip_subnet")?.title;
    expect(title("10.0.0.7", "nd.ip_subnet cidr address")).toBe("Subnet · smallest that holds it");
    expect(title("iap", "nd.ip_subnet description_regexp_ic words")).toBe("Subnet");
  });
});
