import { describe, expect, it, vi } from "vitest";
import type { Fault } from "#contract/wire/fault";
import type { Outcome } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import { FaultError } from "#core/fault/fault-error";
import { items } from "#core/txlist/history";
import type { LostEnd, Run } from "#core/txlist/run";
import type { CommandLog } from "../../../src/state/command-log.ts";
import { createTransactionList, type TransactionList } from "../../../src/state/txlist.ts";
import { simple } from "../core/planned.ts";
import { createTabs } from "./tabs.ts";

const fault = (name: string): Fault => ({
  type: { name: "internal_error", code: -20000 },
  code: 1,
  name,
  description: name,
  details: {},
  hint: null,
  stepIdx: null,
});
const done: Outcome = { ok: true, lists: {}, rolledBack: false, accessMode: "rw" };
const lost: Outcome = { ok: false, fault: fault("network"), status: 0 };
const state = (callId: string, of: CallProgress["state"]): CallProgress => ({
  call_id: callId,
  state: of,
  step_count: 2,
  step_done: 2,
});
const unreached = (): Promise<never> => Promise.reject(new FaultError(fault("network"), 0));

/** States that the server reports, in this order. The last one is repeated. */
type Told = readonly (CallProgress["state"] | "unreached" | null)[];

interface Server {
  readonly answer: () => Promise<Outcome>;
  readonly told: Told;
  readonly isOnline?: () => boolean;
}

/** The end of a run, of either kind. */
interface Ended {
  readonly phase: "success" | "error";
  readonly rolledBack: boolean;
  readonly isLost: true;
  readonly lost: LostEnd;
  readonly fault: null;
}

/** Opens tabs of one browser on a server, and records what the tabs ask and send. */
function browser(server: Server) {
  const { answer, isOnline = () => true } = server;
  const tabs = createTabs();
  const sent: (string | undefined)[] = [];
  const asked: string[] = [];
  const onLost = vi.fn();
  let clock = 0;
  const open = async (log: CommandLog = tabs.log()): Promise<TransactionList> => {
    const list = createTransactionList({
      log,
      onLost,
      execute: (_, { callId }) => {
        sent.push(callId);
        return answer();
      },
      progress: (callId) => {
        const { told } = server;
        const found = told[Math.min(asked.push(callId), told.length) - 1] ?? null;
        if (found === "unreached") return unreached();
        return Promise.resolve(found === null ? null : state(callId, found));
      },
      isOnline,
      now: () => clock,
      wait: (ms) => {
        clock += ms;
        return new Promise((resolve) => setTimeout(resolve, 0));
      },
    });
    await list.open("ada");
    return list;
  };
  return { open, tabs, sent, asked, onLost };
}

const uuids = (list: TransactionList) => items(list.state.history).map((item) => item.uuid);
const plan = async (list: TransactionList, ...names: readonly string[]) => {
  for (const uuid of names) list.submit({ kind: "add", item: simple(uuid) });
  await list.settled();
};
const settledRun = (list: TransactionList): Promise<Run> =>
  vi.waitFor(() => {
    const { run } = list.state;
    expect(["success", "error"]).toContain(run.phase);
    return run;
  });

