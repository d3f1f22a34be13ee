import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { besides, effectsOf, ownEffect, type Effect } from "#core/txlist/effects";
import { EFFECTS_UP_TO, elementEnds, testSteps } from "#core/txlist/test-steps";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { content, simple } from "./planned.ts";
import { template } from "./template.ts";

const entry = (position: number, gpk: string, old: Row | null, now: Row | null): Row => ({
  transaction_gfk: "tx-9",
  position,
  object_fq_name: "nd.bcd",
  object_gfk: gpk,
  object_title: gpk,
  old,
  new: now,
});
const before = { "netportal:before": [{ gpk: "tx-8" }], "netportal:record": [{ gpk: "tx-9" }] };
const sent = [simple("a"), simple("b"), simple("c")];

describe("effects of a test", () => {
  it("belong to the element after which the log has new entries", () => {
    const made = entry(0, "bcd-1", null, { name: "x", description: null });
    const besides = entry(1, "set-1", { bcd: "x", mtu: 1 }, { bcd: "x", mtu: 2 });
    const gone = entry(2, "bcd-2", { name: "y" }, null);
    const effects = effectsOf(sent, {
      ...before,
      "netportal:after:a": [besides],
      "netportal:after:b": [besides],
      "netportal:after:c": [gone],
      "netportal:entries": [made, besides, gone],
    });
    expect(effects?.get("a")).toMatchObject([
      {
        object: "nd.bcd",
        gpk: "bcd-1",
        title: "bcd-1",
        function: "create",
        changes: [{ attribute: "name", path: [], before: undefined, after: "x" }],
      },
      {
        object: "nd.bcd",
        gpk: "set-1",
        title: "set-1",
        function: "update",
        changes: [{ attribute: "mtu", path: [], before: 1, after: 2 }],
      },
    ]);
    expect(effects?.get("b")).toMatchObject([]);
    expect(effects?.get("c")).toMatchObject([{ function: "delete", gpk: "bcd-2", changes: [] }]);
  });

  it("are unknown for elements after the entries that were read", () => {
    const limit = testSteps(sent).at(-1)?.old?.["fetch_limit"];
    const entries = Array.from({ length: Number(limit) }, (_, at) =>
      entry(at, `bcd-${String(at)}`, {}, null),
    );
    const far = entry(entries.length, "set-1", null, {});
    const effects = effectsOf(sent, {
      ...before,
      "netportal:after:a": entries.slice(1, 2),
      "netportal:after:b": [far],
      "netportal:after:c": [far],
      "netportal:entries": entries,
    });
    expect([...(effects ?? [])].map(([uuid, told]) => [uuid, told.length])).toEqual([["a", 2]]);
  });

  it("are empty if the newest entry is from an earlier call", () => {
    const old = entry(4, "bcd-1", null, { name: "x" });
    const effects = effectsOf([simple("a")], {
      "netportal:before": [{ gpk: "tx-9" }],
      "netportal:record": [{ gpk: "tx-9" }],
      "netportal:after:a": [old],
      "netportal:entries": [old],
    });
    expect(effects?.get("a")).toMatchObject([]);
  });

  it("are read by the same steps, in lists up to a certain length", () => {
    const own = testSteps(sent).filter(({ idx }) => idx?.startsWith("netportal:") !== true);
    expect(own).toEqual(toSteps(sent));
    const long = Array.from({ length: EFFECTS_UP_TO + 1 }, (_, at) => simple(String(at)));
    expect(testSteps(long)).toEqual(toSteps(long));
    expect(effectsOf(long, {})).toBeNull();
  });

  it("keep the steps of each element together: an element is done after its last step", () => {
    const bundle: Planned = {
      uuid: "d",
      ta_type: "db_editor_bundle_append",
      variant: null,
      content: content(),
      bundle: [content(), content()],
    };
    const list = [simple("a"), bundle, simple("c")];
    expect(elementEnds("apply", list)).toEqual([1, 4, 5]);
    expect(elementEnds("test", list)).toEqual([3, 7, 9]);
    const idx = testSteps(list).map((step) => step.idx);
    expect([2, 6, 8].map((at) => idx[at])).toEqual(["a", "d", "c"].map((one) => `netportal:after:${one}`));
    const long = Array.from({ length: EFFECTS_UP_TO + 1 }, (_, at) => simple(String(at)));
    expect(elementEnds("test", long).at(-1)).toBe(testSteps(long).length);
  });

  it("are shown if they go beyond the planned values", () => {
    const changes = [
      { attribute: "description", path: [], before: "old", after: "new" },
      { attribute: "changed_by", path: [], before: "otto", after: "ada" },
    ];
    const own: Effect = {
      object: "nd.bcd",
      gpk: "bcd-1",
      title: "x",
      row: null,
      function: "update",
      changes,
    };
    const other: Effect = { ...own, object: "dns.record", function: "delete", changes: [] };
    const item = simple("a", {
      parameters: { old: { name: "x", description: "old" }, new: { description: "new" } },
    });
    expect(besides(item, [own, other])).toEqual([{ ...own, changes: changes.slice(1) }, other]);
    expect(besides(item, [{ ...own, changes: changes.slice(0, 1) }])).toEqual([]);
    // Another object of the type, another function, and a workflow, whose values are unknown.
    const [second, created] = [
      { ...own, gpk: "bcd-2" },
      { ...own, function: "create" as const },
    ];
    expect(besides(item, [own, second])[1]).toEqual(second);
    // The element's own object is the first one, so that another of its type counts as another.
    expect(ownEffect(item, [other, created, own, second])).toBe(own);
    expect(ownEffect(item, [other, created])).toBeUndefined();
    expect(besides(item, [created])).toEqual([created]);
    expect(besides(item, [{ ...own, object: "nd.site" }])).toEqual([{ ...own, object: "nd.site" }]);
    const workflow = {
      uuid: "w",
      ta_type: "json_template",
      variant: null,
      template: template(),
      variables: {},
    } as const;
    expect(besides(workflow, [own])).toEqual([own]);
  });

  it("are shown for planned translations only if they differ from the plan", () => {
    const text = (value: string) => ({
      attribute: "title",
      path: [],
      before: null,
      after: value,
      language: "en",
    });
    const own: Effect = {
      object: "nd.bcd",
      gpk: "bcd-1",
      title: "x",
      row: null,
      function: "update",
      changes: [],
    };
    const parameters = {
      old: {},
      new: { lang_attr_key: "title", language_tag: "en", value: "Net", object_gfk: "bcd-1" },
    };
    const item: Planned = {
      uuid: "a",
      ta_type: "db_editor_bundle_append",
      variant: null,
      content: content(),
      bundle: [{ object_fq_name: "cntl.ot_lang_attr_val", object_function: "create", parameters }],
    };
    const shown = (value: string) => besides(item, [own, { ...own, changes: [text(value)] }]);
    expect(shown("Net")).toEqual([]);
    expect(shown("Other")).toEqual([{ ...own, changes: [text("Other")] }]);
  });

  it("omit lists and texts that were absent and are empty, and name the object of a translation", () => {
    const made = entry(0, "bcd-1", null, { name: "x", list: [], full: [1], none: null });
    const text = {
      ...entry(1, "val-1", null, {
        object_fq_name: "nd.bcd",
        object_gfk: "bcd-1",
        lang_attr_key: "title",
        language_tag: "en",
        value: "Net",
      }),
      object_fq_name: "cntl.ot_lang_attr_val",
    };
    const changed = entry(
      2,
      "bcd-2",
      { name: "y", list: [1], note: "a" },
      { name: "y", list: [], note: null },
    );
    const effects = effectsOf([simple("a")], {
      ...before,
      "netportal:after:a": [changed],
      "netportal:entries": [made, text, changed],
    });
    expect(effects?.get("a")?.map(({ title, row, changes }) => [title, row, changes])).toEqual([
      [
        "bcd-1",
        made["new"],
        [
          { attribute: "name", path: [], before: undefined, after: "x" },
          { attribute: "full", path: [], before: undefined, after: [1] },
        ],
      ],
      ["bcd-1", null, [{ attribute: "title", path: [], before: null, after: "Net", language: "en" }]],
      [
        "bcd-2",
        changed["new"],
        [
          { attribute: "list", path: [], before: [1], after: [] },
          { attribute: "note", path: [], before: "a", after: null },
        ],
      ],
    ]);
  });

  it("belong to no element if the log was not read, or if they come after its last entry", () => {
    const made = entry(0, "bcd-1", null, { name: "x" });
    const lists = { "netportal:entries": [made], "netportal:after:a": [made] };
    // Without a record of its own the test has changed nothing.
    expect([...(effectsOf(sent, lists)?.values() ?? [])]).toEqual([[], [], []]);
    const other = { ...made, transaction_gfk: "tx-1" };
    const told = effectsOf(sent, {
      ...before,
      ...lists,
      "netportal:after:b": [other],
      "netportal:after:c": [made],
    });
    expect([...(told?.values() ?? [])].map((one) => one.length)).toEqual([1, 0, 0]);
  });
});
