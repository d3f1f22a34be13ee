import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Json, Params } from "#contract/wire/json";
import { Refusal } from "../../../server/faults.ts";
import { planSteps } from "../../../server/wapi/call/plan.ts";
import { isRange, withoutOwn } from "../../../server/wapi/list/page.ts";
import { listParameters } from "../../../server/wapi/list/plan.ts";
import { mayBeLong, searches } from "../../../server/wapi/list/stream.ts";
import type { ListPlan } from "../../../server/wapi/plan.ts";
import { openWorkshop, workshop } from "../../support/workshop.ts";

const TOOL = "shop.tool.list";
const at = { bench_name: "x" };

function planned(old: Params, name = TOOL, earlier: readonly Json[] = [], more: object = {}): ListPlan {
  const plan = planSteps([...earlier, { name, old, ...more }], workshop).at(-1);
  if (plan?.kind !== "list") throw new Error("a list is planned");
  return plan;
}

/** Fault and details of a refusal. */
function refused(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.fault, error.details];
  }
}
const refusedList = (old: Params, name = TOOL): unknown => refused(() => planned({ ...at, ...old }, name));
/** Conditions of a list of tools besides that on its bench. */
const conditions = (old: Params): readonly unknown[] => planned({ ...old, ...at }).conditions.slice(0, -1);
const equal = (name: string, operator: string, value: Json): unknown => ({
  kind: "attribute",
  attribute: workshop.type("shop.tool").attributes.get(name),
  operator,
  value,
});

const COMMON = ["fetch_limit", "fetch_offset", "sorting_params_list", "filter_params_dict"];
const texts = (name: string): readonly string[] => [
  name,
  `${name}_list`,
  `${name}_regexp`,
  `${name}_regexp_ic`,
];

describe("the parameters of a list", () => {
  it("follow from the data types of the attributes; secrets, lists and objects have no parameters", () => {
    const fresh = openWorkshop();
    const names = [...listParameters(fresh.type("shop.tool")).keys()];
    expect(names).toEqual([
      ...COMMON,
      "gpk",
      "gpk_list",
      ...texts("bench"),
      ...texts("name"),
      ...texts("kind"),
      "size",
      "size_list",
      "weight",
      "weight_list",
      "is_sharp",
      "bought",
      "bought_list",
      ...texts("address"),
      "near_gfk",
      "near_gfk_list",
      "part_count",
      "part_count_list",
      "seen",
      "seen_list",
      "is_mine",
      "is_own",
      "min_size",
      "bench_name",
      "of_list",
    ]);
    expect([...listParameters(fresh.type("store.sheet")).keys()]).toEqual(["_dict_list"]);
    const noFilters = [...listParameters(fresh.type("store.call")).keys()];
    expect(noFilters).toEqual([...COMMON, "gpk", "gpk_list", ...texts("name"), "is_own"]);
  });

  it("have data types: a list for several values, and an expression for regular expressions", () => {
    const types = new Map(
      [...listParameters(openWorkshop().type("shop.tool"))].map(([name, { kind, dataType, ...more }]) => [
        name,
        `${kind} ${dataType.name}${"attribute" in more ? ` of ${more.attribute.name}` : ""}`,
      ]),
    );
    expect(Object.fromEntries(types)).toMatchObject({
      fetch_limit: "limit integer",
      fetch_offset: "offset integer",
      sorting_params_list: "sorting text_array",
      filter_params_dict: "filter json_object",
      name: "equal text_id of name",
      name_list: "among text_id_array of name",
      name_regexp: "regexp regexp of name",
      name_regexp_ic: "regexp_ic regexp of name",
      is_own: "own boolean",
      min_size: "special integer",
      of_list: "special text_line_array",
    });
  });
});

