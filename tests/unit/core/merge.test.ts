import { describe, expect, it } from "vitest";
import { checkValues } from "#core/form/plan-change";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import { applyCommand } from "#core/txlist/history";
import { mergedInto } from "#core/txlist/overlay/merge";
import { plannedUuids } from "#core/txlist/overlay/lookup";
import { planOfElements } from "#core/txlist/overlay/plan";
import type { Planned, PlannedContent } from "#core/txlist/planned";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { simple } from "./planned.ts";

const catalogue = await portalCatalogue();
const row = { gpk: "bcd-1", name: "web", description: null };
const target = (operation: FormTarget["operation"], set = {}): FormTarget => ({
  object: "nd.bcd",
  operation,
  row,
  set,
});
const update = (uuid: string, now: PlannedContent["parameters"]["new"], key = "web"): Planned =>
  simple(uuid, { parameters: { old: { name: key }, new: now } });
const uuidsOf = (items: readonly Planned[], of: Parameters<typeof plannedUuids>[2] = row) => {
  const type = catalogue.objectType("nd.bcd");
  if (type === null) throw new Error("no nd.bcd");
  return plannedUuids(planOfElements(items, catalogue), type, of);
};

describe("elements that plan something for a row", () => {
  it("[TA-74] are found by its key, also after a planned renaming, and elements of other rows are not", () => {
    const items = [
      update("a", { name: "net" }),
      update("b", { description: "x" }, "net"),
      update("c", { description: "y" }, "other"),
    ];
    expect(uuidsOf(items)).toEqual(["a", "b"]);
    expect(uuidsOf(items, { gpk: "bcd-2", name: "third" })).toEqual([]);
  });

  it("[TA-74] are found by its number, and also if they plan its texts in another language", () => {
    const text = {
      object_fq_name: "cntl.ot_lang_attr_val",
      object_function: "create",
      parameters: {
        old: {},
        new: { object_gfk: "bcd-1", language_tag: "en", lang_attr_key: "description", value: "x" },
      },
    } as const;
    expect(uuidsOf([simple("a", { parameters: { old: { gpk: "bcd-1" }, new: {} } })])).toEqual(["a"]);
    expect(uuidsOf([simple("b", text)])).toEqual(["b"]);
  });
});

describe("an action on an object for which something is planned", () => {
  it("[TA-74] joins the planned change, and its values take precedence over planned ones", () => {
    const items = [update("a", { description: "x", seclvl: 2, pref: "__NULL" })];
    expect(mergedInto(items, ["a"], target("update", { description: "y" }))).toMatchObject({
      kind: "planned",
      target: {
        element: "a",
        operation: "update",
        row,
        set: { description: "y", seclvl: 2 },
        nulled: ["pref"],
      },
    });
  });

  it("[TA-36] requires the parameters that the element requires, although the metadata make them optional", () => {
    const missing = [["description"], []].map((non_optionals) => {
      const item = simple("a", { parameters: { old: { name: "web" }, new: { seclvl: 2 } }, non_optionals });
      const merged = mergedInto([item], ["a"], target("update"));
      const form =
        merged.kind === "planned"
          ? planForm(catalogue, merged.target, { locale: "de", isExpert: false })
          : null;
      if (form === null) throw new Error("nothing can be planned");
      return checkValues(form, form.initial, () => null).flatMap(({ name, text }) =>
        name.startsWith("description") ? [[name, text.key]] : [],
      );
    });
    expect(missing).toEqual([[["description", "core.form.required"]], []]);
  });

  it("[TA-74] joins a planned creation, and a deletion removes that creation", () => {
    const made = { object_function: "create", parameters: { old: {}, new: { name: "web" } } } as const;
    const items = [simple("a", made)];
    expect(mergedInto(items, ["a"], target("update", { seclvl: 1 }))).toMatchObject({
      kind: "planned",
      target: { element: "a", operation: "create", row: null, set: { name: "web", seclvl: 1 } },
    });
    expect(mergedInto(items, ["a"], target("delete"))).toEqual({ kind: "unmade", uuid: "a" });
  });

  it("[TA-74] replaces a planned change by the deletion, and does not delete twice", () => {
    const merged = mergedInto([update("a", { seclvl: 2 })], ["a"], target("delete"));
    expect(merged).toEqual({ kind: "planned", target: { ...target("delete"), element: "a" } });
    const going = [simple("a", { object_function: "delete", parameters: { old: { name: "web" }, new: {} } })];
    expect(mergedInto(going, ["a"], target("delete"))).toEqual({ kind: "going" });
    expect(mergedInto(going, ["a"], target("update"))).toEqual({ kind: "going" });
  });

  it("[TA-74] stays separate from elements of other objects or types, and from elements that take values from another step", () => {
    const alone = { kind: "planned", target: target("update") };
    expect(mergedInto([update("a", { seclvl: 2 })], [], target("update"))).toEqual(alone);
    const other = [simple("a", { object_fq_name: "nd.vlan" })];
    expect(mergedInto(other, ["a"], target("update"))).toEqual(alone);
    const taking = [simple("a", { new_ref_params: [{ idx: "b", params: { description: "title" } }] })];
    expect(mergedInto(taking, ["a"], target("update"))).toEqual(alone);
  });
});

it("[TA-74] one command replaces elements of the same uuid in place, adds the new ones, and removes the named ones", () => {
  const list = ["a", "b", "c"].map((uuid) => update(uuid, { seclvl: 1 }));
  const items = [update("d", {}), update("b", { seclvl: 2 })];
  expect(
    applyCommand(list, { kind: "append", items, before: "c", without: ["a"] }).map((item) => [
      item.uuid,
      "content" in item ? item.content.parameters.new : null,
    ]),
  ).toEqual([
    ["b", { seclvl: 2 }],
    ["d", {}],
    ["c", { seclvl: 1 }],
  ]);
});
