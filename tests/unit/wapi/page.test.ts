import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../server/access/actor.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import { hidden, pagePlan } from "../../../server/wapi/page.ts";
import { planSteps } from "../../../server/wapi/plan-steps.ts";
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

function planned(name: string, old: Record<string, string | number | boolean>, actor: Actor): unknown {
  const [plan] = planSteps([{ name: `${name}.list`, old: { fetch_limit: 50, ...old } }], catalogue);
  if (plan?.kind !== "list") throw new Error("a list is planned");
  const page = pagePlan(plan, actor, catalogue, false);
  if (page.findsFirst) return "find first";
  return page.kind === "merge" ? page.branches.map(({ column }) => column) : page.expressions;
}

describe("how the ids of a page are found", () => {
  const few = member(20, 30);

  it("few sets are merged: names by one column, records by two", () => {
    expect(planned("dns.fqdn", {}, few)).toEqual(["scope"]);
    expect(planned("dns.record", {}, few)).toEqual(["scope", "bcd"]);
    expect(planned("dns.record", { is_own: true }, few)).toEqual(["scope"]);
    expect(planned("dns.record", { type: "A", fqdn_regexp: "lab" }, few)).toEqual(["scope", "bcd"]);
  });

  it("many sets, all rows, and conditions with an index of their own are not", () => {
    expect(planned("dns.fqdn", {}, member(600, 0))).toBe("none");
    expect(planned("dns.fqdn", {}, member(20, 30, ["dns.ro:fqdn"]))).toBe("none");
    expect(planned("dns.fqdn", { parent: "example.org." }, few)).toBe("none");
    expect(planned("dns.record", { target_ipaddr: "10.0.0.1" }, few)).toBe("none");
  });

  it.each([
    ["lab1", "find first"],
    ["(?i)web[0-9]+", "find first"],
    ["abc|de", "match rows"],
    ["abc|de-", "find first"],
    ["pc-1", "find first"],
    ["\\.ed", "find first"],
    ["^ed", "find first"],
    ["ed$", "find first"],
    ["p-1", "match rows"],
    ["ed.", "match rows"],
    ["ed+", "match rows"],
    ["ed?-", "match rows"],
    ["e\\.?d", "match rows"],
    ["abc|d", "match rows"],
    ["abc?d", "match rows"],
    ["[abc]{3}", "match rows"],
    ["(abc)", "match rows"],
    ["\\dbc", "match rows"],
  ])("hits of %s are looked for by: %s", (expression, expected) => {
    expect(planned("dns.fqdn", { value_regexp: expression }, member(600, 0))).toBe(expected);
  });

  it("with many set members hits are looked for before these are merged, with few not", () => {
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, few)).toEqual(["scope"]);
    expect(planned("dns.fqdn", { value_regexp: "lab1" }, member(60, 0))).toBe("find first");
    expect(planned("dns.fqdn", { value_regexp: "la" }, member(60, 0))).toEqual(["scope"]);
  });

  it("sets stay hidden from the planner", () => {
    expect(hidden('t."bcd" = any({bcds}) and l.g = any({groups})')).toBe(
      '((t."bcd" in (select unnest({bcds}))) is true) and l.g = any((select {groups})::bigint[])',
    );
  });
});