describe("the plan of a list", () => {
  it("has a condition for each filter, in the order in which they are given", () => {
    expect(
      conditions({ size: 3, name_list: ["a"], kind: null, name_regexp: "^a", kind_regexp_ic: "B" }),
    ).toEqual([
      equal("size", "eq", 3),
      equal("name", "in", ["a"]),
      equal("kind", "is_null", true),
      equal("name", "regexp", "^a"),
      equal("kind", "regexp_ic", "B"),
    ]);
    expect(conditions({ is_own: true })).toEqual([{ kind: "own" }]);
    expect(conditions({ is_own: false })).toEqual([]);
    expect(conditions({ min_size: 4, of_list: ["a"] })).toMatchObject([
      { kind: "special", value: 4, cast: "bigint" },
      { kind: "special", value: ["a"], cast: "text[]" },
    ]);
  });

  it("finds nothing for a value that no row can have, and drops such a value from several", () => {
    expect(conditions({ gpk: "bench-1" })).toHaveLength(1);
    const plan = planned({ ...at, gpk_list: ["tool-1", "tool-2"] });
    expect(plan.isNamed).toBe(true);
    expect([planned({ ...at, gpk: "tool-1" }).isNamed, planned(at).isNamed]).toEqual([true, false]);
  });

  it("has limit, offset and order", () => {
    expect(planned(at)).toMatchObject({ limit: null, offset: 0, order: [], joins: [] });
    const plan = planned({
      ...at,
      fetch_limit: 1,
      fetch_offset: 0,
      sorting_params_list: ["size DESC", "name", "kind asc", "bought ASC", "weight desc"],
    });
    expect([plan.limit, plan.offset]).toEqual([1, 0]);
    expect(plan.order.map(({ attribute, isDescending }) => [attribute.name, isDescending])).toEqual([
      ["size", true],
      ["name", false],
      ["kind", false],
      ["bought", false],
      ["weight", true],
    ]);
  });

  it.each<readonly [Params, unknown]>([
    [
      { colour: "red" },
      [
        "unknown_parameter",
        {
          parameter: "colour",
          scope: "old",
          known_list: [...listParameters(workshop.type("shop.tool")).keys()],
        },
      ],
    ],
    [{ name_list: null }, ["null_not_allowed", { parameter: "name_list", scope: "old" }]],
    [{ is_own: null }, ["null_not_allowed", { parameter: "is_own", scope: "old" }]],
    [
      { fetch_limit: 0 },
      [
        "out_of_range",
        {
          parameter: "fetch_limit",
          scope: "old",
          data_type: "integer",
          min: 1,
          max: Number.MAX_SAFE_INTEGER,
        },
      ],
    ],
    [
      { fetch_offset: -1 },
      [
        "out_of_range",
        {
          parameter: "fetch_offset",
          scope: "old",
          data_type: "integer",
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
        },
      ],
    ],
    [{ fetch_limit: "1" }, ["wrong_type", { parameter: "fetch_limit", scope: "old", data_type: "integer" }]],
    [{ is_own: "true" }, ["wrong_type", { parameter: "is_own", scope: "old", data_type: "boolean" }]],
    [{ sorting_params_list: [" name"] }, ["bad_sorting", { entry: " name" }]],
    [{ sorting_params_list: ["name desc "] }, ["bad_sorting", { entry: "name desc " }]],
    [{ sorting_params_list: ["name Desc"] }, ["bad_sorting", { entry: "name Desc" }]],
    [{ sorting_params_list: ["mark_list"] }, ["bad_sorting", { entry: "mark_list" }]],
    [{ sorting_params_list: ["plan"] }, ["bad_sorting", { entry: "plan" }]],
    [{ sorting_params_list: ["code"] }, ["bad_sorting", { entry: "code" }]],
    [{ sorting_params_list: ["none"] }, ["bad_sorting", { entry: "none" }]],
    [{ filter_params_dict: "{" }, ["bad_filter", { path: "filter_params_dict", reason: "not JSON" }]],
    [{ name_regexp: 7 }, ["wrong_type", { parameter: "name_regexp", scope: "old", data_type: "regexp" }]],
    [
      { name_list: "a" },
      ["wrong_type", { parameter: "name_list", scope: "old", data_type: "text_id_array" }],
    ],
  ])("[MGR-14] %j is refused", (old, expected) => {
    expect(refusedList(old)).toEqual(expected);
  });

  it("has every required filter, given directly or by rows of earlier steps", () => {
    const missing = ["required_missing", { parameter: "bench_name", scope: "old" }];
    expect(refused(() => planned({}))).toEqual(missing);
    const table = { idx: "t", name: "store.sheet.list", old: { _dict_list: [{ n: "x" }] } };
    const empty = { ...table, old: { _dict_list: [] } };
    const by = (own: string): Json => ({
      name: TOOL,
      old_ref_params: [{ idx: "t", params: { [own]: "n" } }],
    });
    expect(refused(() => planSteps([table, by("bench_name")], workshop))).toBeNull();
    for (const rows of [table, empty])
      expect(refused(() => planSteps([rows, by("name")], workshop))).toEqual(missing);
    expect(refused(() => planned({}, "store.sheet.list"))).toEqual([
      "required_missing",
      { parameter: "_dict_list", scope: "old" },
    ]);
  });

  it("[API-62] keeps rows that the call contains", () => {
    expect(planned({ _dict_list: [{ a: 1 }, {}] }, "store.sheet.list")).toMatchObject({
      literal: [{ a: 1 }, {}],
      conditions: [],
    });
    expect(planned(at).literal).toBeUndefined();
  });
});

