import { describe, expect, it } from "vitest";
import { linesOf, type PartShape } from "#core/screen/columns";
import { barParts, countsIn, trendOf } from "#core/screen/figures";

describe("a bar", () => {
  it("has its parts side by side, and the rest is free", () => {
    expect(barParts([20, 30], 50)).toEqual([
      { from: 0, width: 20 },
      { from: 20, width: 30 },
    ]);
    expect(barParts([0, 0], 10)).toEqual([
      { from: 0, width: 0 },
      { from: 0, width: 0 },
    ]);
    expect(barParts([0], 0)).toEqual([{ from: 0, width: 0 }]);
  });

  it("shows a small part, and never exceeds its box", () => {
    const [small, large] = barParts([1, 99_999], 0);
    expect(small?.width).toBeGreaterThan(0.9);
    expect((large?.from ?? 0) + (large?.width ?? 0)).toBeCloseTo(100);
    expect(barParts([3], -5)).toEqual([{ from: 0, width: 100 }]);
  });

  it("counts anything but a number as nothing", () => {
    expect(countsIn({ a: 3, b: null, c: "4" }, ["a", "b", "c", "d"])).toEqual([3, 0, 0, 0]);
  });
});

describe("a line over time", () => {
  it("has steps, and the greatest value is at the top", () => {
    expect(trendOf([2, 2, 4, 4, 3])).toEqual({
      least: 2,
      most: 4,
      last: 3,
      steps: 4,
      path: "M0 1H2V0H4V0.5",
    });
  });

  it("is in the middle while nothing changes", () => {
    expect(trendOf([7, 7, 7])).toEqual({ least: 7, most: 7, last: 7, steps: 2, path: "M0 0.5H2" });
  });

  it.each([[null], [[]], [["1"]], [[1, null]], [4]])("is not drawn for %j", (value) => {
    expect(trendOf(value)).toBeNull();
  });
});

describe("the height of a column before it is drawn", () => {
  const column: readonly PartShape[] = [
    "planned",
    { of: "few", most: 3 },
    { of: "tall", most: 2, isTall: true },
    "alerts",
  ];
  const rows = (count: number) => Array.from({ length: count }, () => ({}));

  it("is the height of its titles, its lines and the link to further rows", () => {
    expect(linesOf(column, { few: rows(2) }, 0)).toBe(1 + 1 + 2);
    expect(linesOf(column, { few: rows(4), tall: rows(1) }, 2)).toBe(1 + 1 + (1 + 3 + 1) + (1 + 2.5));
  });

  it("is zero for an empty column", () => {
    expect(linesOf(column, { few: [] }, 0)).toBe(0);
  });
});
