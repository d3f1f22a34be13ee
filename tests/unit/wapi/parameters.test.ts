import { describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { defineObjectType } from "../../../server/catalogue/define.ts";
import { catalogueOf } from "../../../server/catalogue/load.ts";
import type { ObjectType } from "../../../server/catalogue/object-type.ts";
import { Refusal } from "../../../server/faults.ts";
import type { ParsedStep } from "../../../server/wapi/step.ts";
import { columnsOf } from "../../../server/wapi/write/columns.ts";
import { planWrite, writeParameters } from "../../../server/wapi/write/plan.ts";

const text = { de: "x", en: "x" };

/** A type of its own for each test, because the parameters of a type are found once. */
function boxType(): ObjectType {
  const box = defineObjectType({
    name: "t.box",
    gpk: "box",
    label: text,
    description: text,
    attributes: {
      name: { type: "text_id", label: text },
      size: { type: "integer", label: text, min: 2, max: 5 },
      made_of: { type: "text_id", label: text, createOnly: true, nullable: true },
      note: { type: "text", label: text, nullable: true },
      color: { type: "text_id", label: text, default: "red" },
      count: { type: "integer", label: text, computed: "1" },
      seen: { type: "text", label: text, nullable: true, serverWritten: true },
    },
    key: ["name"],
    title: ["name"],
    functions: {
      create: { extra: { owner: { type: "text_id", label: text, required: true } } },
      update: { extra: { touch: { type: "boolean", label: text, nullable: true } } },
      delete: {},
      more: {
        turn: { label: text, row: true, new: { angle: { type: "integer", label: text, required: true } } },
        tidy: { label: text, new: {} },
      },
    },
    own: null,
    read: "all",
    write: {},
    storage: {
      columns: {
        weight: "bigint not null default 0",
        half: "bigint generated always as (weight / 2) stored",
      },
    },
  });
  return catalogueOf(new Map([["t.box", box]])).type("t.box");
}

const names = (type: ObjectType, fn: string, scope: "old" | "new") => [
  ...writeParameters(type, fn, scope).keys(),
];
const OF_ROW = ["gpk", "name", "size", "made_of", "note", "color", "count", "seen", "is_own"];

describe("parameters of a writing function", () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["create", [], ["name", "size", "made_of", "note", "color", "owner"]],
    ["update", OF_ROW, ["name", "size", "note", "color", "touch"]],
    ["bulk_update", [], ["size", "note", "color", "touch"]],
    ["delete", OF_ROW, []],
    ["turn", OF_ROW, ["angle"]],
    ["tidy", [], []],
  ])("of %s", (fn, before, after) => {
    const type = boxType();
    expect(names(type, fn, "old").toSorted()).toEqual([...before].sort());
    expect(names(type, fn, "new").toSorted()).toEqual([...after].sort());
  });

  it("are required, nullable and bounded as the attribute defines", () => {
    const type = boxType();
    const shape = (fn: string, scope: "old" | "new", name: string) => {
      const { isNullable, isRequired, dataType } = writeParameters(type, fn, scope).get(name) ?? {};
      return [dataType?.name, dataType?.min, dataType?.max, isNullable, isRequired];
    };
    expect(shape("create", "new", "size")).toEqual(["integer", 2, 5, false, true]);
    expect(shape("update", "new", "size")).toEqual(["integer", 2, 5, false, false]);
    expect(shape("update", "old", "size").slice(3)).toEqual([true, false]);
    expect(shape("create", "new", "note").slice(3)).toEqual([true, false]);
    expect(shape("create", "new", "color").slice(3)).toEqual([false, false]);
    expect(shape("create", "new", "owner").slice(3)).toEqual([false, true]);
    expect(shape("update", "new", "touch").slice(3)).toEqual([true, false]);
  });

  const step = (fn: string, old: Params, values: Params, more: Partial<ParsedStep> = {}): ParsedStep => ({
    type: boxType(),
    fn,
    key: "k",
    position: 3,
    old,
    new: values,
    joins: [],
    referred: [],
    refs: [],
    ...more,
  });
  const refusalOf = (sent: ParsedStep) => {
    try {
      return planWrite(sent).new;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [error.fault, error.details];
    }
  };
  const whole = { name: "a", size: 3, owner: "o" };

  it.each<readonly [string, ParsedStep, unknown]>([
    ["whole", step("create", {}, whole), whole],
    [
      "an attribute left out",
      step("create", {}, { name: "a", owner: "o" }),
      ["required_missing", { parameter: "size", scope: "new" }],
    ],
    [
      "a further parameter left out",
      step("create", {}, { name: "a", size: 3 }),
      ["required_missing", { parameter: "owner", scope: "new" }],
    ],
    [
      "null where there is a default",
      step("create", {}, { ...whole, color: null }),
      ["null_not_allowed", { parameter: "color", scope: "new" }],
    ],
    ["null where it may be empty", step("create", {}, { ...whole, note: null }), { ...whole, note: null }],
    [
      "what rows give",
      step(
        "create",
        {},
        { size: 3, owner: "o" },
        { refs: [{ scope: "new", position: 1, joinType: "zip", range: null, params: [["name", "n"]] }] },
      ),
      { size: 3, owner: "o" },
    ],
    [
      "what rows give to the other member",
      step(
        "create",
        {},
        { size: 3, owner: "o" },
        { refs: [{ scope: "old", position: 1, joinType: "zip", range: null, params: [["name", "n"]] }] },
      ),
      ["required_missing", { parameter: "name", scope: "new" }],
    ],
    [
      "a row that is not named",
      step("update", { size: 3 }, { size: 4 }),
      ["required_missing", { parameter: "name", scope: "old" }],
    ],
    ["a row named by its gpk", step("update", { gpk: "box-1" }, { size: 4 }), { size: 4 }],
    [
      "what only the server writes",
      step("update", { name: "a" }, { seen: "x" }),
      [
        "unknown_parameter",
        { parameter: "seen", scope: "new", known_list: ["name", "size", "note", "color", "touch"] },
      ],
    ],
    [
      "what is given at the creation only",
      step("update", { name: "a" }, { made_of: "x" }),
      [
        "unknown_parameter",
        { parameter: "made_of", scope: "new", known_list: ["name", "size", "note", "color", "touch"] },
      ],
    ],
    [
      "a function of no row with a row",
      step("tidy", { name: "a" }, {}),
      ["unknown_parameter", { parameter: "name", scope: "old", known_list: [] }],
    ],
  ])("%s", (_, sent, expected) => {
    expect(refusalOf(sent)).toEqual(expected);
  });
});

it("columns of a type are those of its attributes and hidden ones, without computed ones", () => {
  const type = boxType();
  const columns = columnsOf(type, catalogueOf(new Map()));
  expect(columns.map(({ name, sqlType, attribute }) => [name, sqlType, attribute?.name ?? null])).toEqual([
    ["name", "text", "name"],
    ["size", "bigint", "size"],
    ["made_of", "text", "made_of"],
    ["note", "text", "note"],
    ["color", "text", "color"],
    ["seen", "text", "seen"],
    ["weight", "bigint", null],
  ]);
});
