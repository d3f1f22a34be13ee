import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import { planMany, planManyForm } from "#core/form/plan-many";
import type { FormTarget } from "#core/form/target";
import { rowOfTexts, translatedChanges } from "#core/form/translated";
import type { FormValues } from "#core/form/values";
import type { Locale } from "#core/text";
import { danglingElements } from "#core/txlist/blocks";
import { mergedInto, plannedTarget } from "#core/txlist/overlay/merge";
import { overlaid, overlaidRow } from "#core/txlist/overlay/overlay";
import { planOfElements } from "#core/txlist/overlay/plan";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const toAscii = (): null => null;
const site: Row = {
  gpk: "site-1",
  name: "CN",
  title: "Nord",
  campus: null,
  latitude: null,
  longitude: null,
  language_dict: { title: { en: "North" } },
};
const bare: Row = { ...site, language_dict: {} };

function form(over: Partial<FormTarget> = {}, locale: Locale = "en"): FormModel {
  const made = planForm(
    catalogue,
    { object: "nd.site", operation: "create", row: null, ...over },
    { locale, isExpert: false },
  );
  if (made === null) throw new Error("no form");
  return made;
}

const update = (row: Row, over: Partial<FormTarget> = {}, locale: Locale = "en"): FormModel =>
  form({ operation: "update", row, ...over }, locale);

function planned(made: FormModel, values: FormValues, uuid = "u"): Planned {
  const change = planChange(made, { ...made.initial, ...values }, { uuid, toAscii });
  if (change.kind !== "planned") throw new Error(change.kind);
  return change.item;
}

/** Name, label and first value of the fields of a text. */
const shown = ({ fields }: FormModel, attribute = "title") =>
  fields
    .filter(({ text }) => text?.attribute === attribute)
    .map(({ name, label, start, isRequired }) => [name, label, start, isRequired]);

const english = { object_gfk: "site-1", language_tag: "en", lang_attr_key: "title" };
const TEXT = "cntl.ot_lang_attr_val";

describe("the form of an object with translated texts", () => {
  it("[TAFORM-19] has a field for each language with its text, the language of the reader first", () => {
    expect(shown(update(site))).toEqual([
      ["title@en", "Title", "North", false],
      ["title", "Title (German)", "Nord", false],
    ]);
    expect(shown(update(site, {}, "de"))).toEqual([
      ["title", "Bezeichnung", "Nord", false],
      ["title@en", "Bezeichnung (Englisch)", "North", false],
    ]);
    expect(shown(update(bare))).toEqual([
      ["title@en", "Title", null, false],
      ["title", "Title (German)", "Nord", false],
    ]);
    expect(shown(form())).toEqual([
      ["title@en", "Title", null, false],
      ["title", "Title (German)", null, false],
    ]);
  });

  it("[TAFORM-19] shows the fields of a text together if the control chooses and locks fields, and none if the text cannot be named", () => {
    expect(update(site, { ask: ["title", "name"], lock: ["title"] }).fields).toMatchObject([
      { name: "title@en", isLocked: true },
      { name: "title", isLocked: true },
      { name: "name", isLocked: false },
    ]);
    expect(shown(update({ ...site, gpk: null }))).toEqual([]);
    expect(shown(form({ bundle: { at: "prepend", statements: [] } }))).toEqual([]);
  });

  it("[TAFORM-19] requires a required text in one language: the first language that has the text, or the language of the reader", () => {
    const unit = (over: Partial<FormTarget>) =>
      shown(form({ object: "org.unit", ...over })).map(([name, , , is]) => [name, is]);
    expect(unit({})).toEqual([
      ["title@en", true],
      ["title", false],
    ]);
    const row = { gpk: "ou-1", fq_name: "A", short_name: "A", title: "Amt", language_dict: {} };
    expect(unit({ operation: "update", row })).toEqual([
      ["title@en", false],
      ["title", true],
    ]);
  });
});

