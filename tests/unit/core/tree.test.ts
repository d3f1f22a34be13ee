import { describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { openAtFirst, shownChildren, treeOf, unknownBranches, type TreeNode } from "#core/tree/tree";

const BY = { key: "name", parent: "parent", count: "below" };
const row = (name: string, parent: string, below = 0): Row => ({ gpk: name, name, parent, below });
const names = ({ children }: TreeNode): readonly string[] => children.map(({ key }) => key);

/** Hosts of a zone. */
const hosts = (zone: string, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => row(`h${String(at)}.${zone}`, zone));

describe("a tree of rows", () => {
  it("has branches before leaves, both in natural order, and counts children that are not loaded", () => {
    const tree = treeOf(
      row("z", "", 9),
      [row("h10", "z"), row("h9", "z"), row("b", "z", 3), row("a", "z", 1), row("x", "a")],
      BY,
    );
    expect(names(tree)).toEqual(["a", "b", "h9", "h10"]);
    expect(tree.count).toBe(9);
    expect(tree.children[1]).toMatchObject({ key: "b", count: 3, children: [] });
  });

  it("contains a row once, even if it was read twice or if parents form a circle", () => {
    const tree = treeOf(
      row("z", "b", 1),
      [row("a", "z", 1), row("b", "a", 1), row("z", "b", 1), row("a", "z", 1)],
      BY,
    );
    expect(names(tree)).toEqual(["a"]);
    expect(tree.children.map(names)).toEqual([["b"]]);
    expect(tree.children[0]?.children.map(names)).toEqual([[]]);
  });

  it("is open as far as it fits: all levels of three names, and the first level of 3,000 names", () => {
    const small = treeOf(row("z", "", 1), [row("a", "z", 2), row("x", "a"), row("y", "a")], BY);
    expect([...openAtFirst(small)]).toEqual(["z", "a"]);
    const zones = Array.from({ length: 30 }, (_, at) => row(`s${String(at)}`, "z", 100));
    const large = treeOf(
      row("z", "", 30),
      [...zones, ...zones.flatMap(({ name }) => hosts(textIn(name), 100))],
      BY,
    );
    expect(shownChildren(large, false)).toHaveLength(12);
    expect(shownChildren(large, true)).toHaveLength(30);
    const open = openAtFirst(large);
    const lines = [...open].length * 12;
    expect(lines).toBeLessThanOrEqual(52);
  });

  it("names the open branches whose children must be requested", () => {
    const tree = treeOf(
      row("z", "", 3),
      [row("a", "z", 2), row("b", "z", 1), row("c", "z", 500), ...hosts("c", 100), row("x", "b")],
      BY,
    );
    const open = new Set(["z", "a", "b", "c"]);
    expect(unknownBranches(tree, open, 100).map(({ key }) => key)).toEqual(["a"]);
    expect(unknownBranches(tree, new Set(["z"]), 100)).toEqual([]);
  });
});