describe("filter_params_dict", () => {
  const filtered = (dict: Json): unknown => conditions({ filter_params_dict: dict })[0];
  const bad = (path: string, reason: string): unknown => [
    "bad_filter",
    { path: path === "" ? "filter_params_dict" : `filter_params_dict.${path}`, reason },
  ];
  const all = (...of: readonly unknown[]): unknown => ({ kind: "all", of });

  it("combines conditions by and, or, not, and operators of attributes", () => {
    expect(filtered({})).toEqual(all());
    expect(filtered({ size: { ge: 2, lt: 5 } })).toEqual(
      all(all(equal("size", "ge", 2), equal("size", "lt", 5))),
    );
    expect(filtered({ _or: [{ size: { eq: 2 } }, {}], _not: { name: { in: ["a"] } } })).toEqual(
      all(
        { kind: "any", of: [all(all(equal("size", "eq", 2))), all()] },
        { kind: "not", of: all(all(equal("name", "in", ["a"]))) },
      ),
    );
    expect(filtered({ _and: [{ kind: { is_null: false } }] })).toEqual(
      all(all(all(all(equal("kind", "is_null", false))))),
    );
    expect(filtered({ mark_list: { contains: "a", overlaps: ["b"], eq: ["c"] } })).toEqual(
      all(
        all(
          equal("mark_list", "contains", ["a"]),
          equal("mark_list", "overlaps", ["b"]),
          equal("mark_list", "eq", ["c"]),
        ),
      ),
    );
    expect(filtered({ plan: { ne: { a: 1 } } })).toEqual(all(all(equal("plan", "ne", { a: 1 }))));
  });

  it.each<readonly [Json, unknown]>([
    [[], bad("", "not an object")],
    [{ none: { eq: 1 } }, bad("none", "unknown attribute")],
    [{ code: { eq: "x" } }, bad("code", "unknown attribute")],
    [{ size: 1 }, bad("size", "operators are wanted")],
    [{ size: { is: 1 } }, bad("size.is", "integer has no such operator")],
    [{ size: { regexp: "1" } }, bad("size.regexp", "integer has no such operator")],
    [{ is_sharp: { lt: true } }, bad("is_sharp.lt", "boolean has no such operator")],
    [{ plan: { in: [1] } }, bad("plan.in", "json has no such operator")],
    [{ mark_list: { in: [["a"]] } }, bad("mark_list.in", "text_line_array has no such operator")],
    [{ size: { eq: null } }, bad("size.eq", "null")],
    [{ size: { eq: "1" } }, bad("size.eq", "no value of integer")],
    [{ size: { in: 1 } }, bad("size.in", "a list is wanted")],
    [{ size: { in: [1, null] } }, bad("size.in", "no value of integer")],
    [{ size: { not_in: ["x"] } }, bad("size.not_in", "no value of integer")],
    [{ kind: { is_null: 1 } }, bad("kind.is_null", "true or false is wanted")],
    [{ kind: { regexp: 1 } }, bad("kind.regexp", "a text is wanted")],
    [{ mark_list: { overlaps: "a" } }, bad("mark_list.overlaps", "a list is wanted")],
    [{ mark_list: { contains: [1] } }, bad("mark_list.contains", "no value of text_line")],
    [{ mark_list: { contains: [null] } }, bad("mark_list.contains", "no value of text_line")],
    [{ _or: {} }, bad("_or", "not a list")],
    [{ _and: [{}, 1] }, bad("_and.1", "not an object")],
    [{ _not: [] }, bad("_not", "not an object")],
  ])("[MGR-14] %j is refused at its place", (dict, expected) => {
    expect(refusedList({ filter_params_dict: dict })).toEqual(expected);
  });

  it("has at most ten levels, and as many values as a list", () => {
    const nested = (levels: number): Json => (levels === 0 ? {} : { _and: [nested(levels - 1)] });
    expect(refusedList({ filter_params_dict: nested(LIMITS.filterDepth - 1) })).toBeNull();
    expect(refusedList({ filter_params_dict: nested(LIMITS.filterDepth) })).toMatchObject([
      "bad_filter",
      { reason: "nested deeper than 10 levels" },
    ]);
    const many = Array.from({ length: LIMITS.listElements + 1 }, (_, n) => n);
    expect(refusedList({ filter_params_dict: { size: { in: many } } })).toEqual([
      "too_many_values",
      { parameter: "filter_params_dict.size.in", limit: LIMITS.listElements, found: LIMITS.listElements + 1 },
    ]);
    expect(refusedList({ filter_params_dict: { size: { in: many.slice(1) } } })).toBeNull();
  });
});

