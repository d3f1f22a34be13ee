import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TemplateStep, TemplateVariable } from "#contract/template";
import type { Json, Params } from "#contract/wire/json";
import { toSteps } from "#core/txlist/to-steps";
import { template, variable } from "./template.ts";

const VARIABLES = {
  names: variable({ list: true }),
  more: variable({ list: true, optional: true }),
  none: variable({ list: true, optional: true, nullable: true }),
  kind: variable({ optional: true }),
  owner: variable({ optional: true, nullable: true }),
} as const satisfies Record<string, TemplateVariable>;

/** The step as it is sent, after one step `rows`. */
function sent(step: TemplateStep, variables: Params = {}): TemplateStep | undefined {
  const transaction = [{ idx: "rows", name: "nd.bcd.list" }, step];
  const whole = template({ transaction, variables: VARIABLES, returning: [] });
  return toSteps([{ uuid: "u", ta_type: "json_template", variant: null, template: whole, variables }])[1];
}

const listed = (old: Params, variables: Params = {}) =>
  sent({ name: "dns.record.list", old }, variables)?.old;
const NOTHING = { gpk_list: [] };

describe("an optional variable that stays empty", () => {
  it("[TPL-29] is an empty filter if it is a list, and the filter finds nothing", () => {
    for (const variables of [{}, { more: [], none: [] }, { more: null, none: null }])
      expect(listed({ fqdn_list: "{{more}}", data_list: "{{none}}" }, variables)).toEqual({
        fqdn_list: [],
        data_list: [],
      });
    expect(listed({ filter_params_dict: { fqdn: { in: "{{more}}" } } })).toEqual({
      filter_params_dict: { fqdn: { in: [] } },
    });
  });

  it("[TPL-29] does not narrow if it is one value, and a step without another filter finds nothing", () => {
    expect(listed({ fqdn: "web.", type: "{{kind}}" })).toEqual({ fqdn: "web." });
    expect(listed({ type: "{{kind}}" })).toEqual(NOTHING);
    expect(listed({ fqdn_regexp: "^{{kind}}" })).toEqual(NOTHING);
    expect(listed({ type: "{{kind}}", is_own: true, fetch_limit: 5, sorting_params_list: ["fqdn"] })).toEqual(
      {
        is_own: true,
        fetch_limit: 5,
        sorting_params_list: ["fqdn"],
        ...NOTHING,
      },
    );
    expect(listed({ type: "{{kind}}" }, { kind: "A" })).toEqual({ type: "A" });
    // Null is a value: the rows without an owner.
    expect(listed({ owner: "{{owner}}" }, { owner: null })).toEqual({ owner: null });
  });

  it.each<[string, Json, Json | undefined]>([
    ["one value", { fqdn: { eq: "{{kind}}" } }, undefined],
    ["a negation", { _not: { fqdn: { eq: "{{kind}}" } } }, undefined],
    ["all of none", { _and: [{ fqdn: { eq: "{{kind}}" } }] }, undefined],
    ["an element in all", { hierarchy_gfk_list: { contains: "{{more}}" } }, undefined],
    ["all but none", { fqdn: { not_in: "{{more}}" } }, undefined],
    ["a text in all", { hierarchy_gfk_list: { contains: ["{{kind}}"] } }, undefined],
    ["none of none", { _not: { fqdn: { in: "{{more}}" } } }, undefined],
    ["not one of none", { _not: { _or: [{ fqdn: { eq: "{{kind}}" } }] } }, undefined],
    [
      "a negation of a negation",
      { _not: { _not: { fqdn: { in: "{{more}}" } } } },
      { _not: { _not: { fqdn: { in: [] } } } },
    ],
    ["one of none", { _or: [{ fqdn: { eq: "{{kind}}" } }] }, { _or: [] }],
    [
      "one of several",
      { _or: [{ fqdn: { eq: "{{kind}}" } }, { fqdn: { eq: "a." } }] },
      { _or: [{ fqdn: { eq: "a." } }] },
    ],
    ["beside a fixed condition", { fqdn: { eq: "a.", ne: "{{kind}}" } }, { fqdn: { eq: "a." } }],
    [
      "a fixed condition that holds always",
      { _and: [], fqdn: { not_in: [] } },
      { _and: [], fqdn: { not_in: [] } },
    ],
  ])("[TPL-29] in a condition never makes it hold for more rows: %s", (_, asked, condition) => {
    const expected = condition === undefined ? NOTHING : { filter_params_dict: condition };
    expect(listed({ filter_params_dict: asked })).toEqual(expected);
  });

  it("[TPL-29] needs no other filter in a step that earlier steps narrow", () => {
    const old = { type: "{{kind}}" };
    const name = "dns.record.list";
    expect(sent({ name, old, inner_join_ref: { rows: "default" } })?.old).toEqual({});
    expect(sent({ name, old, union_join_ref: { rows: "default" } })?.old).toEqual({});
    expect(sent({ name, old, old_ref_params: [{ idx: "rows", params: { fqdn: "name" } }] })?.old).toEqual({});
    expect(sent({ name, old, anti_join_ref: { rows: "default" } })?.old).toEqual(NOTHING);
    expect(sent({ name: "dns.fqdn.bulk_update", old })?.old).toEqual(NOTHING);
  });

  it("[TPL-29] does not change a step without filters or the key of an object", () => {
    expect(sent({ name: "dns.record.list" })).not.toHaveProperty("old");
    expect(listed({})).toEqual({});
    expect(listed({ fetch_limit: 3 })).toEqual({ fetch_limit: 3 });
    expect(sent({ name: "dns.fqdn.delete", old: { value: "{{kind}}" } })?.old).toEqual({});
  });

  it("[TPL-30] adds nothing if it is a list of new values, and an update leaves out its parameter", () => {
    const settings = (name: string, variables: Params = {}) =>
      sent({ name, new: { a: "{{more}}", b: "{{none}}", c: [{ d: "{{more}}", e: 1 }] } }, variables)?.new;
    const nested = [{ d: [], e: 1 }];
    expect(settings("dns.record.imp")).toEqual({ a: [], b: [], c: nested });
    expect(settings("nd.bcd.create")).toEqual({ a: [], b: [], c: nested });
    for (const variables of [{}, { more: [], none: [] }]) {
      expect(settings("nd.bcd.update", variables)).toEqual({ b: [], c: nested });
      expect(settings("nd.bcd.bulk_update", variables)).toEqual({ b: [], c: nested });
    }
    expect(settings("nd.bcd.update", { more: ["x"], none: null })).toEqual({
      a: ["x"],
      b: null,
      c: [{ d: ["x"], e: 1 }],
    });
  });

  it("[TPL-29] makes no step of optional filters that is sent without a filter", () => {
    const marker = fc.constantFrom("{{more}}", "{{none}}", "{{kind}}", "{{owner}}", "x{{kind}}y");
    const operator = fc.constantFrom("eq", "ne", "in", "not_in", "contains", "overlaps", "regexp");
    const { condition } = fc.letrec<{ condition: Json }>((tie) => ({
      condition: fc.oneof(
        { depthSize: "small" },
        fc.dictionary(fc.constantFrom("a", "b"), fc.dictionary(operator, marker, { minKeys: 1 }), {
          minKeys: 1,
        }),
        fc.record({ _and: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ _or: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ _not: tie("condition") }),
      ),
    }));
    const filters = fc.oneof(
      fc.dictionary(fc.constantFrom("fqdn", "type_list", "data_regexp"), marker, { minKeys: 1 }),
      fc.record({ filter_params_dict: condition }),
    );
    fc.assert(
      fc.property(filters, (old) => {
        const found = listed(old) ?? {};
        expect(Object.keys(found).length).toBeGreaterThan(0);
        if ("filter_params_dict" in found) expect(extentOf(found["filter_params_dict"])).not.toBe("all");
      }),
    );
  });
});

/** Whether a condition holds for every row, for none, or for some, by its form (wire contract 2.7). */
function extentOf(condition: Json | undefined): "all" | "none" | "some" {
  if (typeof condition !== "object" || condition === null || Array.isArray(condition)) return "some";
  return every(
    Object.entries<Json>(condition).map(([name, value]) => {
      const of = Array.isArray(value) ? value.map((one: Json) => extentOf(one)) : [];
      if (name === "_and") return every(of);
      if (name === "_or") return opposite(every(of.map(opposite)));
      if (name === "_not") return opposite(extentOf(value));
      if (of.length > 0 || !Array.isArray(value)) return extentOf(value);
      return name === "contains" || name === "not_in"
        ? "all"
        : name === "in" || name === "overlaps"
          ? "none"
          : "some";
    }),
  );
}

function every(extents: readonly ("all" | "none" | "some")[]): "all" | "none" | "some" {
  if (extents.includes("none")) return "none";
  return extents.every((one) => one === "all") ? "all" : "some";
}

function opposite(extent: "all" | "none" | "some"): "all" | "none" | "some" {
  return extent === "all" ? "none" : extent === "none" ? "all" : "some";
}
