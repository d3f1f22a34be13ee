import { describe, expect, it } from "vitest";
import type { GrantRule } from "#contract/grant";
import type { Grant, WriteRule } from "../../../server/catalogue/define.ts";
import type { ObjectType } from "../../../server/catalogue/object-type.ts";
import { describedGrant } from "../../../server/wapi/describe/grant.ts";
import { refOfAttribute, refOfParameter, refToSelf } from "../../../server/wapi/describe/ref.ts";
import { spokenText, typeId } from "../../../server/wapi/describe/row.ts";
import { workshop } from "../../support/workshop.ts";

const tool = workshop.type("shop.tool");
const types = new Map<string, ObjectType>(workshop.types);
const withRule = (write: WriteRule): ObjectType => ({ ...tool, spec: { ...tool.spec, write } });
const DEPENDS: GrantRule = { depends: true };

describe("the rule of a grant", () => {
  const reaches = (by: string): Grant => ({
    by,
    reaches: { type: "shop.bench", isMine: "true", key: "", links: "" },
  });
  const ruleFor = (grant: Grant, fn: "create" | "delete" = "create"): unknown =>
    describedGrant(withRule({ [fn]: grant }), fn).grant_rule;
  const bench: GrantRule = { is_own_of: "bench", object_fq_name: "shop.bench" };

  it.each<readonly [string, Grant, GrantRule]>([
    ["an account of the row", { isAccount: "name" }, { is_account: "name" }],
    ["another account", { isOtherAccount: "name" }, { is_other_account: "name" }],
    ["a true value", { isTrue: "is_sharp" }, { is_true: "is_sharp" }],
    ["SQL of the type", { sql: "t.x" }, DEPENDS],
    ["an object that an attribute names", reaches("bench"), bench],
    ["an object that an attribute names by gpk", reaches("near_gfk"), DEPENDS],
    ["an attribute that names no object", reaches("size"), DEPENDS],
    ["a time that the server writes", reaches("seen"), DEPENDS],
    ["the row itself", reaches("id"), { is_own: true }],
    [
      "an object that a parameter of create names",
      reaches("owner"),
      { is_own_of: "owner", object_fq_name: "shop.bench" },
    ],
    ["an object that a parameter names by gpk", reaches("near"), DEPENDS],
    ["a parameter that names no object", reaches("is_new"), DEPENDS],
    ["what is not named", reaches("nothing"), DEPENDS],
    [
      "both of two",
      { all: [{ isTrue: "is_sharp" }, reaches("bench")] },
      { all: [{ is_true: "is_sharp" }, bench] },
    ],
    [
      "either of two",
      { any: [{ isTrue: "is_sharp" }, reaches("bench")] },
      { any: [{ is_true: "is_sharp" }, bench] },
    ],
    ["one of both depends", { all: [{ sql: "x" }, reaches("bench")] }, { all: [bench, DEPENDS] }],
    ["one of either depends", { any: [{ isTrue: "is_sharp" }, { sql: "x" }] }, DEPENDS],
    ["one twice", { any: [reaches("bench"), reaches("bench")] }, bench],
    [
      "one in the other",
      { all: [reaches("bench"), { all: [{ isTrue: "is_sharp" }, { sql: "x" }, { sql: "y" }] }] },
      { all: [bench, { is_true: "is_sharp" }, DEPENDS] },
    ],
    [
      "either in either",
      { any: [reaches("bench"), { any: [{ isTrue: "is_sharp" }, reaches("bench")] }] },
      { any: [bench, { is_true: "is_sharp" }] },
    ],
    [
      "both in either",
      { any: [{ isTrue: "is_sharp" }, { all: [reaches("bench"), { isAccount: "name" }] }] },
      { any: [{ is_true: "is_sharp" }, { all: [bench, { is_account: "name" }] }] },
    ],
    [
      "either in both",
      { all: [{ isTrue: "is_sharp" }, { any: [reaches("bench"), { isAccount: "name" }] }] },
      { all: [{ is_true: "is_sharp" }, { any: [bench, { is_account: "name" }] }] },
    ],
  ])("%s", (_, grant, rule) => {
    expect(ruleFor(grant)).toEqual(rule);
  });

  it("a parameter of create means nothing to other functions", () => {
    expect([ruleFor(reaches("owner"), "delete"), ruleFor(reaches("bench"), "delete")]).toEqual([
      DEPENDS,
      bench,
    ]);
  });

  it("if the type says so, only own rows may be changed, and anybody may create", () => {
    const rule = withRule({
      ofOwnRows: true,
      create: { isTrue: "is_sharp" },
      delete: { isTrue: "is_sharp" },
      update: { grant: reaches("id"), attributes: ["kind"] },
    });
    const sharp = { is_true: "is_sharp" };
    const told = (fn: string): unknown => Object.values(describedGrant(rule, fn));
    expect(told("create")).toEqual([sharp, null]);
    expect(told("delete")).toEqual([{ all: [{ is_own: true }, sharp] }, null]);
    expect(told("update")).toEqual([{ is_own: true }, ["kind", "do_grind"]]);
    expect(told("bulk_update")).toEqual(told("update"));
    expect(told("lend")).toEqual([null, null]);
  });

  it("a grant to nobody, and a function without a grant, have no rule", () => {
    const none = { grant_rule: null, grant_attribute_list: null };
    expect(describedGrant(withRule("nobody"), "update")).toEqual(none);
    expect(describedGrant(withRule({}), "create")).toEqual(none);
    expect(describedGrant(withRule({ ofOwnRows: true }), "update")).toEqual(none);
    const bare: ObjectType = {
      ...tool,
      spec: { ...tool.spec, functions: {}, write: { create: reaches("owner") } },
    };
    expect(describedGrant(bare, "create").grant_rule).toEqual(DEPENDS);
    const plain = { update: { grant: reaches("id"), attributes: ["kind"] } } as const;
    const updated: ObjectType = { ...tool, spec: { ...tool.spec, functions: {}, write: plain } };
    expect(describedGrant(updated, "update").grant_attribute_list).toEqual(["kind"]);
  });
});

