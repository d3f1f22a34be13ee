import { describe, expect, it } from "vitest";
import { moveInGraph } from "../../../src/ui/graph/move-in-graph.ts";
import { placeGraph } from "../../../src/ui/graph/place-graph.ts";

const BOX = { width: 100, height: 40 };

describe("the places of a graph", () => {
  it("follow the lines from left to right, and no two boxes overlap", () => {
    const ids = ["top", "left", "right", "end"];
    const { nodes, width } = placeGraph(
      ids,
      [
        { from: "top", to: "left" },
        { from: "top", to: "right" },
        { from: "left", to: "end" },
        { from: "right", to: "end" },
      ],
      BOX,
    );
    const x = (id: string): number => nodes.get(id)?.x ?? Number.NaN;
    expect(x("top") + BOX.width).toBeLessThan(x("left"));
    expect(x("left")).toBe(x("right"));
    expect(x("left") + BOX.width).toBeLessThan(x("end"));
    expect(Math.abs((nodes.get("left")?.y ?? 0) - (nodes.get("right")?.y ?? 0))).toBeGreaterThanOrEqual(
      BOX.height,
    );
    expect(width).toBeGreaterThanOrEqual(x("end") + BOX.width);
  });

  it("join two objects by one line, whatever the number and direction of their references are", () => {
    const lines = [
      { from: "a", to: "b" },
      { from: "b", to: "a" },
      { from: "a", to: "b" },
    ];
    const placed = placeGraph(["a", "b"], lines, BOX);
    expect(placed.lines).toHaveLength(1);
    expect(placed.lines[0]).toMatchObject({ from: "a", to: "b", isMutual: true });
    expect(placed.lines[0]?.path).toMatch(/^M[\d.]+ [\d.]+C/);
  });

  it("exist for a single object and for a ring", () => {
    expect(placeGraph(["alone"], [], BOX).nodes.size).toBe(1);
    const ring = placeGraph(
      ["a", "b", "c"],
      [
        { from: "a", to: "b" },
        { from: "b", to: "c" },
        { from: "c", to: "a" },
      ],
      BOX,
    );
    expect(new Set([...ring.nodes.values()].map(({ x, y }) => `${String(x)} ${String(y)}`)).size).toBe(3);
  });
});

describe("arrow keys in a graph", () => {
  const places = new Map([
    ["a", { x: 0, y: 50 }],
    ["b", { x: 200, y: 0 }],
    ["c", { x: 200, y: 60 }],
    ["d", { x: 400, y: 55 }],
  ]);

  it.each([
    ["ArrowRight", "a", "c"],
    ["ArrowUp", "c", "b"],
    ["ArrowDown", "b", "c"],
    ["ArrowLeft", "d", "c"],
    ["ArrowDown", "a", null],
    ["ArrowLeft", "a", null],
    ["x", "a", null],
  ])("%s leads from %s to %s", (key, from, to) => {
    expect(moveInGraph(key, from, places)).toBe(to);
  });
});
