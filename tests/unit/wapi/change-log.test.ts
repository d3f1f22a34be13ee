import { describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import type { Actor } from "../../../server/access/actor.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Tx } from "../../../server/db/database.ts";
import { createChangeLog, recordedSteps, titleOf, type LogEntry } from "../../../server/wapi/write/log.ts";
import { intentsOf } from "../../../server/wapi/write/intent.ts";
import { same } from "../../../server/wapi/write/lock-rows.ts";
import type { ListPlan, Plan, RefPlan, WritePlan } from "../../../server/wapi/plan.ts";

const catalogue = await loadCatalogue();
const type = (name: string) => catalogue.type(name);
// The log asks the account for these two names alone.
const actor = { actorLogin: "ada", login: "otto" } as Actor;

function entry(name: string, id: string, old: Row | null, now: Row | null): LogEntry {
  const fn = old === null ? "create" : now === null ? "delete" : "update";
  return { type: type(name), id, fn, old, new: now };
}

/** A connection that records the messages sent to it, and which of them are not awaited. */
function kept() {
  const sent: (readonly unknown[])[] = [];
  const deferred: unknown[] = [];
  const tx: Tx = {
    query: (_, params = [], name) => {
      sent.push([name, ...params]);
      return Promise.resolve(name === "write-transaction" ? [{ id: "7" } as never] : []);
    },
    defer: (_, params = [], name) => {
      sent.push([name, ...params]);
      deferred.push(name);
    },
    nested: (work) => work(tx),
  };
  // Parse boundary: the log sends its entries as a list, behind everything else.
  const entries = () => sent.flatMap((values) => JSON.parse(String(values.at(-1))) as Row[]);
  return { tx, sent, deferred, entries };
}

function head(stepCount: number, ...steps: Json[]) {
  return { actor, stepCount, steps };
}

describe("the log of a transaction", () => {
  it("has entries in the order of the steps, with title and values, without secrets and without types that are not logged", async () => {
    const log = createChangeLog();
    const { tx, entries, sent } = kept();
    const client = { mac_addr: "00:00:5e:00:53:01", bcd_name: "a-b", wpa2_key: "secret", is_own: true };
    log.add(2, entry("macauth.client", "2", null, client));
    log.add(
      1,
      entry(
        "nd.room",
        "1",
        { site: "A", bldg: "1", name: "r", floor: null },
        { site: "A", bldg: "1", name: "s", floor: null },
      ),
    );
    log.add(0, entry("cntl.pin", "9", null, { gpk: "pin-9" }));
    expect([log.size, log.isAhead]).toEqual([2, true]);
    await log.write(tx, head(3, { name: "x" }), "the end");
    expect(entries()).toMatchObject([
      {
        position: 0,
        type: "nd.room",
        gpk: "room-1",
        fn: "update",
        title: "s",
        about: null,
        gone_row: null,
      },
      {
        position: 1,
        type: "macauth.client",
        fn: "create",
        old: null,
        new: { bcd_name: "a-b", wpa2_key: null },
      },
    ]);
    expect(entries()[1]?.["new"]).not.toHaveProperty("is_own");
    expect(sent[0]?.slice(0, 5)).toEqual(["write-transaction", "ada", "otto", 3, '[{"name":"x"}]']);
    expect(log.isAhead).toBe(false);
    await log.write(tx, head(3), "the end");
    expect(sent).toHaveLength(1);
  });

  it("forgets entries that were added since a mark, and puts entries before it", async () => {
    const log = createChangeLog();
    const { tx, entries, sent } = kept();
    const site = (name: string) => entry("nd.site", name, null, { name });
    log.add(0, site("1"));
    const mark = log.mark();
    log.add(0, site("2"));
    log.insert(mark, [
      { position: 0, entry: site("3") },
      { position: 0, entry: entry("cntl.pin", "9", null, {}) },
    ]);
    await log.write(tx, head(1), "on the way");
    const second = log.mark();
    log.add(0, site("4"));
    log.back(second);
    log.add(0, site("5"));
    await log.write(tx, head(1), "the end");
    expect(entries().map((row) => [row["title"], row["position"]])).toEqual([
      ["1", 0],
      ["3", 1],
      ["2", 2],
      ["5", 3],
    ]);
    expect(sent.map(([name]) => name)).toEqual(["write-transaction", "write-change-log"]);
    expect(sent[1]?.[1]).toBe("7");
  });

  it("is written in parts of a bounded length, none of which is empty", async () => {
    const log = createChangeLog();
    const { tx, sent, deferred } = kept();
    for (let at = 0; at < 10_000; at++) log.add(at, entry("nd.site", String(at), null, { name: String(at) }));
    await log.write(tx, head(1), "the end");
    expect(sent.map(([name]) => name)).toEqual(["write-transaction", "write-change-log"]);
    expect(deferred).toEqual(["write-change-log"]);
    const longer = createChangeLog();
    const other = kept();
    for (let at = 0; at <= 10_000; at++) longer.add(at, entry("nd.site", String(at), null, { name: "s" }));
    await longer.write(other.tx, head(1), "the end");
    expect(other.sent.map(([name, id]) => [name, id])).toEqual([
      ["write-transaction", "ada"],
      ["write-change-log", "7"],
      ["write-change-log", "7"],
    ]);
    expect(other.deferred).toEqual(["write-change-log"]);
    expect(other.entries().map(({ position }) => position)).toEqual(
      Array.from({ length: 10_001 }, (_, n) => n),
    );
  });

  it("a title leaves out empty values, and contains numbers", () => {
    expect(titleOf(type("dns.record"), { fqdn: "a.", type: "TXT", data: null })).toBe("a. TXT");
    expect(titleOf(type("dns.record"), { fqdn: "a.", type: "A", data: 5 })).toBe("a. A 5");
  });
});

const step = (position: number): Omit<WritePlan, "kind" | "type" | "new"> => ({
  key: String(position),
  position,
  old: {},
});
const list = (position: number, more: Partial<ListPlan> = {}): ListPlan => ({
  ...step(position),
  kind: "list",
  type: type("nd.site"),
  conditions: [],
  joins: [],
  referred: [],
  order: [],
  limit: null,
  offset: 0,
  isNamed: false,
  ...more,
});
const create = (position: number, name: string, values: Row): WritePlan => ({
  ...step(position),
  kind: "create",
  type: type(name),
  new: values,
});
function byRows(position: number, pattern: WritePlan, refs: RefPlan["refs"]): RefPlan {
  return {
    ...step(position),
    kind: "ref",
    type: pattern.type,
    refs,
    pattern,
    executions: null,
    execution: () => pattern,
  };
}
const from = (
  position: number,
  ...params: readonly (readonly [string, string])[]
): RefPlan["refs"][number] => ({
  scope: "new",
  position,
  joinType: "cross",
  range: null,
  params,
});

describe("the steps that a call is going to execute", () => {
  const most = (...plans: readonly Plan[]) => intentsOf(plans).map(({ executions }) => executions);

  it("a step by rows is executed at most once for each combination of rows", () => {
    const site = create(2, "nd.site", {});
    const refs = [from(0, ["name", "n"]), from(1, ["title", "t"])];
    expect(most(list(0, { limit: 3 }), list(1, { limit: 5 }), byRows(2, site, refs))).toEqual([15]);
    expect(most(list(0, { limit: 3 }), list(1), byRows(2, site, refs))).toEqual([null]);
    expect(most(create(0, "nd.site", {}), list(1, { limit: 5 }), byRows(2, site, refs))).toEqual([1, 5]);
    expect(
      most(list(0, { limit: 3 }), byRows(1, site, [from(0, ["name", "n"]), from(0, ["title", "n"])])),
    ).toEqual([3]);
  });

  it("of a parameter that takes its value from rows, only the name is known", () => {
    const [intent] = intentsOf([
      list(0, { limit: 1 }),
      byRows(1, create(1, "nd.site", { title: "x" }), [from(0, ["name", "n"])]),
    ]);
    expect([intent?.new, [...(intent?.byRows ?? [])], intent?.fn]).toEqual([
      { name: null, title: "x" },
      ["name"],
      "create",
    ]);
  });

  it("a step whose rows are known only to its sources may be executed any number of times", () => {
    const bulk: Plan = {
      ...step(0),
      kind: "bulk",
      type: type("nd.site"),
      selection: list(0),
      new: { title: "x" },
    };
    const change: WritePlan = { ...create(1, "nd.site", { title: "y" }), kind: "update" };
    const removal: WritePlan = { ...create(2, "nd.site", {}), kind: "delete" };
    expect(intentsOf([bulk, change, removal]).map(({ fn, executions }) => [fn, executions])).toEqual([
      ["update", null],
      ["update", 1],
      ["delete", 1],
    ]);
    const site = create(3, "nd.site", {});
    const by = (position: number) => byRows(3, site, [from(position, ["name", "n"])]);
    expect(
      [0, 1, 2].map((position) => intentsOf([bulk, change, removal, by(position)]).at(-1)?.executions),
    ).toEqual([null, 1, 1]);
    const byOld = byRows(1, change, [{ ...from(0, ["name", "n"]), scope: "old" }]);
    const [intent] = intentsOf([list(0, { limit: 2 }), byOld]);
    expect([intent?.new, intent?.byRows.size]).toEqual([{ title: "y" }, 0]);
  });

  it("secrets are left out of the recorded steps, also if a table of the call contains them", () => {
    const table = list(0, { literal: [{ k: "secret", m: "x" }] });
    const client = byRows(1, create(1, "macauth.client", {}), [
      from(0, ["wpa2_key", "k"], ["mac_addr", "m"]),
      from(0, ["wpa2_key", "l"]),
    ]);
    const steps: Json = [
      { name: "t", old: { _dict_list: [{ k: "secret", m: "x", l: "other" }] } },
      { name: "macauth.client.create", new: { wpa2_key: "secret", bcd_name: "a" } },
      { name: "nd.site.create", new: { name: "s", wpa2_key: "not a secret here" } },
    ];
    const site = create(2, "nd.site", { name: "s" });
    expect(recordedSteps(steps, intentsOf([table, client, site]))).toEqual([
      { name: "t", old: { _dict_list: [{ k: null, m: "x", l: null }] } },
      { name: "macauth.client.create", new: { wpa2_key: null, bcd_name: "a" } },
      { name: "nd.site.create", new: { name: "s", wpa2_key: "not a secret here" } },
    ]);
    expect(recordedSteps(steps, intentsOf([site]))).toBe(steps);
    expect(recordedSteps("no list", intentsOf([client]))).toBe("no list");
  });
});

describe("two values that are equal", () => {
  it.each<readonly [Json, Json, boolean]>([
    [1, 1, true],
    [1, "1", false],
    [null, null, true],
    [null, {}, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { b: null }, false],
    [{ a: 1 }, { a: 2 }, false],
  ])("%j, %j: %s", (one, other, expected) => {
    expect([same(one, other), same(other, one)]).toEqual([expected, expected]);
  });
});
