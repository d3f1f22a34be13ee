import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import type { Json, Params } from "#contract/wire/json";
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
import { template } from "./template.ts";

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
  it("names the values that others have changed", () => {
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
  ])("is not reported in %s", (_, fault) => {
    expect(overtakenValues(fault, item)).toEqual([]);
  });

  it("is not reported for a workflow, nor for conflicts of another form", () => {
    const workflow = {
      uuid: "1",
      ta_type: "json_template",
      variant: null,
      template: template(),
      variables: {},
    } as const;
    expect(overtakenValues(conflict, workflow)).toEqual([]);
    expect(withFoundValues(workflow, [{ attribute: "a", expected: 1, found: 2 }])).toBe(workflow);
    const found = (conflict_list: Json) =>
      overtakenValues({ ...conflict, details: { ...conflict.details, conflict_list } }, item);
    expect(found(null)).toEqual([]);
    expect(found([null, "x", { attribute: 1 }, { attribute: "description" }])).toEqual([
      { attribute: "description", expected: null, found: null },
    ]);
  });

  it("takes the found values as its old values and keeps its own change", () => {
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

  it("is read by its planned key; each object is read once, and new objects are not read", () => {
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

  it("names the values that differ from the present ones, but no secrets and no values of an unread object", () => {
    const planned = room("a", { ...key, title: "__NULL", code: "x" });
    expect(differingValues(planned, catalogue, { a: [{ ...key, title: "theirs", code: null }] })).toEqual([
      { attribute: "title", expected: null, found: "theirs" },
    ]);
    expect(differingValues(planned, catalogue, { a: [{ ...key, title: null, code: null }] })).toEqual([]);
    expect(differingValues(planned, catalogue, { a: [] })).toEqual([]);
  });

  it("is reported if its object is gone, unless an earlier element may create or rename one", () => {
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
    // A workflow may create any object; a change of many objects need not find one.
    const workflow = {
      uuid: "w",
      ta_type: "json_template",
      variant: null,
      template: template(),
      variables: {},
    } as const;
    expect(gone([second, workflow, first], "1", "2")).toEqual(["2"]);
    expect(gone([simple("m", { object_fq_name: "nd.room", object_function: "bulk_update" })], "m")).toEqual(
      [],
    );
    expect(gone([room("3", {}, "update")], "3")).toEqual([]);
  });

  it("is not read if its key is incomplete, or if many elements come before its own", () => {
    const read = (items: readonly Planned[]) => presentSteps(items, catalogue).map(({ idx }) => idx);
    const workflow = {
      uuid: "w",
      ta_type: "json_template",
      variant: null,
      template: template(),
      variables: {},
    } as const;
    expect(
      read([workflow, room("a", { bldg: "b" }), room("b", { bldg: "b", number: "__NULL" }), room("c", key)]),
    ).toEqual(["c"]);
    expect(differingValues(workflow, catalogue, { w: [{}] })).toEqual([]);
    expect(
      differingValues(room("a", { ...key, unknown: 1 }), catalogue, { a: [{ ...key, unknown: 2 }] }),
    ).toEqual([]);
    const keyless = sketchCatalogue([{ name: "nd.room", attributes: { bldg: { type: "text_id" } } }]);
    expect(presentSteps([room("a", key)], keyless)).toEqual([]);
    const many = Array.from({ length: 600 }, (_, at) => room(String(at), { bldg: "b", number: String(at) }));
    expect(read(many)).toHaveLength(500);
  });
});
