import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { besides, effectsOf, type Effect } from "#core/txlist/effects";
import { EFFECTS_UP_TO, elementEnds, testSteps } from "#core/txlist/test-steps";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { content, simple } from "./planned.ts";

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

describe("what a test would change", () => {
  it("belongs to the element behind which the log has come so far", () => {
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

  it("is not told of elements behind the entries that are read", () => {
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

  it("is nothing when the newest record is that of an earlier call", () => {
    const old = entry(4, "bcd-1", null, { name: "x" });
    const effects = effectsOf([simple("a")], {
      "netportal:before": [{ gpk: "tx-9" }],
      "netportal:record": [{ gpk: "tx-9" }],
      "netportal:after:a": [old],
      "netportal:entries": [old],
    });
    expect(effects?.get("a")).toMatchObject([]);
  });

  it("is asked for without touching the steps themselves, in lists up to a length", () => {
    const own = testSteps(sent).filter(({ idx }) => idx?.startsWith("netportal:") !== true);
    expect(own).toEqual(toSteps(sent));
    const long = Array.from({ length: EFFECTS_UP_TO + 1 }, (_, at) => simple(String(at)));
    expect(testSteps(long)).toEqual(toSteps(long));
    expect(effectsOf(long, {})).toBeNull();
  });

  it("does not blur which steps belong to which element: each is done after the last of its own", () => {
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

  it("is told as far as it goes beyond the planned values", () => {
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
  });
});