describe("the object that a parameter refers to", () => {
  const bench = { object_fq_name: "shop.bench", attribute: "name" };

  it("is the key of a type, or the gpk", () => {
    expect([
      refOfAttribute(tool, "bench"),
      refOfAttribute(tool, "near_gfk"),
      refOfAttribute(tool, "size"),
    ]).toEqual([bench, { object_fq_name: "shop.bench", attribute: "gpk" }, null]);
    const label = { de: "x", en: "x" };
    const parameter = { type: "text_id", label } as const;
    expect(refOfParameter(parameter, types)).toBeNull();
    expect(refOfParameter({ ...parameter, names: "shop.bench" }, types)).toEqual(bench);
    expect(refOfParameter({ ...parameter, ref: { to: "shop.bench" } }, types)).toEqual(bench);
    expect(refOfParameter({ ...parameter, ref: { to: "shop.tool", by: "gpk" } }, types)).toEqual({
      object_fq_name: "shop.tool",
      attribute: "gpk",
    });
    expect(refOfParameter({ ...parameter, ref: { to: "shop.tool" } }, types)).toBeNull();
    expect(refOfParameter({ ...parameter, ref: { to: "shop.none" } }, types)).toBeNull();
  });

  it("does not exist for a type whose key has several parts or is made by the server", () => {
    expect(refToSelf(workshop.type("shop.bench"))).toEqual(bench);
    for (const name of ["shop.tool", "shop.part", "none"]) expect(refToSelf(types.get(name))).toBeNull();
  });
});

describe("texts in both languages", () => {
  it("are objects with a text for each language; other values stay as they are", () => {
    expect(spokenText({ de: "a", en: "b", more: 1 })).toEqual({ de: "a", en: "b" });
    for (const value of [
      null,
      "a",
      7,
      ["a"],
      {},
      { de: "a" },
      { en: "b" },
      { de: "a", en: 1 },
      { de: null, en: "b" },
    ])
      expect(spokenText(value)).toBeNull();
    expect(typeId({ name: "shop.tool" })).toBe("shop-tool");
  });
});
