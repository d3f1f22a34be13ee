import { describe, expect, it } from "vitest";
import { isObject, type Json } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { keySearches } from "../../../server/sql/key-searches.ts";
import { planSteps } from "../../../server/wapi/call/plan.ts";
import { halvesOf } from "../../../server/wapi/list/halves.ts";
import type { ListPlan } from "../../../server/wapi/plan.ts";

const catalogue = await loadCatalogue();
const LIMIT = { fetch_limit: 10 };
const OTHERS = ["nd.vlan", "nd.bcd", "nd.vxlan", "nd.ip_subnet", "nd.room", "nd.bldg", "nd.site", "dns.fqdn"];

function plansOf(steps: readonly Json[]): readonly ListPlan[] {
  return planSteps(steps, catalogue).filter((plan) => plan.kind === "list");
}

const described = OTHERS.map((name) => ({
  name: `${name}.list`,
  old: {
    ...LIMIT,
    [name === "nd.bldg" || name === "nd.site" ? "title_regexp_ic" : "description_regexp_ic"]: "web",
  },
}));
const byName = [
  { name: "dns.record.list", old: { ...LIMIT, fqdn_regexp: "web" } },
  { name: "nd.device.list", old: { ...LIMIT, fqdn_regexp: "web" } },
  { name: "dns.fqdn.list", old: { ...LIMIT, value_regexp: "web" } },
];

describe("the two halves of a call of many lists", () => {
  it("have each list once, in the order of the call, and the first half has the lists that share a search", () => {
    const plans = plansOf([...described, ...byName, ...described]);
    const [first = [], second = []] = halvesOf(plans, catalogue) ?? [];
    const positions = [first, second].map((half) => half.map(({ position }) => position));
    expect(positions.flat().sort((a, b) => a - b)).toEqual(plans.map(({ position }) => position));
    for (const half of positions) expect(half).toEqual(half.toSorted((a, b) => a - b));
    const sharing = plans.filter(
      ({ type, conditions }) => keySearches(type, catalogue, conditions).length > 0,
    );
    expect(sharing.length).toBe(3);
    expect(first).toEqual(expect.arrayContaining([...sharing]));
    expect(second.length).toBeGreaterThan(first.length);
  });

  it("are equally long if no search is shared", () => {
    const halves = halvesOf(plansOf(described), catalogue);
    expect(halves?.map(({ length }) => length)).toEqual([4, 4]);
  });

  it.each([
    ["few lists", described.slice(1)],
    ["a list without an end", [...described, { name: "nd.vlan.list" }]],
    [
      "joined lists",
      [
        ...described.map((step, at) => ({ idx: `s${String(at)}`, ...step })),
        { name: "nd.vlan.list", old: LIMIT, inner_join_ref: { s1: "default" } },
      ],
    ],
    ["lists that all share a search", Array.from({ length: 9 }, () => byName[0] ?? null)],
  ])("are none for %s", (_, steps) => {
    const plans = plansOf(steps.filter(isObject));
    expect(plans).toHaveLength(steps.length);
    expect(halvesOf(plans, catalogue)).toBeNull();
  });
});
