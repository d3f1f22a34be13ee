import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Fault } from "#contract/wire/fault";
import { blockOf, type ListAction, type Situation } from "#core/txlist/blocks";
import { differences, plannedChanges } from "#core/txlist/changes";
import { exportFileName, exportList, importList } from "#core/txlist/file";
import type { Planned } from "#core/txlist/planned";
import { deletedRow, shownResults } from "#core/txlist/results";
import { IDLE, type Run } from "#core/txlist/run";
import { isOfList, launchVariant, lostRun, runOf, tookEffect, wasReverted } from "#core/txlist/run-end";
import { items, record, startHistory } from "#core/txlist/history";
import { sentKey } from "#core/template/expand";
import { toSteps } from "#core/txlist/to-steps";
import english from "../../../locales/en.json" with { type: "json" };
import { content, plannedWith, simple, unknown } from "./planned.ts";
import { template } from "./template.ts";

const NOW = new Date("2026-11-21T05:07:09.123Z");
const BUSY: Run = { phase: "busy", mode: "test", sent: [], callId: null };

describe("possible actions on the list", () => {
  const situation = (over: Partial<Situation>): Situation => ({
    items: [simple("a")],
    canUndo: true,
    canRedo: true,
    run: IDLE,
    editing: null,
    isOnline: true,
    isAppliedElsewhere: false,
    ...over,
  });
  const all: readonly ListAction[] = ["add", "replace", "remove", "move", "clear", "import", "undo", "redo"];

  it.each(all)("[TA-20] [TA-26] %s is blocked while a transaction runs", (action) => {
    expect(blockOf(action, situation({}))).toBeNull();
    expect(blockOf(action, situation({ run: BUSY }))?.key).toBe("core.txlist.block.busy");
  });

  it.each<[string, Partial<Situation>, Planned, string | null]>([
    ["[TA-24] an update", {}, simple("a"), null],
    ["its own edit being open", { editing: "a" }, simple("a"), null],
    ["[TA-21] another edit being open", { editing: "b" }, simple("a"), "core.txlist.block.otherEdit"],
    ["[TA-22] a transaction running", { run: BUSY }, simple("a"), "core.txlist.block.busy"],
    ["[TA-23] a delete", {}, simple("a", { object_function: "delete" }), "core.txlist.block.delete"],
    ["[TA-24] a create", {}, simple("a", { object_function: "create" }), null],
    ["[TA-25] a connect", {}, simple("a", { object_function: "connect" }), "core.txlist.block.noForm"],
    ["[TA-25] a disconnect", {}, simple("a", { object_function: "disconnect" }), "core.txlist.block.noForm"],
    [
      "[TA-25] another own function",
      {},
      simple("a", { object_function: "prolong" }),
      "core.txlist.block.noForm",
    ],
    [
      "[TA-25] a bulk update",
      {},
      simple("a", { object_function: "bulk_update" }),
      "core.txlist.block.noForm",
    ],
    ["[TA-31] an unknown element", {}, unknown("a"), "core.txlist.block.noForm"],
  ])("edit of %s", (_, over, item, reason) => {
    expect(blockOf("edit", situation(over), item)?.key ?? null).toBe(reason);
  });

  it.each(["connect", "disconnect", "bulk_update", "prolong"] as const)(
    "[TA-25] an element of function %s can be moved and removed",
    (object_function) => {
      const item = simple("a", { object_function });
      for (const action of ["move", "remove"] as const)
        expect(blockOf(action, situation({ items: [item] }), item)).toBeNull();
    },
  );

  it.each(["test", "apply"] as const)(
    "[TA-31] [TA-32] [TA-69] %s needs a list without unknown elements",
    (action) => {
      expect(blockOf(action, situation({}))).toBeNull();
      expect(blockOf(action, situation({ items: [] }))?.key).toBe("core.txlist.block.empty");
      expect(blockOf(action, situation({ items: [simple("a"), unknown("b")] }))?.key).toBe(
        "core.txlist.unknownType",
      );
      expect(english["core.txlist.unknownType"]).toBe("Unknown transaction type");
      expect(blockOf(action, situation({ isOnline: false }))?.key).toBe("core.txlist.block.offline");
    },
  );
});

