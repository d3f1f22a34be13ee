import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { Refusal } from "../../../server/faults.ts";
import { planSteps } from "../../../server/wapi/call/plan.ts";
import { presentWhole } from "../../../server/wapi/call/present.ts";
import type { Plan } from "../../../server/wapi/plan.ts";
import { workshop } from "../../support/workshop.ts";

const LIST = { name: "shop.bench.list" };
const CREATE = { name: "shop.bench.create" };
const table = (...rows: readonly Json[]): Json => ({
  idx: "t",
  name: "store.sheet.list",
  old: { _dict_list: rows },
});

/** Fault, details and place of the refusal of these steps; null if they are planned. */
function refused(steps: Json): unknown {
  try {
    planSteps(steps, workshop);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.fault, error.details, error.at?.position];
  }
}
const malformed = (member: string, reason: string, position = 0): unknown => [
  "malformed_step",
  { member, reason },
  position,
];
const plans = (...steps: readonly Json[]): readonly Plan[] => planSteps(steps, workshop);

describe("the members of a step", () => {
  it.each<readonly [string, Json, unknown]>([
    ["no object", 7, malformed("step", "not an object")],
    ["no name", { old: {} }, malformed("name", "missing")],
    ["a name that is no text", { name: 7 }, malformed("name", "not a text")],
    ["the executor", { name: "wapi.transaction.execute" }, malformed("name", "no step of a transaction")],
    ["progress", { name: "wapi.transaction.progress" }, malformed("name", "no step of a transaction")],
    ["an unknown type", { name: "shop.none.list" }, ["unknown_function", { name: "shop.none.list" }, 0]],
    [
      "an unknown function",
      { name: "shop.bench.lend" },
      ["unknown_function", { name: "shop.bench.lend" }, 0],
    ],
    ["a function alone", { name: "list" }, ["unknown_function", { name: "list" }, 0]],
    [
      "a number with a fraction",
      { ...LIST, idx: 1.5 },
      malformed("idx", "neither a text nor a whole number"),
    ],
    ["another kind of name", { ...LIST, idx: true }, malformed("idx", "neither a text nor a whole number")],
    ["an empty name", { ...LIST, idx: "" }, malformed("idx", "not of 1 to 200 characters")],
    ["a long name", { ...LIST, idx: "i".repeat(201) }, malformed("idx", "not of 1 to 200 characters")],
    ["a longest name", { ...LIST, idx: "i".repeat(200) }, null],
    ["a short name", { ...LIST, idx: "i" }, null],
    ["a number as name", { ...LIST, idx: 0 }, null],
    ["an unknown member", { ...LIST, more: {} }, malformed("more", "unknown member")],
    ["null", { ...LIST, old: null }, malformed("old", "null")],
    ["a list of filters", { ...LIST, old: [1] }, malformed("old", "not an object")],
    ["a text of filters", { ...LIST, old: "x" }, malformed("old", "not an object")],
    ["a number of filters", { ...LIST, old: 7 }, malformed("old", "not an object")],
    ["an empty text of filters", { ...LIST, old: "" }, malformed("old", "not an object")],
    ["an empty list of filters", { ...LIST, old: [] }, null],
    [
      "an object of ref params",
      { ...LIST, old_ref_params: { idx: "t" } },
      malformed("old_ref_params", "not a list"),
    ],
    ["an empty object of ref params", { ...LIST, old_ref_params: {} }, null],
    ["new of a list", { ...LIST, new: { name: "x" } }, malformed("new", "not taken by list")],
    ["empty new of a list", { ...LIST, new: {} }, null],
    [
      "a join of a create",
      { ...CREATE, inner_join_ref: { a: "b" } },
      malformed("inner_join_ref", "not taken by create"),
    ],
    [
      "joins by no foreign key",
      { ...LIST, inner_join_noref: {} },
      malformed("inner_join_noref", "neither or nor and"),
    ],
    [
      "a list of no foreign key",
      { ...LIST, anti_join_noref: [] },
      malformed("anti_join_noref", "neither or nor and"),
    ],
    ["old of a create", { ...CREATE, old: { name: "x" } }, malformed("old", "not taken by create")],
  ])("[API-25] %s", (_, step, expected) => {
    expect(refused([step])).toEqual(expected);
  });

  it("[API-25] two steps with one name are refused, and so is anything but a list of steps", () => {
    expect(refused([{ ...LIST, idx: "a" }, LIST, { ...LIST, idx: "a" }])).toEqual(
      malformed("idx", "another step has this idx", 2),
    );
    expect(
      refused([
        { ...LIST, idx: 7 },
        { ...LIST, idx: "7" },
      ]),
    ).toEqual(malformed("idx", "another step has this idx", 1));
    for (const body of [{}, "[]", null, 7])
      expect(refused(body)).toEqual(["malformed_json", { position: null }, undefined]);
  });

  it("[API-40] a refusal names the first faulty step by its result key and its function", () => {
    const at = (steps: Json): unknown => {
      try {
        return planSteps(steps, workshop);
      } catch (error) {
        return error instanceof Refusal ? error.at : error;
      }
    };
    expect(at([LIST, 7, { name: "nonsense" }])).toEqual({ idx: "", position: 1, name: "", execution: 0 });
    expect(at([LIST, { ...LIST, idx: "x", old: { none: 1 } }])).toEqual({
      idx: "x",
      position: 1,
      name: "shop.bench.list",
      execution: 0,
    });
    expect(at([LIST, { name: 8 }])).toMatchObject({ position: 1, name: "" });
  });
});

