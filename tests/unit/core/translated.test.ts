import { describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import { otherLanguages, splitTranslated, translatedChanges } from "#core/form/translated";
import { elementOf } from "#core/txlist/make-planned";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const type = (await portalCatalogue()).objectType("nd.site");
if (type === null) throw new Error("nd.site");
const TEXT = "cntl.ot_lang_attr_val";
const english = { object_gfk: "site-1", language_tag: "en", lang_attr_key: "title" };
const site: Row = { gpk: "site-1", name: "CN", title: "Nord", language_dict: { title: { en: "North" } } };
const bare: Row = { ...site, language_dict: {} };

function split(row: Row, now: Params, locale: "de" | "en" = "en") {
  return splitTranslated(type as never, row, { old: { name: "CN", title: "Nord" }, new: now }, locale);
}

describe("a changed text of an object", () => {
  it.each<[string, Row, Params, object[]]>([
    [
      "changes its translation",
      site,
      { title: "Far north" },
      [
        {
          object_function: "update",
          parameters: { old: { ...english, value: "North" }, new: { value: "Far north" } },
        },
      ],
    ],
    [
      "becomes a translation",
      bare,
      { title: "North" },
      [{ object_function: "create", parameters: { old: {}, new: { ...english, value: "North" } } }],
    ],
    [
      "removes its translation",
      site,
      { title: "__NULL" },
      [{ object_function: "delete", parameters: { old: { ...english, value: "North" }, new: {} } }],
    ],
    ["removes nothing where there is none", bare, { title: "__NULL" }, []],
    ["removes nothing where there is none, as null", bare, { title: null }, []],
  ])("%s, in another language than its own", (_, row, now, statements) => {
    const said = split(row, { ...now, name: "CS" });
    expect(said.statements).toEqual(statements.map((one) => ({ object_fq_name: TEXT, ...one })));
    expect(said.parameters).toEqual({ old: { name: "CN" }, new: { name: "CS" } });
  });

  it("stays a value of the object if it is in the language of the object, or the object has no key", () => {
    const parameters = { old: { name: "CN", title: "Nord" }, new: { title: "Far north" } };
    expect(split(site, parameters.new, "de")).toEqual({ parameters, statements: [] });
    expect(split({ ...site, gpk: null }, parameters.new)).toEqual({ parameters, statements: [] });
  });

  it("other values stay with the object", () => {
    expect(split(site, { name: "CS" })).toEqual({
      parameters: { old: { name: "CN", title: "Nord" }, new: { name: "CS" } },
      statements: [],
    });
  });
});

describe("texts in other languages", () => {
  it("are shown with the planned element", () => {
    const { statements } = split(site, { title: "Far north" });
    const content = {
      object_fq_name: "nd.site",
      object_function: "update" as const,
      parameters: { old: {}, new: {} },
      preview_fields: [],
      object_title: "",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    };
    const shared = { uuid: "u", variant: null };
    expect(translatedChanges(elementOf(shared, content, "append", statements))).toEqual([
      { attribute: "title", path: [], before: "North", after: "Far north", language: "en" },
    ]);
    const created = elementOf(shared, content, "append", split(bare, { title: "North" }).statements);
    expect(translatedChanges(created)).toMatchObject([
      { attribute: "title", before: null, after: "North", language: "en" },
    ]);
    expect(translatedChanges(elementOf(shared, content, "append", []))).toEqual([]);
  });

  it.each<[string, Row | null, "de" | "en", string | null]>([
    ["the own one for another reader", site, "en", "German: Nord"],
    ["the others for a reader of the own one", site, "de", "Englisch: North"],
    ["none", bare, "de", null],
    ["none, where nothing is there yet", null, "de", null],
    ["not an empty one", { ...site, title: null }, "en", null],
    [
      "several",
      { ...site, language_dict: { title: { en: "North", fr: "Nord-F" } } },
      "en",
      "German: Nord · French: Nord-F",
    ],
  ])("are told beside the field: %s", (_, row, locale, told) => {
    expect(otherLanguages(type, "title", row, locale)).toBe(told);
    expect(otherLanguages(type, "name", row, locale)).toBeNull();
  });
});
