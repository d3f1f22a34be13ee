import { describe, expect, it } from "vitest";
import { linesOf, rowsOf, type LinesShape } from "#core/screen/columns";

const CHANGES: LinesShape = { of: "change", most: 3, once: "object" };
const change = (gpk: string, object: string) => ({ gpk, object });
const lists = {
  change: [change("c-1", "bcd-1"), change("c-2", "bcd-1"), change("c-3", "bcd-2"), change("c-4", "bcd-1")],
};

describe("lines side by side", () => {
  it("have the first row of each object only", () => {
    expect(rowsOf(CHANGES, lists).map(({ gpk }) => gpk)).toEqual(["c-1", "c-3"]);
    expect(rowsOf({ of: "change", most: 3 }, lists)).toHaveLength(4);
    expect(rowsOf({ of: "none", most: 3 }, lists)).toEqual([]);
  });

  it("reserve the height of their content: titles of the column and its parts, lines, and one line for more", () => {
    expect(linesOf([CHANGES], lists, 0)).toBe(1 + 1 + 2);
    expect(linesOf([{ of: "change", most: 3 }], lists, 0)).toBe(1 + 1 + 3 + 1);
    expect(linesOf([{ of: "change", most: 3, isTall: true }], lists, 0)).toBe(1 + 1 + 7.5 + 1);
    expect(linesOf(["planned", CHANGES, "alerts"], lists, 7)).toBe(1 + 1 + 1 + 2);
    expect(linesOf(["planned", "alerts", { of: "none", most: 3 }], lists, 0)).toBe(0);
  });
});
