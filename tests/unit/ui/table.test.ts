import { describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { startIndex } from "#core/table/rows";
import { gridAction, type GridKey } from "../../../src/ui/table/grid-keys.ts";
import {
  flatLines,
  hitsIn,
  orderOf,
  pageOf,
  slice,
  treeLines,
  type LineList,
} from "../../../src/ui/table/lines.ts";

const UNITS: readonly Row[] = [
  { gpk: "u-1", name: "UTM", parent: null },
  { gpk: "u-2", name: "INF", parent: "UTM" },
  { gpk: "u-3", name: "LAB", parent: "INF" },
  { gpk: "u-4", name: "ING", parent: "UTM" },
];
const NEST = { parent: "parent", key: "name" };

function names(lines: LineList, from = 0, to = lines.length): readonly string[] {
  return slice(lines, from, to).map(
    ({ row, level }) => "-".repeat(level) + (typeof row["name"] === "string" ? row["name"] : ""),
  );
}

function positions(q: string, group?: string): Uint32Array {
  return hitsIn(orderOf(UNITS, [], group), startIndex(UNITS, ["name"]).finish(), q);
}

describe("lines of a table", () => {
  it("the filter keeps rows that contain the text, ignoring case", () => {
    expect(names(flatLines(UNITS, positions("in")))).toEqual(["INF", "ING"]);
  });

  it("[LIST-04] a page beyond the end is the last one", () => {
    const page = pageOf(UNITS.length, { page: 9, size: 3 });
    expect(names(flatLines(UNITS, positions("")), page.from, page.to)).toEqual(["ING"]);
    expect(page).toMatchObject({ from: 3, to: 4, page: 1, total: 4 });
  });

  it("a tree is in the order of its levels, and folded rows hide their children", () => {
    expect(names(treeLines(UNITS, positions(""), NEST, () => true))).toEqual([
      "UTM",
      "-INF",
      "--LAB",
      "-ING",
    ]);
    expect(names(treeLines(UNITS, positions(""), NEST, (id) => id === "u-1"))).toEqual([
      "UTM",
      "-INF",
      "-ING",
    ]);
  });

  it("a match in a tree is shown below its ancestors", () => {
    expect(names(treeLines(UNITS, positions("lab"), NEST, () => true))).toEqual(["UTM", "-INF", "--LAB"]);
  });

  it("[TA-75] new rows stand first whatever the rows are sorted by, and in a group they are its first", () => {
    const rows: readonly Row[] = [
      { name: "b", kind: "x" },
      { name: "d", kind: "y", isNew: true },
      { name: "c", kind: "y" },
      { name: "a", kind: "x" },
      { name: "e", kind: "x", isNew: true },
    ];
    const present = (row: Row) => (row["isNew"] === true ? null : row);
    const order = (isDescending: boolean | null, group?: string) =>
      [
        ...orderOf(rows, isDescending === null ? [] : [{ attribute: "name", isDescending }], group, present),
      ].map((at) => textIn(rows[at]?.["name"]));
    expect(order(null).join("")).toBe("debca");
    expect(order(false).join("")).toBe("deabc");
    expect(order(true).join("")).toBe("edcba");
    expect(order(false, "kind").join("")).toBe("eabdc");
  });

  it("a row that names itself as parent does not hang the table", () => {
    const rows: readonly Row[] = [{ gpk: "u-9", name: "LOOP", parent: "LOOP" }];
    expect(names(treeLines(rows, Uint32Array.of(0), NEST, () => true))).toEqual(["LOOP"]);
  });
});

describe("keys of a table", () => {
  const press = (key: string, extra: Partial<GridKey> = {}): GridKey => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...extra,
  });
  const size = { lines: 30, columns: 4, page: 10 };

  it.each([
    ["ArrowDown", { line: 4, column: -1 }],
    ["ArrowUp", { line: 2, column: -1 }],
    ["PageDown", { line: 13, column: -1 }],
    ["Home", { line: 0, column: -1 }],
    ["End", { line: 29, column: -1 }],
    ["ArrowRight", { line: 3, column: 0 }],
  ])("%s moves the active row or cell", (key, to) => {
    expect(gridAction(press(key), { line: 3, column: -1 }, size, null)).toEqual({
      kind: "move",
      to,
      extends: false,
    });
  });

  it.each([
    ["Enter", "open"],
    [" ", "select"],
    ["m", "menu"],
  ])("%s acts on the active row", (key, kind) => {
    expect(gridAction(press(key), { line: 3, column: -1 }, size, null)).toEqual({ kind });
  });

  it("left folds an open row of a tree and right unfolds it again", () => {
    expect(gridAction(press("ArrowLeft"), { line: 0, column: -1 }, size, true)).toEqual({ kind: "fold" });
    expect(gridAction(press("ArrowRight"), { line: 0, column: -1 }, size, false)).toEqual({ kind: "unfold" });
  });

  it("Ctrl+A selects all, and other letters are left to the browser", () => {
    expect(gridAction(press("a", { ctrlKey: true }), { line: 0, column: -1 }, size, null)).toEqual({
      kind: "selectAll",
    });
    expect(gridAction(press("x"), { line: 0, column: -1 }, size, null)).toBeNull();
  });
});
