import { describe, expect, it } from "vitest";
import type { ObjectTypeSpec, OwnRule } from "../../../server/catalogue/define.ts";
import { catalogueOf } from "../../../server/catalogue/load.ts";
import { ownBranches } from "../../../server/access/branches.ts";

const text = { de: "x", en: "x" };

function branchesOf(own: OwnRule | null) {
  const spec: ObjectTypeSpec = {
    name: "t.thing",
    gpk: "thing",
    label: text,
    description: text,
    attributes: { name: { type: "text_id", label: text } },
    key: ["name"],
    title: ["name"],
    functions: {},
    own,
    read: "own",
    write: {},
  };
  return ownBranches(catalogueOf(new Map([["t.thing", spec]])).type("t.thing"));
}

const unit = { column: "ou", in: "units" } as const;
const group = { column: "grp", in: "groups" } as const;
const sql = { sql: "t.x" } as const;

describe("own rows as sets", () => {
  it.each<readonly [string, OwnRule | null, unknown]>([
    ["none without a rule", null, null],
    ["one set", unit, [{ ...unit, rest: [] }]],
    [
      "one set or another",
      { any: [unit, group] },
      [
        { ...unit, rest: [] },
        { ...group, rest: [] },
      ],
    ],
    ["a set or what is no set", { any: [unit, sql] }, null],
    ["a set that is narrowed", { all: [sql, unit] }, [{ ...unit, rest: ["(t.x)"] }]],
    ["two rules without a set", { all: [sql, sql] }, null],
    [
      "sets that are narrowed by one another",
      { all: [{ any: [unit, group] }, sql, { all: [unit, sql] }] },
      [
        { ...unit, rest: ["(t.x)", '(t."ou" = any({units}) and (t.x))'] },
        { ...group, rest: ["(t.x)", '(t."ou" = any({units}) and (t.x))'] },
      ],
    ],
    ["a narrowed set beside the whole one", { any: [{ all: [unit, sql] }, unit] }, [{ ...unit, rest: [] }]],
    [
      "a narrowed set beside another one",
      { any: [{ all: [unit, sql] }, group] },
      [
        { ...unit, rest: ["(t.x)"] },
        { ...group, rest: [] },
      ],
    ],
    [
      "the same column in another set",
      { any: [{ all: [unit, sql] }, { column: "ou", in: "groups" }] },
      [
        { ...unit, rest: ["(t.x)"] },
        { column: "ou", in: "groups", rest: [] },
      ],
    ],
    ["a rule that a set and more hold", { all: [unit] }, [{ ...unit, rest: [] }]],
    ["SQL alone", sql, null],
  ])("%s", (_, own, expected) => {
    expect(branchesOf(own)).toEqual(expected);
  });
});