describe("an apply whose answer is lost", () => {
  it.each<[string, Outcome, Told]>([
    ["no answer", lost, ["unreached", "running", "unreached", "committed"]],
    ["a cut answer", { ok: false, fault: fault("incomplete_answer"), status: 200 }, ["committed"]],
    [
      "a gateway that gave up",
      { ok: false, fault: fault("http_status"), status: 504 },
      ["running", "committed"],
    ],
  ])(
    "%s: changes committed by the server leave the list, and are reported without results",
    async (_, outcome, told) => {
      const { open, sent, asked, onLost } = browser({ answer: () => Promise.resolve(outcome), told });
      const list = await open();
      await plan(list, "a", "b");
      const run = await list.run("apply");
      expect(run).toMatchObject({ phase: "success", rolledBack: false, isLost: true });
      expect([uuids(list), onLost.mock.calls.length]).toEqual([[], 1]);
      expect(new Set(asked)).toEqual(new Set(sent));
      expect(asked).toHaveLength(told.length);
      expect(uuids(await open())).toEqual([]);
    },
  );

  it.each<[string, Told, Partial<Ended>]>([
    ["undone", ["running", "failed"], { phase: "error", lost: "undone" }],
    ["rolled back", ["rolled_back"], { phase: "success", rolledBack: true }],
    ["never there", [null], { phase: "error", lost: "unsent" }],
    ["known no more", ["running", null], { phase: "error", lost: "unknown" }],
    ["not to be asked for long", ["unreached"], { phase: "error", lost: "unknown" }],
  ])("%s: the list stays as it was, with its history", async (_, told, end) => {
    const { open } = browser({ answer: () => Promise.resolve(lost), told });
    const list = await open();
    await plan(list, "a", "b");
    expect(await list.run("apply")).toMatchObject(end);
    expect([uuids(list), uuids(await open())]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    list.undo();
    expect(uuids(list)).toEqual(["a"]);
    expect(list.blockOf("apply")).toBeNull();
  });

  it("the server is not asked after a received refusal or a test", async () => {
    const refused: Outcome = { ok: false, fault: fault("object_not_found"), status: 400 };
    const told = browser({ answer: () => Promise.resolve(refused), told: ["committed"] });
    const list = await told.open();
    await plan(list, "a");
    expect(await list.run("apply")).toMatchObject({ phase: "error", fault: { name: "object_not_found" } });
    expect(told.asked).toEqual([]);
    const cut = browser({ answer: () => Promise.resolve(lost), told: ["committed"] });
    const other = await cut.open();
    await plan(other, "a");
    expect(await other.run("test")).toMatchObject({ phase: "error", lost: "test" });
    expect([cut.asked, uuids(other)]).toEqual([[], ["a"]]);
  });

  it.each<[Told, Partial<Ended>, readonly string[]]>([
    [["running", "committed"], { phase: "success", isLost: true }, []],
    [["failed"], { phase: "error", lost: "undone", fault: null }, ["a"]],
    [[null], { phase: "error", lost: "unknown", fault: null }, ["a"]],
  ])("a reloaded page finds its end: %j", async (told, end, left) => {
    const { open, tabs, sent, asked } = browser({ answer: () => new Promise(() => undefined), told });
    const before = await open();
    await plan(before, "a");
    void before.run("apply");
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    tabs.close();
    const after = await open();
    expect(await settledRun(after)).toMatchObject(end);
    expect([uuids(after), sent.length, new Set(asked)]).toEqual([left, 1, new Set(sent)]);
  });
});

describe("an apply whose account signs out while it runs", () => {
  const refused: Outcome = { ok: false, fault: fault("authentication_error"), status: 401 };

  /** Applies `a` and signs out before the answer arrives. */
  async function applyAndLeave(answer: Outcome) {
    let finish: (outcome: Outcome) => void = () => undefined;
    const world = browser({
      answer: () => new Promise((resolve) => (finish = resolve)),
      told: ["committed"],
    });
    const list = await world.open();
    await plan(list, "a");
    const running = list.run("apply");
    await vi.waitFor(() => expect(world.sent).toHaveLength(1));
    await list.open(null);
    finish(answer);
    await running;
    return { ...world, list };
  }

  it.each<[string, Outcome, readonly string[]]>([
    ["refused because the session has ended", refused, ["a"]],
    ["applied", done, []],
  ])("%s: the end is shown when the account comes back, and nobody is asked", async (_, answer, left) => {
    const { list, asked } = await applyAndLeave(answer);
    await list.open("otto");
    expect([uuids(list), list.state.run.phase]).toEqual([[], "idle"]);
    await list.open("ada");
    expect([uuids(list), list.state.run.phase, asked]).toEqual([left, "idle", []]);
    await plan(list, "b");
    expect(list.blockOf("apply")).toBeNull();
  });

  it("with a lost answer tells another account nothing, and tells its own account how it ended", async () => {
    const { list } = await applyAndLeave(lost);
    await list.open("otto");
    expect(list.state.run.phase).toBe("idle");
    await list.open("ada");
    expect(await settledRun(list)).toMatchObject({ phase: "success", isLost: true });
    expect(uuids(list)).toEqual([]);
  });
});

describe("an apply whose account signs out while the server is asked for its result", () => {
  it.each(["otto", "ada"])(
    "is not affected by a later answer of the server to %s, who has another token",
    async (next) => {
      let isSender = true;
      const { open, asked } = browser({
        answer: () => Promise.resolve(lost),
        get told(): Told {
          return [isSender ? "unreached" : null];
        },
      });
      const list = await open();
      await plan(list, "a");
      const running = list.run("apply");
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
      await list.open(null);
      isSender = false;
      await list.open(next);
      await running;
      if (next !== "ada") expect(list.state.run.phase).toBe("idle");
      if (next !== "ada") await list.open("ada");
      expect(await settledRun(list)).toMatchObject({ phase: "error", lost: "unknown", fault: null });
      expect(uuids(list)).toEqual(["a"]);
    },
  );
});

describe("an apply whose answer is lost while the server is unreachable", () => {
  it("blocks test and apply with the reason; planning continues, and newly planned elements stay", async () => {
    let isOnline = true;
    const told: CallProgress["state"][] = [];
    const { open } = browser({
      answer: () => {
        isOnline = false;
        return Promise.resolve(lost);
      },
      get told() {
        return told.length === 0 ? (["unreached"] as const) : told;
      },
      isOnline: () => isOnline,
    });
    const list = await open();
    await plan(list, "a", "b");
    const running = list.run("apply");
    await vi.waitFor(() => expect(list.blockOf("apply")?.key).toBe("core.txlist.block.lost"));
    expect(list.blockOf("test")?.key).toBe("core.txlist.block.lost");
    list.submit({ kind: "replace", uuid: "a", item: simple("a", { object_title: "typed meanwhile" }) });
    list.submit({ kind: "add", item: simple("c") });
    expect(uuids(list)).toEqual(["a", "b", "c"]);
    isOnline = true;
    expect(list.blockOf("add")?.key).toBe("core.txlist.block.busy");
    told.push("committed");
    expect(await running).toMatchObject({ phase: "success", isLost: true });
    expect([uuids(list), list.blockOf("apply")]).toEqual([["a", "c"], null]);
  });
});

describe("an apply while a second tab is open", () => {
  it("blocks the second tab, where planning continues; new changes stay, and nothing is sent twice", async () => {
    let finish: (outcome: Outcome) => void = () => undefined;
    const { open, sent } = browser({
      answer: () => new Promise((resolve) => (finish = resolve)),
      told: [null],
    });
    const [one, other] = [await open(), await open()];
    await plan(one, "a", "b");
    await vi.waitFor(() => expect(uuids(other)).toEqual(["a", "b"]));
    const running = one.run("apply");
    await vi.waitFor(() => expect(other.blockOf("apply")?.key).toBe("core.txlist.block.elsewhere"));
    expect(other.blockOf("test")?.key).toBe("core.txlist.block.elsewhere");
    await other.run("apply");
    other.submit({ kind: "replace", uuid: "a", item: simple("a", { object_title: "typed meanwhile" }) });
    await plan(other, "c");
    finish(done);
    await running;
    await vi.waitFor(() => expect(uuids(other)).toEqual(["a", "c"]));
    expect([uuids(one), sent.length]).toEqual([["a", "c"], 1]);
    expect(other.blockOf("apply")).toBeNull();
    expect(other.state.run.phase).toBe("idle");
  });

  it("is sent once if both tabs press Apply at the same moment", async () => {
    const { open, sent } = browser({ answer: () => Promise.resolve(done), told: [null] });
    const [one, other] = [await open(), await open()];
    await plan(one, "a");
    await vi.waitFor(() => expect(uuids(other)).toEqual(["a"]));
    await Promise.all([one.run("apply"), other.run("apply")]);
    expect([sent.length, uuids(one), uuids(other)]).toEqual([1, [], []]);
    expect(one.state.run.phase === "idle" || other.state.run.phase === "idle").toBe(true);
  });

  it("keeps text in the form of an element that the other tab applied or removed, and plans it", async () => {
    const { open } = browser({ answer: () => Promise.resolve(done), told: [null] });
    const [one, other] = [await open(), await open()];
    await plan(one, "a", "b");
    await vi.waitFor(() => expect(uuids(other)).toEqual(["a", "b"]));
    one.submit({ kind: "remove", uuid: "a" });
    await one.run("apply");
    for (const uuid of ["a", "b"]) other.submit({ kind: "replace", uuid, item: simple(uuid), orAdd: true });
    await vi.waitFor(() => expect(uuids(one)).toEqual(["a", "b"]));
    expect(uuids(other)).toEqual(["a", "b"]);
  });
});
