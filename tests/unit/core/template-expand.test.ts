import { describe, expect, it } from "vitest";
import type { Template } from "#contract/template";
import type { Fault } from "#contract/wire/fault";
import type { Params } from "#contract/wire/json";
import { resultKeys } from "#core/template/expand";
import { queryWith, offeredBy } from "#core/template/query";
import { blockOf } from "#core/txlist/blocks";
import { exportList, importList } from "#core/txlist/file";
import { plannedTitle, type Planned, type PlannedTemplate } from "#core/txlist/planned";
import { shownResults } from "#core/txlist/results";
import { IDLE } from "#core/txlist/run";
import { runOf } from "#core/txlist/run-end";
import { toSteps } from "#core/txlist/to-steps";
import { template, variable } from "./template.ts";

const FILLED = { fqdn: "www.example.org.", ip: "198.51.100.7" };

function workflow(over: Partial<Template> = {}, variables: Params = FILLED, uuid = "u"): PlannedTemplate {
  return { uuid, ta_type: "json_template", variant: null, template: template(over), variables };
}

/** `new` of the only step, with values in place of markers. */
function filled(params: Params, variables: Template["variables"], values: Params): unknown {
  const transaction = [{ idx: "s", name: "nd.bcd.create", new: params }];
  return toSteps([workflow({ transaction, variables, returning: [] }, values)])[0]?.new;
}

describe("steps of a workflow", () => {
  it("[TPL-24] [TA-28] [TA-37] have the uuid of the element before their idx, and values instead of markers", () => {
    expect(toSteps([workflow()])).toEqual([
      { idx: "u_name", name: "dns.fqdn.create", new: { value: "www.example.org." } },
      {
        idx: "u_a",
        name: "dns.record.create",
        new: { fqdn: "www.example.org.", type: "A", data: "198.51.100.7" },
      },
    ]);
  });

  it("[TPL-35] keep members without a reference and rows of equal names, with the name of their step", () => {
    const referring = { or: ["api_fkey_nd_ip_subnet_bcd"], and: ["api_fkey_nd_vlan_bcd"] };
    const transaction = [
      { idx: "one", name: "nd.bcd.list" },
      {
        idx: "two",
        name: "nd.bcd.list",
        inner_join_ref: { one: null },
        union_join_ref: { "0": null, one: "self" },
        inner_join_noref: referring,
        anti_join_noref: referring,
      },
      { idx: "all", name: "nd.bcd.update", old_ref_idx: "two", new_ref_idx: "one" },
    ];
    expect(toSteps([workflow({ transaction, returning: [] })])).toEqual([
      { idx: "u_one", name: "nd.bcd.list" },
      {
        idx: "u_two",
        name: "nd.bcd.list",
        inner_join_ref: { u_one: null },
        union_join_ref: { u_one: "self" },
        inner_join_noref: referring,
        anti_join_noref: referring,
      },
      { idx: "u_all", name: "nd.bcd.update", old_ref_idx: "u_two", new_ref_idx: "u_one" },
    ]);
  });

  it("[TPL-24] references by idx, default name and position are renamed together with the steps", () => {
    const transaction = [
      { idx: "one", name: "dns.fqdn.list" },
      { name: "nd.bcd.list", inner_join_ref: { one: "default" }, anti_join_ref: { "0": "default" } },
      { name: "nd.bcd.list", union_join_ref: { bcd_list: "self" } },
      {
        name: "dns.record.create",
        old_ref_params: [{ idx: "one", params: { fqdn: "value" }, join_type: "cross" as const }],
        new_ref_params: [{ idx: "2", params: { data: "name" } }],
      },
    ];
    expect(toSteps([workflow({ transaction, returning: [] })])).toEqual([
      { idx: "u_one", name: "dns.fqdn.list" },
      {
        idx: "u_bcd_list",
        name: "nd.bcd.list",
        inner_join_ref: { u_one: "default" },
        anti_join_ref: { u_one: "default" },
      },
      { idx: "u_bcd_list_2", name: "nd.bcd.list", union_join_ref: { u_bcd_list: "self" } },
      {
        idx: "u_record_create",
        name: "dns.record.create",
        old_ref_params: [{ idx: "u_one", params: { fqdn: "value" }, join_type: "cross" }],
        new_ref_params: [{ idx: "u_bcd_list_2", params: { data: "name" } }],
      },
    ]);
  });

  it("[TPL-24] a default name that is taken by an idx gets the position appended", () => {
    expect(resultKeys([{ name: "nd.bcd.list" }, { idx: "bcd_list", name: "nd.vlan.list" }])).toEqual([
      "bcd_list_0",
      "bcd_list",
    ]);
  });

  it("[TPL-21] a marker that is the whole text is replaced by the value itself, and a marker within a text by its text", () => {
    const variables = { v: variable() };
    const steps = (value: Params[string]) => filled({ a: "{{v}}", b: "<{{ v }}>" }, variables, { v: value });
    expect(steps(7)).toEqual({ a: 7, b: "<7>" });
    expect(steps(true)).toEqual({ a: true, b: "<true>" });
    expect(steps(null)).toEqual({ a: null });
    expect(steps(["x", 1])).toEqual({ a: ["x", 1], b: '<["x",1]>' });
    expect(steps("{{w}}")).toEqual({ a: "{{w}}", b: "<{{w}}>" });
  });

  it("[TPL-03] parameters of an empty optional variable are left out", () => {
    const variables = { v: variable({ optional: true }), w: variable() };
    expect(filled({ a: "{{v}}", b: "x{{v}}", c: ["{{v}}", "{{w}}"] }, variables, { w: 1 })).toEqual({
      c: [1],
    });
  });

  it("[TA-52] a failing step belongs to its element, also among other elements", () => {
    const sent = [workflow({}, FILLED, "one"), workflow({}, FILLED, "two")];
    const fault: Fault = {
      type: { name: "not_found", code: -20020 },
      code: 1,
      name: "object_not_found",
      description: "",
      details: {},
      hint: null,
      stepIdx: "two_name",
    };
    expect(runOf("test", sent, { ok: false, fault })).toMatchObject({ failed: "two" });
  });
});

