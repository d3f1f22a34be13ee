import { describe, expect, it } from "vitest";
import { hasTest, holds, passesTest, type Condition, type ValueTest } from "#contract/condition";
import type { Json } from "#contract/wire/json";

const VALUES: Readonly<Record<string, readonly Json[]>> = {
  usage: ["vpn"],
  places: ["cn", "cs"],
  none: [],
  blank: ["  "],
  no: [false],
  unknown: [null],
};
const read = (name: string): readonly Json[] => VALUES[name] ?? [];
const says = (condition: Condition<ValueTest<string>>): boolean =>
  holds(condition, (test) => passesTest(test, read));

describe("conditions", () => {
  it.each<readonly [ValueTest<string>, boolean]>([
    [{ value: "usage", in: ["network", "vpn"] }, true],
    [{ value: "usage", in: ["network"] }, false],
    [{ value: "places", in: ["cs"] }, true],
    [{ value: "places", notOnly: ["cn", "cs"] }, false],
    [{ value: "places", notOnly: ["cn"] }, true],
    [{ value: "none", in: ["cn"] }, false],
    [{ value: "none", notOnly: ["cn"] }, false],
    [{ value: "no", in: [false] }, true],
    [{ value: "unknown", in: [false] }, false],
    [{ given: "usage" }, true],
    [{ given: "no" }, true],
    [{ given: "blank" }, false],
    [{ given: "unknown" }, false],
    [{ given: "none" }, false],
  ])("%j holds: %s", (test, expected) => {
    expect(says(test)).toBe(expected);
    expect(says({ not: test })).toBe(!expected);
  });

  it("are joined by all, any and not, at any depth", () => {
    const yes = { given: "usage" } as const;
    const no = { given: "none" } as const;
    expect(says({ all: [yes, { not: no }] })).toBe(true);
    expect(says({ all: [yes, no] })).toBe(false);
    expect(says({ any: [no, yes] })).toBe(true);
    expect(says({ any: [no, { all: [yes, no] }] })).toBe(false);
    expect(says({ all: [] })).toBe(true);
    expect(says({ any: [] })).toBe(false);
  });

  it("can be searched for a kind of test, at any depth", () => {
    const condition: Condition<string> = { all: ["a", { not: { any: ["b", "c"] } }] };
    expect(["a", "b", "c", "d"].map((sought) => hasTest(condition, (test) => test === sought))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