describe("steps of the list", () => {
  it("[TA-27] [TA-38] each step has the uuid of its element as idx, and '__NULL' is null", () => {
    const item = simple("u1", {
      parameters: { old: { name: "x", id: "__NULL" }, new: { id: "__NULL", a: 1 } },
    });
    expect(toSteps([item])).toEqual([
      { idx: "u1", name: "nd.bcd.update", old: { name: "x", id: null }, new: { id: null, a: 1 } },
    ]);
  });

  it("[TA-29] a bundle runs its further statements before or after the main action", () => {
    const base = { uuid: "u", variant: null, content: content({ object_function: "delete" }) };
    const bundle = [
      {
        object_fq_name: "dns.record",
        object_function: "delete",
        parameters: { old: { gpk: "r-1" }, new: {} },
      },
    ] as const;
    const names = (type: "db_editor_bundle_prepend" | "db_editor_bundle_append") =>
      toSteps([{ ...base, ta_type: type, bundle }]).map((step) => [step.idx, step.name]);
    expect(names("db_editor_bundle_prepend")).toEqual([
      ["u_0", "dns.record.delete"],
      ["u", "nd.bcd.delete"],
    ]);
    expect(names("db_editor_bundle_append")).toEqual([
      ["u", "nd.bcd.delete"],
      ["u_0", "dns.record.delete"],
    ]);
  });

  it("[TA-31] an element of unknown type is not sent", () => {
    expect(toSteps([unknown("a")])).toEqual([]);
  });

  it("[TA-36] the named function shapes the parameters before sending", () => {
    const item = simple("a", {
      input_reducer: "splitLines",
      parameters: { old: {}, new: { list: "x\n\ny" } },
    });
    expect(toSteps([item])[0]?.new).toEqual({ list: ["x", "y"] });
  });
});

