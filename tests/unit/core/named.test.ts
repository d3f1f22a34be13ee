import { describe, expect, it } from "vitest";
import type { TemplateStep } from "#contract/template";
import type { Params } from "#contract/wire/json";
import { isOpenEnded, namedBy } from "#core/txlist/named";
import type { Planned, PlannedFunction } from "#core/txlist/planned";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { content, simple } from "./planned.ts";
import { template } from "./template.ts";

const catalogue = await portalCatalogue();

function action(name: string, old: Params, now: Params = {}): Planned {
  const at = name.lastIndexOf(".");
  // A name from the table below.
  const object_function = name.slice(at + 1) as PlannedFunction;
  return simple("a", { object_fq_name: name.slice(0, at), object_function, parameters: { old, new: now } });
}

function workflow(...transaction: readonly TemplateStep[]): Planned {
  const whole = template({ transaction, variables: {}, returning: [] });
  return { uuid: "w", ta_type: "json_template", variant: null, template: whole, variables: {} };
}

const records = (old: Params): TemplateStep => ({ idx: "found", name: "dns.record.list", old });
const taken = (name: string, idx = "found"): TemplateStep => ({
  name,
  old_ref_params: [{ idx, params: { fqdn: "fqdn", type: "type", data: "data" } }],
});

describe("objects that an element names", () => {
  it.each<[string, Planned, number]>([
    ["a new object", action("nd.site.create", {}, { name: "x" }), 1],
    ["a changed object", action("nd.site.update", { name: "x" }, { title: "y" }), 1],
    ["a deleted object", action("nd.site.delete", { gpk: "site-1" }), 1],
    [
      "objects in a list of a new one",
      action("cntl.group.create", {}, { name: "g", mgr_list: ["a", "b", "c"] }),
      3,
    ],
    ["a selection by gpk", action("dns.fqdn.bulk_update", { gpk_list: ["a", "b"] }, { description: "x" }), 2],
    ["a selection by key", action("dns.fqdn.bulk_update", { value_list: ["a.", "b.", "c."] }), 3],
    ["a selection by one reference", action("dns.record.bulk_update", { fqdn: "a." }), 1],
    ["a selection by an expression", action("dns.fqdn.bulk_update", { value_regexp: "^a" }), 0],
    ["a selection by a flag", action("dns.fqdn.bulk_update", { is_own: true }), 0],
    ["no object", action("dns.fqdn.bulk_update", { gpk_list: [] }), 0],
    [
      "a condition by key",
      action("dns.fqdn.bulk_update", { filter_params_dict: { value: { in: ["a.", "b."] } } }),
      2,
    ],
    [
      "one condition of several",
      action("dns.fqdn.bulk_update", {
        filter_params_dict: {
          _or: [{ value: { eq: "a." } }, { value: { eq: "b." } }, { description: { eq: "x" } }],
        },
      }),
      2,
    ],
    [
      "a negated condition",
      action("dns.fqdn.bulk_update", { filter_params_dict: { _not: { value: { eq: "a." } } } }),
      0,
    ],
    ["rows of two names", workflow(records({ fqdn_list: ["a.", "b."] }), taken("dns.record.update")), 2],
    [
      "rows of nothing in particular",
      workflow(records({ data_regexp: "^1" }), taken("dns.record.update")),
      0,
    ],
    [
      "rows of a step that another one narrows",
      workflow(
        { idx: "names", name: "dns.fqdn.list", old: { value_list: ["a.", "b."] } },
        { idx: "found", name: "dns.record.list", inner_join_ref: { names: "default" } },
        taken("dns.record.delete"),
      ),
      2,
    ],
    [
      "each row with each other",
      workflow(
        { idx: "names", name: "dns.fqdn.list", old: { value_list: ["a.", "b."] } },
        { idx: "groups", name: "cntl.group.list", old: { name_list: ["x", "y", "z"] } },
        {
          name: "dns.fqdn2group.create",
          new_ref_params: [
            { idx: "names", params: { fqdn: "value" } },
            { idx: "groups", params: { group_name: "name" }, join_type: "cross" },
          ],
        },
      ),
      6,
    ],
    [
      "rows of an import",
      workflow({
        name: "dns.record.imp",
        new: {
          fqdn: "a.",
          import_data: { "dns.record_imp": [{ type: "A", data_list: ["1", "2"] }, { type: "TXT" }] },
        },
      }),
      3,
    ],
    [
      "several steps",
      workflow({ name: "nd.site.create", new: { name: "x" } }, { name: "nd.site.create" }),
      2,
    ],
    ["steps that only read", workflow(records({ fqdn_list: ["a.", "b."] })), 0],
  ])("[TA-71] of %s", (_, item, count) => {
    expect(namedBy(item, catalogue)).toBe(count);
  });

  it("[TA-71] are also those of other elements, if a parameter of their step stands for one object", () => {
    const item = simple("b", { ...content(), new_ref_params: [{ idx: "a", params: { x: "gpk" } }] });
    expect([namedBy(item, catalogue), isOpenEnded(item, catalogue)]).toEqual([1, false]);
  });
});

describe("an element that may change any number of objects", () => {
  it.each<[string, Planned, boolean]>([
    ["a new object", action("nd.site.create", {}, { name: "x" }), false],
    ["a changed object", action("nd.site.update", { name: "x" }), false],
    ["two connected ports", action("nd.p_port.connect", { gpk: "port-1" }), false],
    ["a deleted object that others refer to", action("dns.fqdn.delete", { value: "a." }), true],
    ["a deleted object of an unknown type", action("nd.nothing.delete", { gpk: "x-1" }), true],
    ["a selection", action("dns.fqdn.bulk_update", { gpk_list: ["a"] }), true],
    ["an import", workflow({ name: "dns.record.imp", new: {} }), true],
    ["an update of found rows", workflow(records({}), taken("dns.record.update")), true],
    ["a creation for found rows", workflow(records({}), taken("dns.record.create")), true],
    [
      "a creation beside a list",
      workflow(records({}), { name: "nd.site.create", new: { name: "x" } }),
      false,
    ],
    [
      "a creation for one created row",
      workflow({ idx: "found", name: "dns.record.create", new: {} }, taken("dns.record.update")),
      false,
    ],
  ])("[TA-72] %s", (_, item, expected) => {
    expect(isOpenEnded(item, catalogue)).toBe(expected);
  });
});
