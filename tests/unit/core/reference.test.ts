import { describe, expect, it } from "vitest";
import { planForm, type FormTarget } from "#core/form/plan-form";
import {
  exactStep,
  fieldsBefore,
  namedStep,
  suggestionOf,
  suggestStep,
  withFields,
} from "#core/form/reference";
import type { ReferenceTarget } from "#core/form/widget";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const plain: ReferenceTarget = {
  object: "nd.room",
  attribute: "gpk",
  titles: ["name"],
  searched: ["bldg", "name"],
  filters: {},
  sorting: [],
};
const narrowed: ReferenceTarget = {
  ...plain,
  filters: { site: "{{site}}", filter_params_dict: { floor: { eq: 1 } } },
  narrowing: {
    steps: [
      { idx: "b", name: "nd.bldg.list", old: { number: "{{bldg}}" } },
      { idx: "s", name: "nd.site.list" },
    ],
    inner: { b: "room_bldg" },
  },
};
const has = (text: string) => ({ _or: [{ bldg: { regexp_ic: text } }, { name: { regexp_ic: text } }] });

describe("the rows that a reference field requests", () => {
  it.each([
    [
      "each part of a title that is put together",
      plain,
      " 20.21 / 301 ",
      { _and: [has("20\\.21"), has("301")] },
    ],
    ["one part", plain, "301", has("301")],
    ["a name as it is typed", { ...plain, attribute: "name" }, "a b", has("a b")],
    ["nothing typed", plain, "  ", undefined],
    ["nothing that is searched", { ...plain, searched: [] }, "301", undefined],
    ["what the control leaves", narrowed, "301", { _and: [{ floor: { eq: 1 } }, has("301")] }],
    ["nothing typed within what the control leaves", narrowed, "", { floor: { eq: 1 } }],
  ])("%s", (_, target, text, filter) => {
    expect(suggestStep("x", target, text).old?.["filter_params_dict"]).toEqual(filter);
  });

  it.each([
    ["what is called so", plain, "301", { regexp_ic: "^301$" }],
    ["a path from any of its parts on", plain, "a/b", { regexp_ic: "^(.*/)?a/b$" }],
  ])("exactly %s", (_, target, text, called) => {
    expect(exactStep("x", target, ` ${text} `)?.old).toEqual({
      filter_params_dict: { _or: [{ bldg: called }, { name: called }] },
      fetch_limit: 3,
    });
    expect(exactStep("x", { ...target, searched: [] }, text)).toBeNull();
    expect(exactStep("x", narrowed, text)?.old?.["filter_params_dict"]).toEqual({
      _and: [{ floor: { eq: 1 } }, { _or: [{ bldg: called }, { name: called }] }],
    });
  });

  it("are the first ten rows and one more to detect others, or all rows of a short list", () => {
    const most = (target: ReferenceTarget) => suggestStep("x", target, "").old?.["fetch_limit"];
    expect([most(plain), Number(most({ ...plain, isFew: true })) > 11]).toEqual([11, true]);
  });

  it("can be the rows that are related to rows of the steps before", () => {
    expect(suggestStep("x", narrowed, "")).toMatchObject({
      inner_join_ref: { b: "room_bldg" },
      union_join_ref: {},
    });
    expect(suggestStep("x", plain, "")).not.toHaveProperty("inner_join_ref");
  });

  it("can be the single row with a stored key", () => {
    expect(namedStep("x", plain, "room-7")).toEqual({
      idx: "x",
      name: "nd.room.list",
      old: { gpk_list: ["room-7"] },
    });
  });
});

describe("the part of a query that comes from other fields", () => {
  it("is written with markers in filters and steps, which are replaced by values", () => {
    expect(fieldsBefore(narrowed)).toEqual(["site", "bldg"]);
    expect(fieldsBefore(plain)).toEqual([]);
    const bound = withFields(narrowed, { site: "CN", bldg: "20.21" });
    expect(fieldsBefore(bound)).toEqual([]);
    expect(bound.filters["site"]).toBe("CN");
    expect(bound.narrowing).toEqual({
      ...narrowed.narrowing,
      steps: [
        { idx: "b", name: "nd.bldg.list", old: { number: "20.21" } },
        { idx: "s", name: "nd.site.list" },
      ],
    });
    expect(withFields(plain, { site: "CN" })).toEqual(plain);
  });

  it("has the values of the object itself if an update cannot change them", () => {
    const { narrowing } = narrowed;
    if (narrowing === undefined) throw new Error("nothing narrows");
    const offer = { parent_gfk: { filters: { site: "{{site}}" }, narrowing, sorting: ["name"] } };
    const drawn = (more: Partial<FormTarget>) =>
      planForm(
        catalogue,
        { object: "nd.module", operation: "update", row: null, offer, ...more },
        { locale: "en", isExpert: false },
      )?.fields.find(({ name }) => name === "parent_gfk")?.options.reference;
    const row = { gpk: "module-1", site: "CN", bldg: "20.21" };
    expect(drawn({ row })).toMatchObject({
      filters: { site: "CN" },
      narrowing: { inner: { b: "room_bldg" } },
      sorting: ["name"],
    });
    expect(fieldsBefore(drawn({ row }) ?? plain)).toEqual([]);
    for (const more of [{}, { row: { ...row, bldg: null } }, { row, operation: "create" as const }])
      expect(fieldsBefore(drawn(more) ?? plain)).toEqual(["site", "bldg"]);
  });
});

describe("the option for a row", () => {
  it.each([
    [
      "its title, where the key says nothing",
      plain,
      { gpk: "room-1", site: "CN", bldg: "20.21", name: "301" },
      "CN/20.21/301",
      null,
    ],
    [
      "its value, with what else is known of it",
      { ...plain, attribute: "name" },
      { name: "301", bldg: "20.21" },
      "301",
      "20.21",
    ],
    [
      "without repeating what it says already",
      { ...plain, attribute: "name" },
      { name: "301", bldg: "30", description: "Lab" },
      "301",
      "Lab",
    ],
    [
      "without empty notes",
      { ...plain, attribute: "name" },
      { name: "301", bldg: "", description: null },
      "301",
      null,
    ],
  ])("%s", (_, target, row, label, note) => {
    expect(suggestionOf(catalogue, target, row)).toEqual({
      value: row[target.attribute as "name"] ?? null,
      label,
      note,
    });
  });
});
