import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Execute, ExecuteOptions, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Entry } from "#core/txlist/entry";
import { items } from "#core/txlist/history";
import { createMemoryLog, type CommandLog } from "../../../src/state/command-log.ts";
import { createTransactionList, type TransactionList } from "../../../src/state/txlist.ts";
import { simple } from "../core/planned.ts";
import { createTabs } from "./tabs.ts";

const done: Outcome = { ok: true, lists: {}, rolledBack: false, accessMode: "rw" };

/** One browser: its storage, and tabs that send messages to each other. */
function browser() {
  const tabs = createTabs();
  const log = tabs.log();
  const calls: { readonly steps: readonly Step[]; readonly options: ExecuteOptions }[] = [];
  const open = async (
    login: string,
    answer: Execute = () => Promise.resolve(done),
    change: Partial<CommandLog> = {},
  ) => {
    const execute: Execute = (steps, options) => {
      calls.push({ steps, options });
      return answer(steps, options);
    };
    const list = createTransactionList({
      execute,
      log: { ...tabs.log(), ...change },
      progress: () => Promise.resolve(null),
      onLost: () => undefined,
      isOnline: () => true,
      now: () => 1_700_000_000_000,
    });
    await list.open(login);
    return list;
  };
  return { open, calls, log };
}

const uuids = (list: TransactionList) => items(list.state.history).map((item) => item.uuid);
const add = (list: TransactionList, uuid: string) => list.submit({ kind: "add", item: simple(uuid) });
const settle = async (...lists: readonly TransactionList[]) => {
  for (let round = 0; round < 3; round++) for (const list of lists) await list.settled();
};

