import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import { overtakenValues, withFoundValues } from "#core/txlist/overtaken";
import type { Planned } from "#core/txlist/planned";

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
