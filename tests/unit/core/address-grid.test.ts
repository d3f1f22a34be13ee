import { describe, expect, it } from "vitest";
import { claimsOn } from "#core/addresses/state";
import { familyOf } from "#core/addresses/free-family";
import { moveInGrid } from "#core/addresses/move-in-grid";

/** 22 cells in rows of eight, so that the last row has six. */
const grid = { count: 22, columns: 8 };

describe("keys in the grid of addresses", () => {
  it.each([
    ["ArrowLeft", 9, 8],
    ["ArrowLeft", 0, 0],
    ["ArrowRight", 9, 10],
    ["ArrowRight", 21, 21],
    ["ArrowUp", 9, 1],
    ["ArrowUp", 3, 3],
    ["ArrowUp", 8, 0],
    ["ArrowDown", 9, 17],
    ["ArrowDown", 14, 14],
    ["ArrowDown", 13, 21],
    ["Home", 13, 8],
    ["End", 9, 15],
    ["End", 17, 21],
    ["PageUp", 17, 1],
    ["PageDown", 1, 17],
    ["PageDown", 6, 14],
    ["PageDown", 5, 21],
    ["Enter", 5, null],
  ])("%s leads from cell %i to %s", (key, at, to) => {
    expect(moveInGrid({ key, ctrlKey: false }, { at, ...grid })).toBe(to);
  });

  it("Page up and Page down go over eight rows of a long grid", () => {
    const long = { count: 200, columns: 8 };
    expect(moveInGrid({ key: "PageDown", ctrlKey: false }, { at: 3, ...long })).toBe(67);
    expect(moveInGrid({ key: "PageUp", ctrlKey: false }, { at: 70, ...long })).toBe(6);
    expect(moveInGrid({ key: "PageDown", ctrlKey: false }, { at: 8, count: 73, columns: 8 })).toBe(72);
  });

  it("Control with Home and End leads to the first and the last cell", () => {
    expect(moveInGrid({ key: "Home", ctrlKey: true }, { at: 13, ...grid })).toBe(0);
    expect(moveInGrid({ key: "End", ctrlKey: true }, { at: 3, ...grid })).toBe(21);
  });
});

describe("claims on an address", () => {
  const mark = (first: number, last: number, state: "pool" | "used" | "lease" | "reserved") => ({
    first: BigInt(first),
    last: BigInt(last),
    state,
  });
  const claims = claimsOn([
    mark(10, 20, "pool"),
    mark(12, 12, "lease"),
    mark(12, 12, "used"),
    mark(20, 30, "reserved"),
  ]);

  it.each([
    [9, []],
    [10, ["pool"]],
    [12, ["used", "lease", "pool"]],
    [20, ["reserved", "pool"]],
    [30, ["reserved"]],
    [31, []],
  ])("%i has these claims, the strongest first: %j", (address, states) => {
    expect(claims(BigInt(address)).map(({ state }) => state)).toEqual(states);
  });
});

describe("the family of the addresses that a field takes", () => {
  const field = (widget: string, options: object) => ({ widget, options }) as never;
  const byType = { addressBy: { field: "type", families: { A: 4, AAAA: 6 } } };
  it.each([
    ["an address of either family", field("ipAddress", {}), {}, null],
    ["an address of one family", field("ipAddress", { family: 6 }), {}, 6],
    ["lines of a list", field("list", { element: { widget: "ipAddress", options: { family: 4 } } }), {}, 4],
    ["a list of something else", field("list", { element: { widget: "text", options: {} } }), {}, "none"],
    ["a text", field("text", {}), {}, "none"],
    ["what another field says", field("text", byType), { type: "AAAA" }, 6],
    ["what another field does not say yet", field("text", byType), {}, "none"],
    ["another field that names no addresses", field("text", byType), { type: "TXT" }, "none"],
  ] as const)("%s", (_, of, values, family) => {
    expect(familyOf(of, values)).toBe(family);
  });
});
