import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { Refusal } from "../../../server/faults.ts";
import { executorOptions, listQuery, progressQuery, singleStep } from "../../../server/wapi/call/query.ts";
import { workshop } from "../../support/workshop.ts";

function said<T>(work: () => T): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.fault, error.details];
  }
}

const options = (query: string): unknown => said(() => executorOptions(new URLSearchParams(query)));
const NONE = {
  dictMode: false,
  dryRun: false,
  serviceMode: false,
  allFaults: false,
  suLogin: null,
  callId: null,
};
const ALL = ["dict_mode", "dry_mode", "service_mode", "all_faults", "su_login_name", "call_id"];

describe("query parameters of the executor", () => {
  it.each<readonly [string, unknown]>([
    ["", NONE],
    ["dict_mode=true", { ...NONE, dictMode: true }],
    ["dict_mode=false&dry_mode=true", { ...NONE, dryRun: true }],
    ["dry_mode=true&service_mode=true", { ...NONE, dryRun: true, serviceMode: true }],
    ["all_faults=true", { ...NONE, allFaults: true }],
    ["su_login_name=greta&call_id=c-1", { ...NONE, suLogin: "greta", callId: "c-1" }],
    ["su_login_name=a%26b%20%C3%BC", { ...NONE, suLogin: "a&b ü" }],
    [`call_id=${"c".repeat(64)}`, { ...NONE, callId: "c".repeat(64) }],
  ])("[API-29] [API-31] [API-32] %s is read", (query, expected) => {
    expect(options(query)).toEqual(expected);
  });

  it.each<readonly [string, unknown]>([
    ["dict=true", ["unknown_parameter", { parameter: "dict", scope: "query", known_list: ALL }]],
    [
      "dry_mode=true&dry_mode=true",
      ["wrong_type", { parameter: "dry_mode", scope: "query", data_type: "boolean" }],
    ],
    ["dict_mode=1", ["wrong_type", { parameter: "dict_mode", scope: "query", data_type: "boolean" }]],
    ["service_mode=true", ["required_missing", { parameter: "dry_mode", scope: "query" }]],
    ["call_id=", ["bad_format", { parameter: "call_id", scope: "query", data_type: "text", pattern: null }]],
  ])("%s is refused", (query, expected) => {
    expect(options(query)).toEqual(expected);
  });

  it("the name of a call has at most 64 characters, also in a request for its progress", () => {
    const long = `call_id=${"c".repeat(65)}`;
    const [fault, details] = options(long) as [string, object];
    expect([fault, details]).toEqual(["too_long", expect.objectContaining({ parameter: "call_id" })]);
    const progress = (query: string): unknown => said(() => progressQuery(new URLSearchParams(query)));
    expect(progress(long)).toEqual([fault, details]);
    expect(progress("call_id=c-1")).toBe("c-1");
    expect(progress("")).toEqual(["required_missing", { parameter: "call_id", scope: "query" }]);
    expect(progress("call_id=a&dict_mode=true")).toEqual([
      "unknown_parameter",
      { parameter: "dict_mode", scope: "query", known_list: ["call_id"] },
    ]);
  });
});

describe("the query string of a list", () => {
  const listed = (name: string, operation: string, query: string): unknown =>
    said(() => listQuery(workshop.type(name), operation, new URLSearchParams(query)));

  it("[API-23] each value is read by its data type, in the order of the parameters", () => {
    const query = new URLSearchParams({
      is_sharp: "true",
      size: "4",
      name_list: '["a","b"]',
      name: "12",
      filter_params_dict: '{"size": {"ge": 1}}',
    });
    const found = listed("shop.tool", "list", query.toString()) as Record<string, Json>;
    expect(found).toEqual({
      filter_params_dict: { size: { ge: 1 } },
      name: "12",
      name_list: ["a", "b"],
      size: 4,
      is_sharp: true,
    });
    expect(Object.keys(found)).toEqual(["filter_params_dict", "name", "name_list", "size", "is_sharp"]);
    expect(listed("shop.tool", "list", "")).toEqual({});
  });

  it("metadata has its own parameter", () => {
    expect(listed("store.call", "metadata", "object_fq_name=shop.tool")).toEqual({
      object_fq_name: "shop.tool",
    });
    expect(listed("store.call", "metadata", "name=x")).toEqual([
      "unknown_parameter",
      { parameter: "name", scope: "query", known_list: ["object_fq_name"] },
    ]);
    expect(listed("store.call", "list", "object_fq_name=x")).toMatchObject({ 0: "unknown_parameter" });
  });
});

describe("the body of a single call", () => {
  it("becomes one step with this name", () => {
    expect(singleStep("a.b.create", { new: { x: 1 }, old: {} })).toEqual({
      name: "a.b.create",
      new: { x: 1 },
      old: {},
    });
  });

  it.each<readonly [string, Json, unknown]>([
    ["a list", [], ["malformed_json", { position: null }]],
    ["null", null, ["malformed_json", { position: null }]],
    [
      "the name of a function",
      { name: "x" },
      ["unknown_parameter", { parameter: "name", scope: null, known_list: ["old", "new"] }],
    ],
  ])("%s is refused", (_, body, expected) => {
    expect(said(() => singleStep("a.b.create", body))).toEqual(expected);
  });
});