describe("the stored list", () => {
  it("[TA-68] list and undo history survive a reload", async () => {
    const { open } = browser();
    const before = await open("ada");
    add(before, "a");
    add(before, "b");
    before.undo();
    await before.settled();
    const after = await open("ada");
    expect(uuids(after)).toEqual(["a"]);
    after.redo();
    expect(uuids(after)).toEqual(["a", "b"]);
  });

  it("[TA-68] a page that is closed before it could store its changes loses none of them", async () => {
    const { open, log } = browser();
    const first = await open("ada");
    add(first, "a");
    await first.settled();
    let isClosed = false;
    const never = new Promise<never>(() => undefined);
    const closed = await open("ada", undefined, {
      locked: (login, work) => (isClosed ? never : log.locked(login, work)),
    });
    isClosed = true;
    add(closed, "b");
    add(closed, "c");
    closed.undo();
    expect(uuids(closed)).toEqual(["a", "b"]);
    const greta = await open("greta");
    expect(uuids(greta)).toEqual([]);
    const after = await open("ada");
    expect(uuids(after)).toEqual(["a", "b"]);
    after.redo();
    await after.settled();
    expect(uuids(after)).toEqual(["a", "b", "c"]);
    const kinds = (await log.read("ada", 0)).map(({ entry }) => entry.kind);
    expect(kinds).toEqual(["command", "command", "command", "undo", "redo"]);
    expect(log.unsaved.of("ada")).toEqual([]);
  });

  it("[TA-68] changes that another page stored in the meantime are not stored again", async () => {
    const { open, log } = browser();
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    let waits = Promise.resolve();
    const slow = await open("ada", undefined, {
      locked: async (login, work) => {
        await waits;
        return log.locked(login, work);
      },
    });
    waits = isFree;
    add(slow, "a");
    const other = await open("ada");
    expect(uuids(other)).toEqual(["a"]);
    add(other, "b");
    await other.settled();
    free();
    await settle(slow, other);
    expect([uuids(slow), uuids(other)]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(await log.read("ada", 0)).toHaveLength(2);
    expect(log.unsaved.of("ada")).toEqual([]);
  });

  it("[TA-68] two tabs share one list, whichever tab changes it first", async () => {
    const { open } = browser();
    const [one, other] = [await open("ada"), await open("ada")];
    add(one, "a");
    add(other, "b");
    add(one, "c");
    other.submit({ kind: "move", uuid: "b", before: null });
    await settle(one, other);
    expect(uuids(one)).toEqual(uuids(other));
    expect(uuids(one).toSorted()).toEqual(["a", "b", "c"]);
    one.undo();
    await settle(one, other);
    expect(uuids(other)).toEqual(uuids(one));
  });

  it("[SESS-18] another login name starts with an empty list, and the first login name finds its list again", async () => {
    const { open } = browser();
    const list = await open("ada");
    add(list, "a");
    await list.open("greta");
    expect(uuids(list)).toEqual([]);
    await list.open("ada");
    expect(uuids(list)).toEqual(["a"]);
  });

  it("[SESS-15] [SESS-34] forgetting a list deletes it for ever, and closing a list keeps it stored", async () => {
    const { open } = browser();
    const list = await open("ada");
    add(list, "a");
    await list.open(null);
    expect(uuids(list)).toEqual([]);
    await list.open("ada");
    expect(uuids(list)).toEqual(["a"]);
    await list.forget();
    expect(uuids(await open("ada"))).toEqual([]);
  });

  it("[TA-49] [TA-68] after an apply is reported as done, a reload does not show its changes again", async () => {
    const { open, log } = browser();
    const list = await open("ada");
    add(list, "a");
    await list.settled();
    await list.run("apply");
    const kept = await log.read("ada", 0);
    expect(kept.map(({ entry }) => entry)).toEqual([{ kind: "reset", items: [] }]);
  });

  /** A list in a browser that has no room for the given entries. */
  async function crowded(isFull: (entry: Entry) => boolean) {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const { log, open } = browser();
    const list = createTransactionList({
      execute: () => Promise.resolve(done),
      log: {
        ...log,
        append: (login, named) =>
          isFull(named.entry) ? Promise.reject(new Error("full")) : log.append(login, named),
      },
      progress: () => Promise.resolve(null),
      onLost: () => undefined,
      isOnline: () => true,
    });
    await list.open("ada");
    return { list, open, log };
  }

  it("a list that cannot be stored continues in memory, and says so", async () => {
    const { list } = await crowded(() => true);
    expect(list.state.isKept).toBe(true);
    add(list, "a");
    add(list, "b");
    await list.settled();
    expect([uuids(list), list.state.isKept]).toEqual([["a", "b"], false]);
    const inMemory = createTransactionList({
      execute: () => Promise.resolve(done),
      log: createMemoryLog(),
      progress: () => Promise.resolve(null),
      onLost: () => undefined,
      isOnline: () => true,
    });
    await inMemory.open("ada");
    expect(inMemory.state.isKept).toBe(false);
  });

  it("[TA-49] an apply of an unstored list leaves no part of the list", async () => {
    const { list, open } = await crowded(
      (entry) => entry.kind === "command" && entry.command.kind === "import",
    );
    add(list, "a");
    list.submit({ kind: "import", items: [simple("b"), simple("c")] });
    await list.run("apply");
    expect([uuids(list), uuids(await open("ada")), list.state.isKept]).toEqual([[], [], true]);
  });

  it("[TA-68] once there is space again the whole list is stored, not only its last changes", async () => {
    let isFull = false;
    const { list, open, log } = await crowded(() => isFull);
    add(list, "a");
    await list.settled();
    isFull = true;
    list.submit({ kind: "import", items: [simple("b"), simple("c")] });
    await list.settled();
    expect([(await log.read("ada", 0)).length, list.state.isKept]).toEqual([1, false]);
    isFull = false;
    list.submit({ kind: "move", uuid: "c", before: "b" });
    await list.settled();
    expect([uuids(list), uuids(await open("ada"))]).toEqual([
      ["c", "b"],
      ["c", "b"],
    ]);
    expect(list.state.isKept).toBe(true);
    list.undo();
    await list.settled();
    expect(uuids(await open("ada"))).toEqual(["b", "c"]);
  });
});

describe("test and apply", () => {
  it.each(["test", "apply"] as const)(
    "[TA-45] %s leads from idle to busy to a result, and the list is blocked meanwhile",
    async (mode) => {
      const { promise: answer, resolve: finish } = Promise.withResolvers<Outcome>();
      const { open } = browser();
      const list = await open("ada", () => answer);
      add(list, "a");
      expect(list.state.run.phase).toBe("idle");
      const running = list.run(mode);
      const sent = items(list.state.history);
      expect(list.state.run).toEqual({ phase: "busy", mode, sent, callId: null });
      add(list, "b");
      list.undo();
      expect(uuids(list)).toEqual(["a"]);
      finish({ ...done, rolledBack: true });
      await running;
      expect(list.state.run).toMatchObject({ phase: "success", mode, rolledBack: true });
      // The time is stored, so every redraw shows the same one.
      expect(list.state.endedAt).toBe(1_700_000_000_000);
    },
  );

  it("a run of many steps has a new name each time, by which its progress is requested", async () => {
    const { open, calls } = browser();
    const list = await open("ada");
    for (let at = 0; at < 12; at++) add(list, `a${String(at)}`);
    await list.run("test", "greta");
    await list.run("test");
    await list.run("apply");
    add(list, "b");
    await list.run("test");
    const names = calls.map(({ options }) => options.callId);
    expect(names[3]).toBeUndefined();
    expect(new Set(names.slice(0, 3).map((name) => typeof name))).toEqual(new Set(["string"]));
    expect(new Set(names.slice(0, 3)).size).toBe(3);
  });

  it("[TA-48] [TA-49] [TA-50] a test keeps the list, and an apply empties the list and ends its history", async () => {
    const { open, log } = browser();
    const list = await open("ada");
    add(list, "a");
    await list.run("test");
    expect(uuids(list)).toEqual(["a"]);
    await list.run("apply");
    expect(uuids(list)).toEqual([]);
    list.undo();
    expect(uuids(list)).toEqual([]);
    await list.settled();
    expect(await log.read("ada", 0)).toHaveLength(1);
  });

  it("[TA-50] another tab learns of the apply, and new changes of that tab stay", async () => {
    let finish: (outcome: Outcome) => void = () => undefined;
    const { open, calls } = browser();
    const one = await open("ada", () => new Promise((resolve) => (finish = resolve)));
    const other = await open("ada");
    add(one, "a");
    await settle(one, other);
    const running = one.run("apply");
    add(other, "b");
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    finish(done);
    await running;
    await settle(one, other);
    expect([uuids(one), uuids(other)]).toEqual([["b"], ["b"]]);
  });

  it("[TA-58] an apply that was rolled back keeps list and history", async () => {
    const { open } = browser();
    const list = await open("ada", () => Promise.resolve({ ...done, rolledBack: true }));
    add(list, "a");
    await list.run("apply");
    expect(uuids(list)).toEqual(["a"]);
    list.undo();
    expect(uuids(list)).toEqual([]);
  });

  it("[TA-67] apply never runs as the account chosen for a test", async () => {
    const { open, calls } = browser();
    const list = await open("ada");
    add(list, "a");
    await list.run("test", "ada-dns");
    await list.run("apply", "ada-dns");
    expect(calls[0]?.options).toEqual({ dryRun: true, tellsAnswers: true, asLogin: "ada-dns" });
    const { callId, ...applied } = calls[1]?.options ?? {};
    expect([typeof callId, applied]).toEqual(["string", { dryRun: false }]);
    expect(calls[0]?.steps).toHaveLength(5);
  });

  it("[TA-69] an empty list sends nothing", async () => {
    const { open, calls } = browser();
    const list = await open("ada");
    await list.run("apply");
    expect(calls).toEqual([]);
  });

  it("a bug in the call frees the list", async () => {
    const { open } = browser();
    const list = await open("ada", () => Promise.reject(new TypeError("bug")));
    add(list, "a");
    await expect(list.run("test")).rejects.toThrow("bug");
    expect(list.state.run.phase).toBe("idle");
  });
});
