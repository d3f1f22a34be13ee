import { describe, expect, it } from "vitest";
import { differences, stateOf } from "../../../src/editor/history/differences.ts";

describe("differences of a change-log entry", () => {
  it("[API-65] an update names the attributes that differ, old and new", () => {
    const before = { gpk: "bcd-1", name: "a", list: ["x", "y"], note: null };
    const after = { gpk: "bcd-1", name: "b", list: ["x", "y"], note: null };
    expect(differences(before, after)).toEqual([{ attribute: "name", old: "a", new: "b" }]);
  });

  it("[API-65] a create shows its values as new, a delete as old", () => {
    expect(differences(null, { gpk: "bcd-1", name: "b" })).toEqual([{ attribute: "name", old: null, new: "b" }]);
    expect(differences({ gpk: "bcd-1", name: "b" }, null)).toEqual([{ attribute: "name", old: "b", new: null }]);
  });

  it("a state that is no row is none", () => {
    expect([stateOf(undefined), stateOf(null), stateOf("x"), stateOf(["x"])]).toEqual([null, null, null, null]);
  });
});