describe("results of a workflow", () => {
  const results = { u_a: [{ gpk: "r-1" }], u_name: [{ gpk: "f-1" }], u: [{ gpk: "x" }] };
  const outcome = { ok: true, lists: results, rolledBack: false, accessMode: "rw" } as const;

  it("[TA-55] [TPL-25] are those of the returning list, with uuid_idx as key, under their names in the chosen language", () => {
    const run = runOf("apply", [workflow()], outcome);
    const result = { key: "u_a", object: "dns.record", rows: [{ gpk: "r-1" }] };
    expect(shownResults(run, "en")).toEqual([{ ...result, title: "Record" }]);
    expect(shownResults(run, "de")).toEqual([{ ...result, title: "Eintrag" }]);
    expect(shownResults(runOf("test", [workflow()], outcome), "en")).toEqual([]);
  });

  it("[TA-55] a step without idx is named by default name or position", () => {
    const over = {
      transaction: [{ name: "nd.bcd.list" }, { name: "nd.bcd.list" }],
      returning: ["bcd_list", "1"].map((idx) => ({ idx, list_display_name: { de: idx, en: idx } })),
    };
    const keys = shownResults(runOf("apply", [workflow(over)], outcome), "en").map(({ key }) => key);
    expect(keys).toEqual(["u_bcd_list", "u_bcd_list_1"]);
  });
});

describe("a workflow in the list", () => {
  it("[TPL-01] is named in the chosen language", () => {
    expect([plannedTitle(workflow(), "de"), plannedTitle(workflow(), "en")]).toEqual([
      "Host anlegen",
      "Create host",
    ]);
  });

  it("[TA-28] can be edited, and blocked like any other", () => {
    const situation = {
      items: [workflow()],
      canUndo: false,
      canRedo: false,
      run: IDLE,
      editing: null,
      isOnline: true,
      isAppliedElsewhere: false,
    };
    expect(blockOf("edit", situation, workflow())).toBeNull();
    expect(blockOf("apply", situation)).toBeNull();
    expect(blockOf("edit", { ...situation, editing: "other" }, workflow())?.key).toBe(
      "core.txlist.block.otherEdit",
    );
  });

  it("[TA-37] [TA-44] is imported from an export with its template and variables; a faulty workflow makes the file invalid", () => {
    const list: readonly Planned[] = [workflow(), workflow({}, { fqdn: "a.", ip: null }, "v")];
    const file = exportList(list, "ada", new Date("2026-11-21T05:07:09Z"));
    expect(importList(file, () => "new")).toEqual({ ok: true, items: list });
    const faulty = [
      { ...workflow(), template: template({ target_api_version: "3.2" }) },
      { uuid: "u", ta_type: "json_template", template: template() },
      { uuid: "u", ta_type: "json_template", template: { transaction: [] }, variables: {} },
    ];
    for (const element of faulty) {
      const text = JSON.stringify({ serialization_version: 2, transaction: [element] });
      expect(importList(text, () => "new")).toEqual({ ok: false, text: { key: "core.txlist.invalidFile" } });
    }
  });
});

describe("the query of a typeahead", () => {
  const target = { read: "rows", shown: "name", stored: "gpk" };

  it("[TPL-09] has the typed text in place of its term, escaped for a regular expression", () => {
    const steps = [
      {
        idx: "rows",
        name: "nd.bcd.list",
        old: {
          name: "{{term}}",
          name_regexp: "^{{term}}",
          filter_params_dict: { _or: [{ name: { regexp_ic: "{{term}}" } }] },
          fetch_limit: 10,
        },
      },
    ];
    expect(queryWith({ ...target, steps }, " a.(b ")).toEqual([
      {
        idx: "rows",
        name: "nd.bcd.list",
        old: {
          name: "a.(b",
          name_regexp: "^a\\.\\(b",
          filter_params_dict: { _or: [{ name: { regexp_ic: "a\\.\\(b" } }] },
          fetch_limit: 10,
        },
      },
    ]);
  });

  it("[TPL-09] [TPL-10] an entry shows display_value and gives return_value, from the list at query_path", () => {
    const lists = {
      rows: [
        { gpk: "bcd-1", name: "web" },
        { gpk: 2, name: null },
        { gpk: null, name: "none" },
      ],
      others: [{ gpk: "x", name: "x" }],
    };
    expect(offeredBy({ ...target, steps: [] }, lists)).toEqual([
      { value: "bcd-1", label: "web", note: null },
      { value: 2, label: "2", note: null },
    ]);
    expect(offeredBy({ ...target, read: "gone", steps: [] }, lists)).toEqual([]);
  });
});