describe("references to earlier steps", () => {
  const refs = (more: Json): Json => ({ ...CREATE, new_ref_params: [more] });

  it.each<readonly [string, Json, unknown]>([
    ["an entry that is no object", refs("t"), malformed("new_ref_params", "an entry is not an object", 1)],
    [
      "an unknown member",
      refs({ idx: "t", param: {} }),
      malformed("new_ref_params", "unknown member param", 1),
    ],
    [
      "no name",
      refs({ params: {} }),
      malformed("new_ref_params", "idx is neither a text nor a whole number", 1),
    ],
    [
      "a fraction as name",
      refs({ idx: 0.5, params: {} }),
      malformed("new_ref_params", "idx is neither a text nor a whole number", 1),
    ],
    [
      "a step that does not exist",
      refs({ idx: "x" }),
      malformed("new_ref_params", "no earlier step is named x", 1),
    ],
    ["the step itself", refs({ idx: 1 }), malformed("new_ref_params", "no earlier step is named 1", 1)],
    [
      "another kind of join",
      refs({ idx: "t", params: { name: "n" }, join_type: "outer" }),
      malformed("new_ref_params", "join_type is neither cross nor zip", 1),
    ],
    [
      "null as kind of join",
      refs({ idx: "t", params: { name: "n" }, join_type: null }),
      malformed("new_ref_params", "join_type is neither cross nor zip", 1),
    ],
    [
      "a list of parameters",
      refs({ idx: "t", params: [] }),
      malformed("new_ref_params", "params is not an object", 1),
    ],
    [
      "an attribute that is no text",
      refs({ idx: "t", params: { name: 1 } }),
      malformed("new_ref_params", "the attribute for name is not a text", 1),
    ],
    ["a step by its place", refs({ idx: 0, params: { name: "n" } }), null],
    ["a step by its place as a text", refs({ idx: "0", params: { name: "n" } }), null],
    [
      "a join to no step",
      { ...LIST, inner_join_ref: { x: "default" } },
      malformed("inner_join_ref", "no earlier step is named x", 1),
    ],
    [
      "a join by no text",
      { ...LIST, anti_join_ref: { t: 1 } },
      malformed("anti_join_ref", "the reference is not a text", 1),
    ],
  ])("[API-58] [API-61] %s", (_, step, expected) => {
    expect(refused([table({ n: "x" }), step])).toEqual(expected);
  });

  it("[API-61] a parameter is known, given once, and taken from an attribute that every row has", () => {
    const rows = table({ n: "x", m: 1 }, { n: "y" });
    const take = (params: Json, more: object = {}): Json => ({
      ...CREATE,
      new_ref_params: [{ idx: "t", params }],
      ...more,
    });
    const known = ["name", "note"];
    expect(refused([rows, take({ colour: "n" })])).toEqual([
      "unknown_parameter",
      { parameter: "colour", scope: "new", known_list: known },
      1,
    ]);
    expect(refused([rows, take({ name: "m" })])).toEqual([
      "unknown_parameter",
      { parameter: "m", scope: "new", known_list: ["n"] },
      1,
    ]);
    expect(refused([table(), take({ name: "anything" })])).toBeNull();
    expect(refused([rows, take({ name: "n" }, { new: { name: "x" } })])).toEqual(
      malformed("new_ref_params", "name is given twice", 1),
    );
    const twice = {
      ...CREATE,
      new_ref_params: [
        { idx: "t", params: { name: "n" } },
        { idx: "t", params: { name: "n" } },
      ],
    };
    expect(refused([rows, twice])).toEqual(malformed("new_ref_params", "name is given twice", 1));
    const sides = {
      name: "shop.bench.update",
      old_ref_params: [{ idx: "t", params: { name: "n" } }],
      new_ref_params: [{ idx: "t", params: { name: "n" } }],
    };
    expect(refused([rows, sides])).toBeNull();
  });

  it("[API-61] the attributes of a list, of its executions and of metadata are known without rows, and none is a secret", () => {
    const tools = { idx: "tools", name: "shop.tool.list", old: { bench_name: "x" } };
    const by = (name: string, attribute: string): Json => ({
      ...CREATE,
      new_ref_params: [{ idx: name, params: { name: attribute } }],
    });
    expect(refused([tools, by("tools", "name")])).toBeNull();
    for (const attribute of ["code", "none"]) {
      const [fault, details] = refused([tools, by("tools", attribute)]) as [
        string,
        { known_list: readonly string[] },
      ];
      expect([fault, details]).toMatchObject(["unknown_parameter", { parameter: attribute, scope: "new" }]);
      expect(details.known_list).toContain("kind");
      expect(details.known_list).not.toContain("code");
    }
    const each = {
      idx: "each",
      name: "shop.tool.list",
      old_ref_params: [{ idx: "t", params: { bench_name: "n" } }],
    };
    expect(refused([table({ n: "x" }), each, by("each", "name")])).toBeNull();
    expect(refused([table({ n: "x" }), each, by("each", "n")])).toMatchObject({
      0: "unknown_parameter",
      2: 2,
    });
    const metadata = { idx: "m", name: "store.call.metadata" };
    expect(refused([metadata, by("m", "object_fq_name")])).toBeNull();
    expect(refused([metadata, by("m", "name")])).toEqual([
      "unknown_parameter",
      {
        parameter: "name",
        scope: "new",
        known_list: ["object_fq_name", "definition", "functions", "references"],
      },
      1,
    ]);
    const wrong = { ...metadata, old_ref_params: [{ idx: "t", params: { name: "n" } }] };
    expect(refused([table({ n: "x" }), wrong])).toMatchObject([
      "unknown_parameter",
      { parameter: "name", scope: "old", known_list: ["object_fq_name"] },
      1,
    ]);
  });

  it("[API-61] filters of lists accept filters, and other steps accept their own parameters", () => {
    const take = (name: string, own: string, side: "old" | "new" = "old", old: Json = {}): unknown =>
      refused([
        table({ n: "x" }),
        { name, old, [`${side}_ref_params`]: [{ idx: "t", params: { [own]: "n" } }] },
      ]);
    expect(take("shop.bench.list", "name_list")).toBeNull();
    expect(take("shop.bench.delete", "name_list")).toMatchObject(["unknown_parameter", { scope: "old" }, 1]);
    expect(take("shop.bench.delete", "name")).toBeNull();
    expect(take("shop.bench.bulk_update", "name_list")).toBeNull();
    expect(take("shop.bench.bulk_update", "note", "new", { name: "x" })).toBeNull();
    expect(take("shop.bench.bulk_update", "name", "new", { name: "x" })).toMatchObject({
      0: "unknown_parameter",
    });
    expect(take("store.sheet.list", "_dict_list")).toMatchObject([
      "unknown_parameter",
      { parameter: "_dict_list", scope: "old", known_list: [] },
      1,
    ]);
  });

  it("[API-61] rows may give the required filter of a step that changes many rows, but not as values", () => {
    const many = (side: string, own: string): unknown =>
      refused([
        table({ n: "x" }),
        {
          name: "shop.tool.bulk_update",
          old: { name: "x" },
          [`${side}_ref_params`]: [{ idx: "t", params: { [own]: "n" } }],
        },
      ]);
    expect(many("old", "bench_name")).toBeNull();
    expect(many("new", "kind")).toEqual(["required_missing", { parameter: "bench_name", scope: "old" }, 1]);
  });

  it("[API-61] a single value for a filter of several values becomes a list of one, and a list and null stay as they are", () => {
    const rows = [{ n: "x" }, { n: ["y", "z"] }];
    const [, plan] = plans(table(...rows), {
      name: "shop.bench.list",
      old_ref_params: [{ idx: "t", params: { name_list: "n" } }],
    });
    if (plan?.kind !== "ref") throw new Error("a step with ref params is planned");
    const values = plan.executions?.map((one) =>
      one.kind === "list"
        ? one.conditions.map((condition) => condition.kind === "attribute" && condition.value)
        : one,
    );
    expect(values).toEqual([[["x"]], [["y", "z"]]]);
    const nothing = table({ n: null });
    const refs = [{ idx: "t", params: { name_list: "n" } }];
    expect(refused([nothing, { name: "shop.bench.list", old_ref_params: refs }])).toEqual([
      "null_not_allowed",
      { parameter: "name_list", scope: "old" },
      1,
    ]);
    const single = [{ idx: "t", params: { note: "n" } }];
    expect(refused([nothing, { name: "shop.bench.list", old_ref_params: single }])).toBeNull();
    expect(refused([table({ n: ["x"] }), { name: "shop.bench.list", old_ref_params: single }])).toMatchObject(
      {
        0: "wrong_type",
      },
    );
  });

  it("[API-61] the number of executions is known only if the call contains every row", () => {
    const bench = { idx: "b", ...LIST };
    const both = {
      ...CREATE,
      new_ref_params: [
        { idx: "t", params: { name: "n" } },
        { idx: "b", params: { note: "note" } },
      ],
    };
    const [, , mixed] = plans(table({ n: "x" }), bench, both);
    expect(mixed).toMatchObject({ kind: "ref", executions: null });
    const [, known] = plans(table({ n: "x" }), {
      ...CREATE,
      new_ref_params: [{ idx: "t", params: { name: "n" } }],
    });
    expect(known).toMatchObject({ kind: "ref", executions: [{ new: { name: "x" } }] });
  });
});

describe("the body of an answer", () => {
  const results = [
    { key: "a b", rows: ['[{"x":1}]'], rowCount: 1, translations: null },
    { key: "c", rows: ["[]"], rowCount: 0, translations: '[{"y":2}]' },
  ];

  it("[API-29] [API-30] [API-34] has the lists in step order, or by name with their translations", () => {
    expect(presentWhole(results, false)).toBe('[[{"x":1}],[]]');
    expect(JSON.parse(presentWhole(results, true))).toEqual({
      "a b": [{ x: 1 }],
      c: [],
      __lang_c: [{ y: 2 }],
    });
    expect([presentWhole([], false), presentWhole([], true)]).toEqual(["[]", "{}"]);
  });
});