describe("joins to rows of the call", () => {
  const table = (...rows: readonly Json[]): Json => ({
    idx: "t",
    name: "store.sheet.list",
    old: { _dict_list: rows },
  });
  const joined = (rows: readonly Json[], reference = "default", name = "shop.bench.list"): ListPlan =>
    planned(name === TOOL ? at : {}, name, [table(...rows)], { inner_join_ref: { t: reference } });
  const relation = (...rows: readonly Json[]): unknown => joined(rows).joins[0]?.relation;
  const bench = (name: string, operator: string, value: Json): unknown => ({
    kind: "attribute",
    attribute: workshop.type("shop.bench").attributes.get(name),
    operator,
    value,
  });
  const attributes = ["name", "note"].map((name) => workshop.type("shop.bench").attributes.get(name));

  it("[API-62] compare all attributes that both sides have, and null equals null", () => {
    expect(relation({ name: "a", more: 1 }, { name: "b" })).toEqual({
      kind: "literal",
      condition: bench("name", "in", ["a", "b"]),
    });
    expect(relation({ name: "a", note: "x" }, { note: "y", name: "b" })).toEqual({
      kind: "literal",
      condition: {
        kind: "rows",
        attributes,
        values: [
          ["a", "x"],
          ["b", "y"],
        ],
      },
    });
    expect(relation({ name: "a", note: null })).toEqual({
      kind: "literal",
      condition: { kind: "all", of: [bench("name", "in", ["a"]), bench("note", "is_null", true)] },
    });
    expect(relation({ note: null })).toEqual({
      kind: "literal",
      condition: { kind: "all", of: [bench("note", "is_null", true)] },
    });
    expect(relation({ name: "a" }, { note: "x" })).toEqual({
      kind: "literal",
      condition: { kind: "any", of: [bench("name", "in", ["a"]), bench("note", "in", ["x"])] },
    });
    const plans = joined([{ plan: { a: 1 } }, { plan: "x" }], "default", TOOL);
    expect(plans.joins[0]?.relation).toEqual({
      kind: "literal",
      condition: {
        kind: "rows",
        attributes: [workshop.type("shop.tool").attributes.get("plan")],
        values: [[{ a: 1 }], ["x"]],
      },
    });
    expect(relation({ name: 7 }, { name: "a" })).toEqual({
      kind: "literal",
      condition: bench("name", "in", ["a"]),
    });
    const none = { kind: "literal", condition: { kind: "any", of: [] } };
    expect([relation(), relation({ name: 7 })]).toEqual([none, none]);
  });

  it("[API-62] are refused with an unknown name, without a common attribute, and for secrets", () => {
    const unknown = (reference: string, known: readonly string[]): unknown => [
      "unknown_reference",
      { reference, object_fq_name: "shop.bench", ref_object_fq_name: "store.sheet", known_list: known },
    ];
    expect(refused(() => joined([{ name: "a" }], "self"))).toEqual(unknown("self", ["default"]));
    expect(refused(() => joined([{ name: "a" }, { colour: "a" }]))).toEqual(unknown("default", []));
    const [fault, details] = refused(() => joined([{ code: "x" }], "default", TOOL)) as [
      string,
      { readonly known_list: readonly string[] },
    ];
    expect([fault, details]).toMatchObject(["unknown_parameter", { parameter: "code", scope: "old" }]);
    expect(details.known_list).toEqual(
      [...workshop.type("shop.tool").attributes.keys()].filter((name) => name !== "code"),
    );
    const literal = [{ idx: "b", name: "shop.bench.list" }];
    expect(
      refused(() =>
        planned({ _dict_list: [] }, "store.sheet.list", literal, { inner_join_ref: { b: "default" } }),
      ),
    ).toEqual([
      "unknown_reference",
      {
        reference: "default",
        object_fq_name: "store.sheet",
        ref_object_fq_name: "store.sheet",
        known_list: [],
      },
    ]);
  });
});

