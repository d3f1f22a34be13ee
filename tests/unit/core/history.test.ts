import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyCommand,
  items,
  moveByOne,
  record,
  redo,
  startHistory,
  undo,
  type Command,
} from "#core/txlist/history";
import { replay } from "#core/txlist/entry";
import { anyCommand, simple } from "./planned.ts";

const after = (...commands: readonly Command[]) => commands.reduce(record, startHistory());
const uuids = (history: ReturnType<typeof startHistory>) => items(history).map((item) => item.uuid);
const add = (uuid: string): Command => ({ kind: "add", item: simple(uuid) });

describe("history of the planned list", () => {
  it("[TA-03] [TA-04] a new element goes to the end of the list", () => {
    expect(uuids(after(add("a"), add("b")))).toEqual(["a", "b"]);
  });

  it("several elements are added at once and removed by one undo", () => {
    const history = after(add("a"), { kind: "append", items: [simple("b"), simple("c")] });
    expect(uuids(history)).toEqual(["a", "b", "c"]);
    expect(uuids(undo(history))).toEqual(["a"]);
    expect(uuids(redo(undo(history)))).toEqual(["a", "b", "c"]);
  });

  it("several elements are added before an element, or at the end if it is gone", () => {
    const list = after(add("a"), add("b"));
    const added = (before: string) =>
      uuids(record(list, { kind: "append", items: [simple("x"), simple("y")], before }));
    expect([added("b"), added("a"), added("gone")]).toEqual([
      ["a", "x", "y", "b"],
      ["x", "y", "a", "b"],
      ["a", "b", "x", "y"],
    ]);
  });

  it("a removed element is not replaced, unless its edited form is saved", () => {
    const list = after(add("a"));
    const replace = { kind: "replace", uuid: "gone", item: simple("x") } as const;
    expect(uuids(record(list, replace))).toEqual(["a"]);
    expect(uuids(record(list, { ...replace, orAdd: true }))).toEqual(["a", "x"]);
    expect(uuids(record(list, { ...replace, uuid: "a", orAdd: true }))).toEqual(["x"]);
    expect(uuids(record(list, { kind: "move", uuid: "gone", before: "a" }))).toEqual(["a"]);
    expect(moveByOne(items(list), "gone", "up")).toBeNull();
  });

  it("[TA-17] [TA-18] redo repeats one action after the other, and there is nothing to undo at the start", () => {
    const full = after(add("a"), add("b"), add("c"));
    const back = undo(undo(full));
    expect([uuids(back), uuids(redo(back)), uuids(redo(redo(back))), uuids(redo(redo(redo(back))))]).toEqual([
      ["a"],
      ["a", "b"],
      ["a", "b", "c"],
      ["a", "b", "c"],
    ]);
    expect(undo(startHistory()).undone).toEqual([]);
  });

  it("[TA-05] replace exchanges the element of the old uuid in its place", () => {
    const history = after(add("a"), add("b"), { kind: "replace", uuid: "a", item: simple("c") });
    expect(uuids(history)).toEqual(["c", "b"]);
  });

  it("[TA-06] remove takes one element out", () => {
    expect(uuids(after(add("a"), add("b"), { kind: "remove", uuid: "a" }))).toEqual(["b"]);
  });

  it.each([
    ["a", "c", ["b", "a", "c"]],
    ["a", null, ["b", "c", "a"]],
    ["c", "a", ["c", "a", "b"]],
    ["a", "a", ["a", "b", "c"]],
    ["a", "gone", ["a", "b", "c"]],
  ])("[TA-07] %s moves before %s", (uuid, before, expected) => {
    expect(uuids(after(add("a"), add("b"), add("c"), { kind: "move", uuid, before }))).toEqual(expected);
  });

  it("[TA-07] an element moves one place up and down, but not beyond the ends", () => {
    const list = items(after(add("a"), add("b"), add("c")));
    const moved = (uuid: string, way: "up" | "down") => {
      const command = moveByOne(list, uuid, way);
      return command === null ? null : applyCommand(list, command).map((item) => item.uuid);
    };
    expect(moved("b", "up")).toEqual(["b", "a", "c"]);
    expect(moved("b", "down")).toEqual(["a", "c", "b"]);
    expect(moved("a", "down")).toEqual(["b", "a", "c"]);
    expect(moved("a", "up")).toBeNull();
    expect(moved("c", "down")).toBeNull();
  });

  it("[TA-10] clear empties the list", () => {
    expect(uuids(after(add("a"), { kind: "clear" }))).toEqual([]);
  });

  it.each<[string, Command]>([
    ["add", add("c")],
    ["replace", { kind: "replace", uuid: "a", item: simple("c") }],
    ["remove", { kind: "remove", uuid: "a" }],
    ["move", { kind: "move", uuid: "b", before: "a" }],
    ["clear", { kind: "clear" }],
    ["import", { kind: "import", items: [simple("x")] }],
  ])("[TA-17] [TA-18] undo takes back %s, redo repeats it", (_, command) => {
    const before = after(add("a"), add("b"));
    const done = record(before, command);
    expect(items(undo(done))).toEqual(items(before));
    expect(items(redo(undo(done)))).toEqual(items(done));
  });

  it("[TA-19] a new action clears the redo stack", () => {
    const undone = undo(after(add("a"), add("b")));
    expect(uuids(redo(record(undone, add("c"))))).toEqual(["a", "c"]);
  });

  it("[TA-17] undoing everything leads to the base, redoing everything to the end", () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 120, size: "max" }), (commands) => {
        const end = commands.reduce(record, startHistory([simple("base")]));
        expect(items(end)).toEqual(commands.reduce(applyCommand, [simple("base")]));
        let start = end;
        for (let left = commands.length; left > 0; left--) {
          start = undo(start);
          expect(items(start)).toEqual(commands.slice(0, left - 1).reduce(applyCommand, [simple("base")]));
        }
        expect(items(start)).toEqual([simple("base")]);
        expect(items(commands.reduce(redo, start))).toEqual(items(end));
      }),
      { numRuns: 100 },
    );
  });

  it("[TA-17] [TA-18] undo, a new action and redo work across checkpoints of a long history", () => {
    const added = Array.from({ length: 70 }, (_, at) => `${String(at)}`);
    const full = after(...added.map(add));
    for (const back of [1, 5, 6, 7, 37, 38, 39, 70]) {
      let history = full;
      for (let at = 0; at < back; at++) history = undo(history);
      expect(uuids(history)).toEqual(added.slice(0, 70 - back));
      let other = added.slice(70 - back).reduce((sum, uuid) => record(sum, add(`${uuid}b`)), history);
      for (let at = 1; at < back; at++) other = undo(other);
      const kept = added.slice(0, 70 - back);
      expect(uuids(other)).toEqual([...kept, `${added[70 - back] ?? ""}b`]);
    }
  });

  it("[TA-50] after an apply the sent elements are gone and nothing can be undone", () => {
    const history = replay(undo(after(add("a"), add("b"), add("c"))), { kind: "applied", uuids: ["a"] });
    expect(uuids(history)).toEqual(["b"]);
    expect(uuids(undo(history))).toEqual(["b"]);
    expect(uuids(redo(history))).toEqual(["b"]);
  });
});