describe("file of the list", () => {
  let count = 0;
  const newUuid = () => `new-${++count}`;
  const imported = (document: unknown) => importList(JSON.stringify(document), newUuid);

  it("[TA-40] [TA-41] [CONST-16] holds creation time, version, author and the list", () => {
    const document: unknown = JSON.parse(exportList([simple("a")], "ada", NOW));
    expect(document).toMatchObject({
      creation_time: "2026-11-21T05:07:09.123Z",
      serialization_version: 2,
      author: "ada",
      transaction: [{ uuid: "a", ta_type: "db_editor_simple" }],
    });
  });

  it("[TA-42] [TA-43] is named by product, login name and UTC time, wherever the reader is", () => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    expect(NOW.getHours()).toBe(14);
    expect(exportFileName("NETPORTAL", "ada", NOW)).toBe("netportal-transaction-ada-20261121T050709Z.json");
  });

  it("[TA-33] [TA-34] import of an export gives the same list", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(plannedWith(fc.uuid()), { maxLength: 6, selector: (item) => item.uuid }),
        (list) => {
          const result = importList(exportList(list, "ada", NOW), newUuid);
          expect(result).toEqual({ ok: true, items: list });
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ["no JSON", "nonsense"],
    ["another version", JSON.stringify({ serialization_version: 1, transaction: [] })],
    ["no transaction", JSON.stringify({ serialization_version: 2 })],
    [
      "an element without content",
      JSON.stringify({ serialization_version: 2, transaction: [{ uuid: "a" }] }),
    ],
    [
      "an unknown function",
      JSON.stringify({
        serialization_version: 2,
        transaction: [{ content: { ...content(), object_function: "explode" } }],
      }),
    ],
  ])("[TA-44] %s is refused", (_, text) => {
    expect(importList(text, newUuid)).toEqual({ ok: false, text: { key: "core.txlist.invalidFile" } });
  });

  it("[TA-33] an element has one of the functions of all types, and a file with any other is refused", () => {
    const read = (object_function: string) =>
      imported({
        serialization_version: 2,
        transaction: [{ content: { ...content(), object_function } }],
      }).ok;
    const all = ["create", "update", "delete", "connect", "disconnect", "bulk_update"];
    expect(all.map(read)).toEqual(all.map(() => true));
    expect(["list", "prolong", "", "Create"].map(read)).toEqual([false, false, false, false]);
  });

  it("[TA-33] a function of the type itself is read, also inside a bundle; a function of another type is refused", () => {
    const item = (object_fq_name: string) => {
      const one = { ...content(), object_fq_name, object_function: "prolong" };
      return {
        ...simple("a"),
        ta_type: "db_editor_bundle_append" as const,
        content: content(),
        bundle: [one],
      };
    };
    const read = (object: string) =>
      importList(
        exportList([item(object)], "ada", NOW),
        newUuid,
        (type, fn) => `${type}.${fn}` === "lab.loan.prolong",
      ).ok;
    expect([read("lab.loan"), read("nd.bcd")]).toEqual([true, false]);
  });

  it("[TA-12] elements without a uuid or with a repeated one get a new uuid", () => {
    const element = { content: content() };
    const result = imported({
      serialization_version: 2,
      transaction: [{ ...element, uuid: "a" }, { ...element, uuid: "a" }, element],
    });
    const uuids = result.ok ? result.items.map((item) => item.uuid) : [];
    expect(uuids[0]).toBe("a");
    expect(new Set(uuids).size).toBe(3);
  });

  it("[TA-12] [TA-52] an element that looks like a step of another element, or like a mark of the page, gets a new uuid", () => {
    const bundle = [{ object_fq_name: "nd.site", object_function: "delete", parameters: {} }];
    const result = imported({
      serialization_version: 2,
      transaction: [
        { content: content(), uuid: "a", ta_type: "db_editor_bundle_append", bundle },
        { content: content(), uuid: "a_0" },
        { content: content(), uuid: "netportal:before" },
        { content: content(), uuid: '"]' },
      ],
    });
    const list = result.ok ? result.items : [];
    expect(list.map(({ uuid }) => uuid)).toEqual(["a", ...list.slice(1).map(({ uuid }) => uuid)]);
    for (const { uuid } of list) expect(uuid).toMatch(/^[A-Za-z0-9-]+$/);
    const names = toSteps(list).map(({ idx }) => idx);
    expect(names).toHaveLength(5);
    expect(new Set(names).size).toBe(5);
  });

  it.each([
    ["db_editor_simple", {}],
    ["db_editor_bundle_prepend", { bundle: [] }],
    ["db_editor_bundle_append", { bundle: [] }],
  ])("[TA-28] an element of type %s is read and written as one", (ta_type, over) => {
    const item = { uuid: "a", ta_type, content: content(), ...over };
    const result = imported({ serialization_version: 2, transaction: [item] });
    const list = result.ok ? result.items : [];
    expect(list).toMatchObject([item]);
    expect(JSON.parse(exportList(list, "ada", NOW))).toMatchObject({ transaction: [item] });
  });

  it("[TA-30] an entry without type is a simple one", () => {
    const result = imported({ serialization_version: 2, transaction: [{ content: content() }] });
    expect(result).toMatchObject({ ok: true, items: [{ ta_type: "db_editor_simple" }] });
  });

  it("[TA-36] an input_reducer is the name of a known function, and with any other the file is refused", () => {
    const read = (input_reducer: string) =>
      imported({ serialization_version: 2, transaction: [{ content: { ...content(), input_reducer } }] });
    expect(read("splitLines")).toMatchObject({ items: [{ content: { input_reducer: "splitLines" } }] });
    expect(read("explode")).toEqual({ ok: false, text: { key: "core.txlist.invalidFile" } });
  });

  it("[TA-31] an unknown type stays in the list under its name", () => {
    const result = imported({ serialization_version: 2, transaction: [{ ta_type: "robot", arm: 7 }] });
    expect(result).toMatchObject({
      ok: true,
      items: [{ ta_type: "unknown", named: "robot", raw: { arm: 7 } }],
    });
  });
});