describe("joins to lists", () => {
  const tools = { idx: "tools", name: TOOL, old: at };
  const relation = (reference: string, name = "shop.bench.list"): unknown =>
    refused(() => planned(name === TOOL ? at : {}, name, [tools], { inner_join_ref: { tools: reference } }));

  it("[API-26] [API-60] are known by name, and need a name if there are several references", () => {
    const names = ["api_fkey_shop_tool_bench", "api_fkey_shop_tool_near"];
    for (const reference of names) expect([reference, relation(reference)]).toEqual([reference, null]);
    const sides = { object_fq_name: "shop.bench", ref_object_fq_name: "shop.tool" };
    const [fault, details] = relation("default") as [string, { readonly known_list: readonly string[] }];
    expect([fault, details]).toMatchObject(["ambiguous_reference", sides]);
    expect(details.known_list.toSorted()).toEqual(names);
    expect(relation("none")).toEqual([
      "unknown_reference",
      { reference: "none", ...sides, known_list: names },
    ]);
    expect(relation("self")).toMatchObject(["unknown_reference", { reference: "self" }]);
    expect(relation("self", TOOL)).toBeNull();
    // A relation without an inverse leads to its own type alone.
    expect(relation("api_func_shop_tool_beside")).toMatchObject({ 0: "unknown_reference" });
    const bench = { idx: "b", name: "shop.bench.list" };
    const beside = { inner_join_ref: { b: "api_func_shop_tool_beside" } };
    expect(planned(at, TOOL, [bench], beside).joins).toMatchObject([{ kind: "inner", position: 0 }]);
    expect(relation("default", "store.call.list")).toMatchObject(["unknown_reference", { known_list: [] }]);
  });
});

describe("the cost of a list", () => {
  it("is high if the list has no limit or a high limit", () => {
    expect(
      [planned(at), planned({ ...at, fetch_limit: 10_000 }), planned({ ...at, fetch_limit: 10_001 })].map(
        mayBeLong,
      ),
    ).toEqual([true, false, true]);
  });

  it("includes a search if any condition is an expression of the client", () => {
    const found = (old: Params): boolean => searches(planned({ ...at, ...old }));
    expect([
      found({}),
      found({ name: "a" }),
      found({ size: 3, name_regexp: "a" }),
      found({ kind_regexp_ic: "a" }),
    ]).toEqual([false, false, true, true]);
    const dict = (filter_params_dict: Json): boolean => found({ filter_params_dict });
    expect(dict({ _or: [{ size: { eq: 2 } }, { _not: { name: { regexp: "a" } } }] })).toBe(true);
    expect(dict({ _or: [{ size: { eq: 2 } }, { _not: { name: { eq: "a" } } }] })).toBe(false);
  });

  it("is low for own rows if branches imply the condition, and for ranges that are only comparisons", () => {
    const { conditions: both } = planned({ ...at, is_own: true, size: 3 });
    expect(withoutOwn(both).map(({ kind }) => kind)).toEqual(["special", "attribute"]);
    const range = (filter_params_dict: Json): boolean | undefined => {
      const [condition] = planned({ filter_params_dict, ...at }).conditions;
      return condition === undefined ? undefined : isRange(condition);
    };
    expect(range({ size: { gt: 1 }, _or: [{ size: { lt: 5 } }, { name: { ge: "a" } }] })).toBe(true);
    expect(range({ size: { gt: 1 }, _or: [{ size: { lt: 5 } }, { name: { eq: "a" } }] })).toBe(false);
    expect(range({ size: { le: 1 } })).toBe(true);
    expect(range({ _not: { size: { le: 1 } } })).toBe(false);
    expect(range({ name: { regexp: "a" } })).toBe(false);
  });
});
