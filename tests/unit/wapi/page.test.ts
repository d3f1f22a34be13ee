import { beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import type { Actor } from "../../../server/access/actor.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import { hidden, pageSearch, type PageSearch } from "../../../server/wapi/list/page.ts";
import { planSteps } from "../../../server/wapi/call/plan.ts";
import { visitor } from "../../support/park.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

function member(scopes: number, bcds: number, permissions: readonly string[] = []): Actor {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n + 1));
  const actor = visitor([], permissions);
  return { ...actor, sets: { ...actor.sets, scopes: ids(scopes), bcds: ids(bcds) } };
}

function search(name: string, old: Json, actor: Actor, sortsByJoin: boolean): PageSearch {
  const [plan] = planSteps([{ name: `${name}.list`, old }], catalogue);
  if (plan?.kind !== "list") throw new Error("a list is planned");
  return pageSearch(plan, actor, catalogue, sortsByJoin);
}

function planned(name: string, old: Params, actor: Actor): unknown {
  const page = search(name, { fetch_limit: 50, ...old }, actor, false);
  if (page.findsFirst) return "find first";
  return page.kind === "merge" ? page.branches.map(({ column }) => column) : page.expressions;
}

describe("the search for the ids of a page", () => {
  const few = member(20, 30);

  it("merges few sets: names by one column, records by two", () => {
    expect(planned("dns.fqdn", {}, few)).toEqual(["scope"]);
    expect(planned("dns.record", {}, few)).toEqual(["scope", "bcd"]);
    expect(planned("dns.record", { is_own: true }, few)).toEqual(["scope"]);
    expect(planned("dns.record", { type: "A", fqdn_regexp: "lab" }, few)).toEqual(["scope", "bcd"]);
  });

  it("merges up to five hundred members, and searches matches first if there are more than fifty", () => {
    expect(planned("dns.fqdn", {}, member(500, 0))).toEqual(["scope"]);
    expect(planned("dns.fqdn", {}, member(501, 0))).toBe("none");
    expect(planned("dns.record", {}, member(250, 250))).toEqual(["scope", "bcd"]);
    expect(planned("dns.record", {}, member(250, 251))).toBe("none");
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, member(50, 0))).toEqual(["scope"]);
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, member(51, 0))).toBe("find first");
  });

  it("merges only with a limit, and with an order that needs no other table", () => {
    const of = (old: Json, sortsByJoin: boolean): string => search("dns.fqdn", old, few, sortsByJoin).kind;
    expect(of({ fetch_limit: 50 }, false)).toBe("merge");
    expect(of({ fetch_limit: 50 }, true)).toBe("scan");
    expect(of({ fetch_offset: 50 }, false)).toBe("scan");
  });

  it("keeps the order for conditions without an index of their own, in any combination", () => {
    const dict = (filter_params_dict: Json): unknown => planned("dns.fqdn", { filter_params_dict }, few);
    expect(dict({ value: { ge: "a" }, is_zone_apex: { eq: true } })).toEqual(["scope"]);
    expect(dict({ _or: [{ value: { regexp: "a" } }, { _not: { description: { ne: "x" } } }] })).toEqual([
      "scope",
    ]);
    expect(dict({ value: { eq: "a.example.com." } })).toBe("none");
    expect(dict({ _or: [{ value: { ge: "a" } }, { value: { in: ["b.example.com."] } }] })).toBe("none");
    expect(dict({ _not: { parent: { eq: "example.com." } } })).toBe("none");
    expect(planned("dns.fqdn", { type: "domain" }, few)).toEqual(["scope"]);
    expect(planned("dns.fqdn", { description: null }, few)).toEqual(["scope"]);
  });

  it("does not merge many sets, all rows, or conditions with an index of their own", () => {
    expect(planned("dns.fqdn", {}, member(600, 0))).toBe("none");
    expect(planned("dns.fqdn", {}, member(20, 30, ["dns.ro:fqdn"]))).toBe("none");
    expect(planned("dns.fqdn", { parent: "example.org." }, few)).toBe("none");
    expect(planned("dns.record", { target_ipaddr: "10.0.0.1" }, few)).toBe("none");
  });

  it.each([
    ["lab1", "find first"],
    ["(?i)web[0-9]+", "find first"],
    ["ab{10}", "match rows"],
    ["ab{2,12}-", "match rows"],
    ["abc|de", "match rows"],
    ["abc|de-", "find first"],
    ["pc-1", "find first"],
    ["\\.ed", "find first"],
    ["^ed", "find first"],
    ["ed$", "find first"],
    ["p-1", "find first"],
    ["8\\.b", "find first"],
    ["-1", "match rows"],
    ["ed.", "match rows"],
    ["ed+", "match rows"],
    ["ed?-", "match rows"],
    ["e\\.?d", "match rows"],
    ["abc|d", "match rows"],
    ["abc?d", "match rows"],
    ["[abc]{3}", "match rows"],
    ["(abc)", "match rows"],
    ["\\dbc", "match rows"],
  ])("finds matches of %s by: %s", (expression, expected) => {
    expect(planned("dns.fqdn", { value_regexp: expression }, member(600, 0))).toBe(expected);
  });

  it("finds matches of other letters in the same way", () => {
    expect(planned("dns.fqdn", { value_regexp_ic: "LAB1" }, member(600, 0))).toBe("find first");
  });

  it("keeps the order for a filter that most rows pass, and not for one that few rows pass", () => {
    expect(planned("dns.record", { is_in_bcd: true }, few)).toEqual(["scope", "bcd"]);
    expect(planned("dns.record", { bcd: "web-1" }, few)).toBe("none");
  });

  it("with many members of sets finds matches before merging, and with few members after merging", () => {
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, few)).toEqual(["scope"]);
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, member(60, 0))).toBe("find first");
    expect(planned("dns.fqdn", { value_regexp: "la" }, member(60, 0))).toEqual(["scope"]);
  });

  it("hides sets from the planner", () => {
    expect(hidden('t."bcd" = any({bcds}) and l.g = any({groups})')).toBe(
      '((t."bcd" in (select unnest({bcds}))) is true) and l.g = any((select {groups})::bigint[])',
    );
  });
});