describe("a changed text", () => {
  const statements = (item: Planned) => ("bundle" in item ? item.bundle : []);

  it.each<[string, Row, FormValues, object[]]>([
    [
      "changes its translation",
      site,
      { "title@en": "Far north" },
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
      { "title@en": "North" },
      [{ object_function: "create", parameters: { old: {}, new: { ...english, value: "North" } } }],
    ],
    [
      "takes its translation away",
      site,
      { "title@en": undefined },
      [{ object_function: "delete", parameters: { old: { ...english, value: "North" }, new: {} } }],
    ],
  ])("[TAFORM-19] in another language than the object's own %s", (_, row, values, said) => {
    const item = planned(update(row), values);
    expect(statements(item)).toEqual(said.map((one) => ({ object_fq_name: TEXT, ...one })));
    expect("content" in item && item.content.parameters).toEqual({ old: { name: "CN" }, new: {} });
  });

  it("[TAFORM-19] in the language of the object is a value of the object, whatever the language of the reader is", () => {
    for (const locale of ["de", "en"] as const) {
      const item = planned(update(site, {}, locale), { title: "Far north" });
      expect(statements(item)).toEqual([]);
      expect("content" in item && item.content.parameters).toEqual({
        old: { name: "CN", title: "Nord" },
        new: { title: "Far north" },
      });
    }
  });

  it("[TAFORM-19] is not planned if nothing changed, also if the text of one language is empty", () => {
    for (const row of [site, bare, { ...site, title: null }])
      expect(planChange(update(row), update(row).initial, { uuid: "u", toAscii })).toEqual({
        kind: "unchanged",
      });
  });

  it("[TAFORM-19] of several objects changes only the languages that were filled in", () => {
    const targets = [site, { ...bare, gpk: "site-2", name: "CS" }].map((row): FormTarget => ({
      object: "nd.site",
      operation: "update",
      row,
    }));
    const many = planManyForm(catalogue, targets, { locale: "en", isExpert: false });
    if (many === null) throw new Error("no form");
    let count = 0;
    const made = planMany(many, targets, { "title@en": "East" }, { uuid: () => String(count++), toAscii });
    expect(
      made.kind === "planned" && toSteps(made.items).filter(({ name }) => name.startsWith(TEXT)),
    ).toMatchObject([
      { name: `${TEXT}.update`, new: { value: "East" } },
      { name: `${TEXT}.create`, new: { object_gfk: "site-2", value: "East" } },
    ]);
    expect(made.kind === "planned" && toSteps(made.items).map(({ new: now }) => now?.["title"])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a new object", () => {
  const steps = (values: FormValues, locale: Locale = "en") =>
    toSteps([planned(form({}, locale), { name: "dock", ...values })]);
  const translation = (value: Json) => ({
    idx: "u_0",
    name: `${TEXT}.create`,
    new: { language_tag: "en", lang_attr_key: "title", value },
    new_ref_params: [{ idx: "u", params: { object_gfk: "gpk" } }],
  });

  it("[TAFORM-45] gets each text in the language of its field", () => {
    expect(steps({ "title@en": "Dock", title: "Hafen" })).toEqual([
      { idx: "u", name: "nd.site.create", new: { name: "dock", title: "Hafen" } },
      translation("Dock"),
    ]);
  });

  it("[TAFORM-45] stores the English text as its own if only this text was typed, and shows it to everybody until a German text is set", () => {
    expect(steps({ "title@en": "Dock" })).toEqual([
      { idx: "u", name: "nd.site.create", new: { name: "dock", title: "Dock" } },
      translation("Dock"),
    ]);
  });

  it("[TAFORM-45] gets no translation if only the German text was typed", () => {
    for (const locale of ["de", "en"] as const)
      expect(steps({ title: "Hafen" }, locale)).toEqual([
        { idx: "u", name: "nd.site.create", new: { name: "dock", title: "Hafen" } },
      ]);
  });

  it("[TAFORM-45] with a required text is refused if no language has it, and accepted if one has it", () => {
    const unit = form({ object: "org.unit" });
    const given = { ...unit.initial, short_name: "X", unit_type: "ou" };
    const problems = (values: FormValues) => checkValues(unit, { ...given, ...values }, toAscii);
    expect(problems({})).toEqual([{ name: "title@en", text: { key: "core.form.required" } }]);
    expect(problems({ title: "Amt" })).toEqual([]);
    expect(problems({ "title@en": "Office" })).toEqual([]);
    expect(unit.schema.required).not.toContain("title");
  });

  it("[TAFORM-45] is titled in each language, and its translation belongs to its element", () => {
    const item = planned(form(), { name: "dock", "title@en": "Dock", title: "Hafen" });
    expect([plannedTitle(item, "en"), plannedTitle(item, "de")]).toEqual(["dock Dock", "dock Hafen"]);
    expect(danglingElements([item])).toEqual(new Set());
    expect(translatedChanges(item)).toEqual([
      { attribute: "title", path: [], before: null, after: "Dock", language: "en" },
    ]);
  });
});

describe("a planned text", () => {
  const word = fc.option(fc.constantFrom("North", "Nord", "Dock"), { nil: undefined });
  const values = fc.record({ title: word, "title@en": word });

  it("[TAFORM-46] opens again in the field of its language, and a second planning gives the same plan", () => {
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(null, site, bare),
        fc.constantFrom("de", "en"),
        (typed, row, locale) => {
          const target = row === null ? {} : { operation: "update" as const, row };
          const made = form(target, locale);
          const change = planChange(
            made,
            { ...made.initial, name: "dock", ...typed },
            { uuid: "u", toAscii },
          );
          if (change.kind !== "planned") return;
          const again = form({ ...target, ...plannedTarget(change.item) }, locale);
          expect(again.initial["title@en"]).toBe(typed["title@en"]);
          if (typed.title !== undefined) expect(again.initial["title"]).toBe(typed.title);
          expect(planned(again, {})).toEqual(change.item);
        },
      ),
    );
  });

  it("[TAFORM-46] belongs to the element of its object", () => {
    const first = planned(update(site), { "title@en": "Dock" });
    const merged = mergedInto([first], ["u"], { object: "nd.site", operation: "update", row: site });
    const opened = merged.kind === "planned" ? update(site, merged.target, "de") : form();
    expect(opened.initial).toMatchObject({ title: "Nord", "title@en": "Dock" });
    const both = planned(opened, { title: "Hafen" });
    expect(both.uuid).toBe("u");
    expect(toSteps([both])).toMatchObject([
      { name: "nd.site.update", new: { title: "Hafen" } },
      { name: `${TEXT}.update`, new: { value: "Dock" } },
    ]);
  });

  it("[TAFORM-46] is shown in the rows of its object, also of a planned one", () => {
    const type = catalogue.objectType("nd.site");
    if (type === null) throw new Error("no nd.site");
    const plan = planOfElements(
      [
        planned(update(site), { "title@en": "Dock" }),
        planned(form(), { name: "kai", "title@en": "Quay", title: "Kai" }, "v"),
      ],
      catalogue,
    );
    const steps = [{ idx: "site", name: "nd.site.list" }] as const;
    expect(overlaid(steps, { site: [site] }, plan, catalogue).lists["site"]).toMatchObject([
      { name: "kai", title: "Kai", language_dict: { title: { en: "Quay" } } },
      { name: "CN", title: "Nord", language_dict: { title: { en: "Dock" } } },
    ]);
    expect(overlaidRow(type, { name: "kai" }, null, plan)).toMatchObject({
      language_dict: { title: { en: "Quay" } },
    });
    expect(overlaidRow(type, { name: "none" }, null, plan)).toBeNull();
  });

  it("[SRCH-67] stays in a list that is filtered by an expression if it matches in any language", () => {
    const plan = planOfElements([planned(update(site), { "title@en": "Dock" })], catalogue);
    const marked = (title_regexp_ic: string): readonly string[] => {
      const step = { idx: "site", name: "nd.site.list", old: { title_regexp_ic } };
      return [...overlaid([step], { site: [site] }, plan, catalogue).marks.values()].map(({ kind }) => kind);
    };
    expect(["^nord$", "^dock$", "^north$"].map(marked)).toEqual([["changed"], ["changed"], ["left"]]);
  });

  it("[TAFORM-46] names its object if the object cannot be read", () => {
    const item = planned(update(site), { "title@en": "Dock" });
    expect(rowOfTexts(item)).toEqual({ gpk: "site-1", language_dict: { title: { en: "North" } } });
    expect(rowOfTexts(planned(update(site), { title: "Hafen" }))).toEqual({});
  });
});
