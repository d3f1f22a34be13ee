import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { planMany, planManyForm, type ManyPlanned } from "#core/form/plan-many";
import type { FormTarget } from "#core/form/target";
import type { FormValues } from "#core/form/values";
import { sketchCatalogue } from "./metadata.ts";
import { cpuNow } from "../../support/machine.ts";

const catalogue = sketchCatalogue([
  {
    name: "nd.bldg",
    title: ["number"],
    attributes: {
      gpk: { type: "gpk", computed: true },
      number: { type: "text_id", key: true, required: true },
      title: { type: "text_line", required: true },
      address: { type: "text", nullable: true },
      is_open: { type: "boolean", default: true },
      tag_list: { type: "text_line_array", default: [] },
    },
  },
]);
const rowOf = (number: string, more: Row = {}): Row => ({
  gpk: `b-${number}`,
  number,
  title: `Haus ${number}`,
  address: "Ring 1",
  is_open: true,
  tag_list: [],
  ...more,
});
const targetOf = (row: Row, more: Partial<FormTarget> = {}): FormTarget => ({
  object: "nd.bldg",
  operation: "update",
  row,
  ...more,
});
const prefs = { locale: "en", isExpert: false } as const;

function form(targets: readonly FormTarget[]) {
  const plan = planManyForm(catalogue, targets, prefs);
  if (plan === null) throw new Error("no form");
  return plan;
}

function many(targets: readonly FormTarget[], values: FormValues): ManyPlanned {
  let count = 0;
  const uuid = () => `u${String(++count)}`;
  return planMany(form(targets), targets, values, { uuid, toAscii: () => null });
}

describe("the same change for several objects", () => {
  const targets = [targetOf(rowOf("1")), targetOf(rowOf("2", { address: null }))];

  it("requires nothing, starts empty, offers null if allowed, and leaves out unique keys", () => {
    const plan = form(targets);
    expect(plan.fields.map(({ name }) => name)).not.toContain("number");
    expect(plan.initial).toEqual({});
    expect(plan.schema.required).toEqual([]);
    // The schema has exactly the fields that are drawn.
    expect(Object.keys(plan.schema.properties)).toEqual(plan.fields.map(({ name }) => name));
    expect(plan.uiSchema["ui:order"]).toEqual(plan.fields.map(({ name }) => name));
    const field = (name: string) => plan.fields.find((one) => one.name === name);
    expect(field("title")?.isRequired).toBe(false);
    expect(field("address")?.offersNull).toBe(true);
    expect(field("is_open")?.options).toMatchObject({ isLeftToServer: true, unsaid: "ui.field.untouched" });
  });

  it("plans only filled fields, as one action for each object with its old value", () => {
    expect(many(targets, { address: "Neuer Weg 2", title: " ", tag_list: [] })).toMatchObject({
      kind: "planned",
      items: [
        {
          uuid: "u1",
          content: {
            object_title: "1",
            parameters: { old: { number: "1", address: "Ring 1" }, new: { address: "Neuer Weg 2" } },
          },
        },
        {
          content: {
            parameters: { old: { number: "2", address: "__NULL" }, new: { address: "Neuer Weg 2" } },
          },
        },
      ],
    });
  });

  it("leaves out objects that already have the value; null is set by its box", () => {
    const made = many(targets, { address: null });
    expect(made).toMatchObject({
      kind: "planned",
      items: [{ content: { parameters: { old: { number: "1" }, new: { address: "__NULL" } } } }],
    });
    expect(made.kind === "planned" && made.items).toHaveLength(1);
    expect(many(targets, { is_open: true })).toEqual({ kind: "unchanged" });
    expect(many(targets, {})).toEqual({ kind: "unchanged" });
  });

  it("values of a control for each row are added, unless the form overrides them", () => {
    const set = targets.map((target) => ({
      ...target,
      set: { title: `neu ${JSON.stringify(target.row?.["number"])}` },
    }));
    expect(many(set, { address: "x" })).toMatchObject({
      items: [
        { content: { parameters: { new: { title: 'neu "1"', address: "x" } } } },
        { content: { parameters: { new: { title: 'neu "2"', address: "x" } } } },
      ],
    });
    expect(many(set, { title: "alle" })).toMatchObject({
      items: [
        { content: { parameters: { new: { title: "alle" } } } },
        { content: { parameters: { new: { title: "alle" } } } },
      ],
    });
  });

  it("a thousand objects are planned in a moment", () => {
    const thousand = Array.from({ length: 1000 }, (_, at) => targetOf(rowOf(String(at))));
    const begin = cpuNow();
    const made = many(thousand, { address: "x" });
    expect(made.kind === "planned" && made.items).toHaveLength(1000);
    expect(cpuNow() - begin).toBeLessThan(1000);
  });
});
