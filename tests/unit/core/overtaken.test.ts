import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import type { Params } from "#contract/wire/json";
import {
  differingValues,
  goneElements,
  overtakenValues,
  presentSteps,
  withFoundValues,
} from "#core/txlist/overtaken";
import type { Planned } from "#core/txlist/planned";
import { sketchCatalogue } from "./metadata.ts";
import { simple } from "./planned.ts";

const item: Planned = {
  uuid: "1",
  ta_type: "db_editor_simple",
  variant: null,
  content: {
    object_fq_name: "nd.bcd",
    object_function: "update",
    parameters: { old: { name: "net", description: "old" }, new: { description: "mine" } },
    preview_fields: ["description"],
    object_title: "net",
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  },
};
const conflict: Fault = {
  type: { name: "conflict", code: -20050 },
  code: 1,
  name: "old_value_changed",
  description: "The object was changed since its values were read.",
  details: {
    object_fq_name: "nd.bcd",
    key: { name: "net" },
    conflict_list: [{ attribute: "description", expected: "old", found: null }],
  },
  hint: null,
  stepIdx: "1",
};

describe("an overtaken element", () => {
  it("names the values that changed meanwhile", () => {
    expect(overtakenValues(conflict, item)).toEqual([
      { attribute: "description", expected: "old", found: null },
    ]);
  });

  it.each([
    ["another refusal of the family", { ...conflict, code: 2 }],
    ["another family", { ...conflict, type: { name: "value_error", code: -20040 } }],
    ["another object", { ...conflict, details: { ...conflict.details, object_fq_name: "nd.site" } }],
    [
      "a value that was not planned on",
      { ...conflict, details: { ...conflict.details, conflict_list: [{ attribute: "x" }] } },
    ],
  ])("is not seen in %s", (_, fault) => {
    expect(overtakenValues(fault, item)).toEqual([]);
  });

  it("takes what was found as its base and keeps its own change", () => {
    expect(withFoundValues(item, overtakenValues(conflict, item))).toMatchObject({
      uuid: "1",
      content: { parameters: { old: { name: "net", description: "__NULL" }, new: { description: "mine" } } },
    });
  });
});

describe("an element before its test", () => {
  const catalogue = sketchCatalogue([
    {
      name: "nd.room",
      attributes: {
        bldg: { type: "text_id", key: true },
        number: { type: "text_id", key: true },
        title: { type: "text_line", nullable: true },
        code: { type: "text_line", nullable: true, secret: true },
      },
    },
  ]);
  const room = (uuid: string, old: Params, operation: "create" | "update" | "delete" = "update"): Planned =>
    simple(uuid, {
      object_fq_name: "nd.room",
      object_function: operation,
      parameters: { old, new: { title: "mine" } },
    });
  const key = { bldg: "20.40", number: "1" };

  it("is looked at by the key it was planned with, each object once and not what is new", () => {
    const items = [
      room("a", { ...key, title: "old" }),
      room("b", { ...key, title: "mine" }),
      room("c", { gpk: "room-7" }, "delete"),
      room("d", {}, "create"),
      simple("e", { object_fq_name: "no.such" }),
    ];
    expect(presentSteps(items, catalogue)).toEqual([
      { idx: "a", name: "nd.room.list", old: key },
      { idx: "c", name: "nd.room.list", old: { gpk_list: ["room-7"] } },
    ]);
  });

  it("names the values that differ from the present ones, but no secrets and nothing of an object that was not read", () => {
    const planned = room("a", { ...key, title: "__NULL", code: "x" });
    expect(differingValues(planned, catalogue, { a: [{ ...key, title: "theirs", code: null }] })).toEqual([
      { attribute: "title", expected: null, found: "theirs" },
    ]);
    expect(differingValues(planned, catalogue, { a: [{ ...key, title: null, code: null }] })).toEqual([]);
    expect(differingValues(planned, catalogue, { a: [] })).toEqual([]);
  });

  it("whose object is gone is told, unless an element before it may make or rename one", () => {
    const [first, second] = [
      room("1", { bldg: "b", number: "1" }),
      room("2", { bldg: "b", number: "2" }, "delete"),
    ];
    const gone = (items: readonly Planned[], ...empty: readonly string[]): readonly string[] => [
      ...goneElements(items, catalogue, Object.fromEntries(empty.map((uuid) => [uuid, []]))),
    ];
    expect(gone([second, first], "1", "2")).toEqual(["2", "1"]);
    expect(gone([first, second], "2")).toEqual([]);
    expect(gone([room("0", {}, "create"), second], "2")).toEqual([]);
    expect(goneElements([first], catalogue, { "1": [{ number: "1" }] }).size).toBe(0);
    expect(goneElements([first], catalogue, {}).size).toBe(0);
  });
});