describe("run of the list", () => {
  const fault: Fault = {
    type: { name: "conflict", code: -20050 },
    code: 1,
    name: "old_value_changed",
    description: "d",
    details: {},
    hint: "h",
    stepIdx: "b_3",
  };
  const sent = [simple("a", { show_result: true }), simple("b")];
  const success = (rolledBack: boolean) =>
    ({ ok: true, lists: { a: [{ gpk: "bcd-1" }] }, rolledBack, accessMode: "rw" }) as const;

  it("[TA-45] [TA-54] a result is success, test-success or error", () => {
    expect(runOf("apply", sent, success(false))).toMatchObject({ phase: "success", mode: "apply" });
    expect(runOf("test", sent, success(true))).toMatchObject({ phase: "success", mode: "test" });
    expect(runOf("test", sent, { ok: false, fault }, "otto-sub")).toMatchObject({ as: "otto-sub" });
    expect(runOf("apply", sent, { ok: false, fault })).toMatchObject({ phase: "error" });
  });

  it("[TA-51] [TA-52] [TA-54] a failure keeps the list as it was sent and marks the element of the step", () => {
    expect(runOf("apply", sent, { ok: false, fault })).toEqual({
      phase: "error",
      mode: "apply",
      fault,
      sent,
      failed: "b",
    });
    const elsewhere = runOf("test", sent, { ok: false, fault: { ...fault, stepIdx: "bb" } });
    expect(elsewhere).toMatchObject({ failed: null });
  });

  it.each(["db_editor_bundle_prepend", "db_editor_bundle_append"] as const)(
    "[TA-29] %s is marked as one, whichever of its statements fails",
    (ta_type) => {
      const { object_fq_name, object_function, parameters } = content();
      const bundle = [{ object_fq_name, object_function, parameters }];
      const whole: Planned = { uuid: "b", ta_type, variant: null, content: content(), bundle };
      for (const { idx = null } of toSteps([whole])) {
        const run = runOf("test", [simple("a"), whole], { ok: false, fault: { ...fault, stepIdx: idx } });
        expect(run).toMatchObject({ failed: "b" });
      }
      const list = startHistory([simple("a"), whole, simple("c")]);
      const moved = record(list, { kind: "move", uuid: "b", before: "a" });
      expect(items(moved).map(({ uuid }) => uuid)).toEqual(["b", "a", "c"]);
      expect(items(moved)[0]).toEqual(whole);
      expect(toSteps(items(record(list, { kind: "remove", uuid: "b" }))).map(({ idx }) => idx)).toEqual([
        "a",
        "c",
      ]);
    },
  );

  it("[TA-81] the result of a test is shown for the tested list only: neither after an edit nor in another order", () => {
    const tested = runOf("test", sent, success(true));
    expect(isOfList(tested, sent)).toBe(true);
    expect(isOfList(tested, structuredClone(sent))).toBe(true);
    expect(isOfList(tested, [...sent, simple("z")])).toBe(false);
    expect(isOfList(tested, sent.slice(1))).toBe(false);
    expect(isOfList(tested, sent.toReversed())).toBe(false);
    const [first = simple("a"), ...others] = sent;
    expect(isOfList(tested, [{ ...first, variant: "other" }, ...others])).toBe(false);
    expect(isOfList(tested, [])).toBe(false);
  });

  it("a refusal is shown while one of its elements is in the list, and an apply until it is closed", () => {
    const refused = runOf("apply", sent, { ok: false, fault });
    for (const run of [refused, runOf("apply", sent, success(true))]) {
      expect(isOfList(run, [simple("b"), simple("c")])).toBe(true);
      expect(isOfList(run, [simple("c")])).toBe(false);
      expect(isOfList(run, [])).toBe(false);
    }
    expect(isOfList(runOf("apply", sent, success(false)), [])).toBe(true);
    expect(isOfList(lostRun(sent, "unknown", null), [])).toBe(true);
    expect(isOfList(IDLE, [])).toBe(true);
    expect(isOfList(BUSY, [])).toBe(true);
    const cut = { ok: false, fault: { ...fault, name: "network" }, status: 0 } as const;
    expect(isOfList(runOf("test", sent, cut), [])).toBe(false);
  });

  it("a test whose answer was cut off has changed nothing, and any other run with such an answer may have changed data", () => {
    const cut = { ok: false, fault: { ...fault, name: "network", stepIdx: null }, status: 0 } as const;
    expect(runOf("test", sent, cut)).toEqual({
      phase: "error",
      mode: "test",
      fault: cut.fault,
      sent,
      failed: null,
      lost: "test",
    });
    for (const [mode, outcome] of [
      ["apply", cut],
      ["test", { ok: false, fault }],
    ] as const)
      expect(runOf(mode, sent, outcome)).not.toHaveProperty("lost");
    expect(runOf("test", sent, success(true), "otto")).toMatchObject({ as: "otto" });
    expect(runOf("test", sent, success(true))).not.toHaveProperty("as");
    const own = runOf("apply", sent, { ok: false, fault: { ...fault, stepIdx: "b" } });
    expect(own).toMatchObject({ failed: "b" });
  });

  it("[TA-36] [TPL-25] a workflow shows the lists that it returns; a lost apply and an element without an object show nothing", () => {
    const workflow: Planned = {
      uuid: "w",
      ta_type: "json_template",
      variant: null,
      template: template({
        returning: [
          { idx: "a", list_display_name: { de: "Eintrag", en: "Record" } },
          { idx: "none", list_display_name: { de: "", en: "" } },
        ],
      }),
      variables: {},
    };
    const lists = { [sentKey("w", workflow.template, "a")]: [{ gpk: "record-1" }] };
    const run = runOf("apply", [workflow, unknown("r")], { ...success(false), lists });
    expect(shownResults(run, "en").map(({ title, object, rows }) => [title, object, rows])).toEqual([
      ["Record", "dns.record", [{ gpk: "record-1" }]],
      ["none", "", []],
    ]);
    expect(lostRun(sent, "committed", null)).toMatchObject({ phase: "success", isLost: true });
    expect(shownResults(lostRun(sent, "committed", null), "en")).toEqual([]);
  });

  it("[TA-57] [TA-58] an apply takes effect unless it is rolled back", () => {
    expect(tookEffect(runOf("apply", sent, success(false)))).toBe(true);
    expect(tookEffect(runOf("apply", sent, success(true)))).toBe(false);
    expect(wasReverted(runOf("apply", sent, success(true)))).toBe(true);
    expect(wasReverted(runOf("test", sent, success(true)))).toBe(false);
  });

  it("[LAUNCH-09] the last state of a deleted object is that of its own step", () => {
    const object = { type: "nd.bcd", gpk: "bcd-1" };
    const deletion = (uuid: string) => simple(uuid, { object_function: "delete" });
    const rows = {
      a: [{ gpk: "bcd-1", name: "created" }],
      b: [{ gpk: "bcd-2" }, { gpk: "bcd-1", name: "gone" }],
    };
    const ran = (rolledBack: boolean) =>
      runOf("apply", [simple("a"), deletion("b"), deletion("c")], { ...success(rolledBack), lists: rows });
    expect(deletedRow(ran(false), object)).toEqual({ gpk: "bcd-1", name: "gone" });
    expect(deletedRow(ran(false), { ...object, gpk: "bcd-3" })).toBeNull();
    expect(deletedRow(ran(false), { ...object, type: "nd.site" })).toBeNull();
    expect(deletedRow(ran(true), object)).toBeNull();
    expect(deletedRow(IDLE, object)).toBeNull();
  });

  it("[TA-36] [TA-54] [TA-62] results that elements request are shown after the apply, also empty ones", () => {
    const shown = shownResults(runOf("apply", sent, success(false)), "en");
    const result = { key: "a", title: "scc-web-1", object: "nd.bcd" };
    expect(shown).toEqual([{ ...result, rows: [{ gpk: "bcd-1" }] }]);
    const empty = shownResults(runOf("apply", sent, { ...success(false), lists: {} }), "en");
    expect(empty).toEqual([{ ...result, rows: [] }]);
    expect(shownResults(runOf("test", sent, success(true)), "en")).toEqual([]);
  });

  it("[TA-39] [TA-70] the hash is the variant of the object's last element with a variant, otherwise the variant of the screen", () => {
    const current = { gpk: "bcd-1", variant: "dnsvs" };
    const rows = (...gpks: readonly string[]) => gpks.map((gpk) => ({ gpk }));
    const list = [simple("a", {}, "x"), simple("b", {}, "y"), simple("c")];
    const all = { a: rows("bcd-1"), b: rows("bcd-2", "bcd-1"), c: rows("bcd-1") };
    expect(launchVariant([simple("c")], all, current)).toBe("dnsvs");
    expect(launchVariant(list, all, current)).toBe("y");
    expect(launchVariant(list, { ...all, b: rows("bcd-2") }, current)).toBe("x");
    expect(launchVariant(list, {}, current)).toBe("dnsvs");
  });
});

describe("changes", () => {
  it("[TA-35] an element shows its previewed values, old and new", () => {
    const item = simple("a", {
      parameters: { old: { name: "x", description: "old" }, new: { description: "__NULL", seclvl: 2 } },
      preview_fields: ["description"],
    });
    expect(plannedChanges(item)).toEqual([
      { attribute: "description", path: [], before: "old", after: null },
    ]);
  });

  it("differences of two states name attribute, place, old and new value", () => {
    const before = { a: 1, gone: true, links: [{ to: "x" }] };
    const after = { a: 2, links: [{ to: "y" }] };
    expect(differences(before, after)).toEqual([
      { attribute: "a", path: [], before: 1, after: 2 },
      { attribute: "links", path: ["0", "to"], before: "x", after: "y" },
      { attribute: "gone", path: [], before: true, after: undefined },
    ]);
  });

  it("a list of plain values differs as a whole", () => {
    expect(differences({ list: ["x", "y"] }, { list: ["z"] })).toEqual([
      { attribute: "list", path: [], before: ["x", "y"], after: ["z"] },
    ]);
  });
});
