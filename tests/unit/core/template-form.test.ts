import { describe, expect, it } from "vitest";
import type { Template, TemplateVariable } from "#contract/template";
import type { Json, Params } from "#contract/wire/json";
import type { FormValues } from "#core/form/values";
import { keptValues, planTemplate } from "#core/template/plan";
import { readNamesBy } from "#core/catalogue/readable-name";
import { shownVariables } from "#core/template/shown";
import { checkVariables, planWorkflow } from "#core/template/values";
import { toAscii } from "../../../src/editor/screen/to-ascii.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { template, variable } from "./template.ts";
import english from "../../../locales/en.json" with { type: "json" };

const catalogue = await portalCatalogue();
const PREFS = { locale: "en", isExpert: false } as const;

function planOf(variables: Template["variables"], given: Params = {}, prefs: object = {}) {
  return planTemplate(catalogue, template({ variables }), given, { ...PREFS, ...prefs });
}

function fieldOf(one: Partial<TemplateVariable>, prefs: object = {}) {
  const field = planOf({ v: variable(one) }, {}, prefs).fields[0];
  if (field === undefined) throw new Error("no field");
  return field;
}

/** The value of a variable after typing, or the key of its error message. */
function typed(one: Partial<TemplateVariable>, value?: Json): Json | undefined {
  const plan = planOf({ v: variable(one) });
  const values: FormValues = value === undefined ? plan.initial : { v: value };
  const made = planWorkflow(plan, values, { uuid: "u", toAscii });
  return made.kind === "planned" ? made.item.variables["v"] : `! ${made.problems[0]?.text.key ?? ""}`;
}

describe("the form of a template", () => {
  it("[TPL-01] [TPL-03] names and explains its fields in the chosen language, in their order", () => {
    const named = variable({ friendly_name: { de: "Zwei", en: "Two" } });
    const fields = (locale: "de" | "en") => planOf({ b: variable(), a: named }, {}, { locale }).fields;
    expect(fields("de").map(({ name, label, help }) => [name, label, help])).toEqual([
      ["b", "Feld", "Wozu"],
      ["a", "Zwei", "Wozu"],
    ]);
    expect(fields("en").map(({ label, help }) => [label, help])).toEqual([
      ["Field", "What for"],
      ["Two", "What for"],
    ]);
  });

  it.each<[string, Partial<TemplateVariable>, string]>([
    ["[TPL-04]", { type: "int" }, "number"],
    ["[TPL-05]", { type: "datetime" }, "dateTime"],
    ["[TPL-06]", { type: "date" }, "date"],
    ["[TPL-07]", { type: "bool" }, "boolean"],
    ["[TPL-11]", { type: "fqdn" }, "fqdn"],
    ["[TPL-12]", { type: "ip_addr", type_params: { address_type: "v4" } }, "ipAddress"],
    ["[TPL-13]", { type: "mac_addr" }, "macAddress"],
    ["[TPL-14]", { type: "text" }, "textarea"],
    ["[TPL-14]", { type: "str" }, "textarea"],
  ])("[TPL-03] %s %o is entered by %s", (_, one, widget) => {
    expect(fieldOf(one).widget).toBe(widget);
    expect(fieldOf({ ...one, list: true }).widget).toBe("list");
  });

  it("[TPL-03] [TPL-08] a select offers its entries by their display_name", () => {
    const entries = [
      { value: 1, display_name: { de: "Eins", en: "One" } },
      { value: "b", display_name: { de: "Be", en: "Bee" } },
    ];
    const select = { type: "select", type_params: { entries } } as const;
    expect(fieldOf(select).options.choices).toEqual([
      { value: 1, label: "One" },
      { value: "b", label: "Bee" },
    ]);
    const { element } = fieldOf({ ...select, list: true }).options;
    expect([element?.widget, element?.options.choices]).toEqual(["choice", fieldOf(select).options.choices]);
    expect([typed(select, 1), typed(select, "b")]).toEqual([1, "b"]);
  });

  it("[TPL-10] a typeahead takes the query of the template", () => {
    const steps = [{ idx: "rows", name: "nd.bcd.list" }];
    const type_params = { query: steps, query_path: "rows", display_value: "name", return_value: "gpk" };
    const field = fieldOf({ type: "typeahead", type_params });
    expect(field.widget).toBe("reference");
    expect(field.options.query).toEqual({ steps, read: "rows", shown: "name", stored: "gpk" });
  });

  it("[TPL-03] starts with the defaults, or with given values", () => {
    const variables = {
      a: variable({ default: "x" }),
      b: variable({ type: "bool" }),
      c: variable({ type: "bool", optional: true }),
      d: variable({ nullable: true }),
    };
    expect(planOf(variables).initial).toEqual({ a: "x", b: false });
    expect(planOf(variables, { a: "y", b: true, d: null }).initial).toEqual({ a: "y", b: true, d: null });
  });

  it("[TA-15] [TPL-03] a planned workflow is edited with its values, and an emptied value does not get its default again", () => {
    const variables = {
      a: variable({ default: "x", optional: true, nullable: true }),
      b: variable({ default: "y", optional: true }),
      c: variable({ type: "bool", optional: true, default: true }),
    };
    const whole = template({ variables });
    const emptied = planWorkflow(planOf(variables), {}, { uuid: "u", toAscii });
    if (emptied.kind !== "planned") throw new Error("nothing has to be filled in");
    expect(emptied.item.variables).toEqual({ a: null });
    expect(planOf(variables, keptValues(whole, emptied.item.variables)).initial).toEqual({});
  });

  it("[TPL-03] offers null if a nullable variable must be filled, and to experts if it may stay empty", () => {
    const offers = (optional: boolean, nullable: boolean, isExpert: boolean) =>
      fieldOf({ optional, nullable }, { isExpert }).offersNull;
    expect([offers(false, true, false), offers(true, true, false), offers(true, true, true)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(offers(false, false, true)).toBe(false);
  });
});

describe("values of a template", () => {
  const v4 = { type: "ip_addr", type_params: { address_type: "v4" } } as const;
  const v6 = { type: "ip_addr", type_params: { address_type: "v6" } } as const;
  const both = { type: "ip_addr", type_params: { address_type: "v4+v6" } } as const;

  it.each<[string, Partial<TemplateVariable>, Json, Json]>([
    ["[TPL-04]", { type: "int" }, "60", 60],
    ["[TPL-04]", { type: "int" }, "1.5", "! core.form.noInteger"],
    ["[TPL-04]", { type: "int" }, "x", "! core.form.noInteger"],
    ["[TPL-04] [TPL-15]", { type: "int", list: true }, ["1", 2, ""], [1, 2]],
    ["[TPL-04] [TPL-15]", { type: "int", list: true }, ["1", "1.5"], "! core.form.noInteger"],
    ["[TPL-26]", { type: "int", min: 30, max: 60 }, "30", 30],
    ["[TPL-26]", { type: "int", min: 30, max: 60 }, "29", "! core.form.outOfRange"],
    ["[TPL-26]", { type: "int", min: 30, max: 60 }, "61", "! core.form.outOfRange"],
    ["[TPL-26]", { type: "int", min: 1, list: true }, ["1", "0"], "! core.form.outOfRange"],
    ["[TPL-26]", { type: "text", pattern: "^[A-Z]{2}$" }, "AB", "AB"],
    ["[TPL-26]", { type: "text", pattern: "^[A-Z]{2}$" }, "ABC", "! core.form.badFormat"],
    ["[TPL-26]", { type: "fqdn", pattern: "\\.example\\.$" }, "a.example", "a.example."],
    ["[TPL-26]", { type: "fqdn", pattern: "\\.example\\.$" }, "a.test", "! core.form.badFormat"],
    ["[TPL-26]", { type: "fqdn", pattern: "^a", list: true }, ["a.b", "b.a"], "! core.form.badFormat"],
    ["[TPL-05]", { type: "datetime" }, "2026-05-01T12:00:00+02:00", "2026-05-01T12:00:00+02:00"],
    ["[TPL-05]", { type: "datetime" }, "tomorrow", "! core.form.invalidTimestamp"],
    ["[TPL-05]", { type: "datetime" }, "2026-05-01", "! core.form.invalidTimestamp"],
    ["[TPL-06]", { type: "date" }, "2026-05-01", "2026-05-01"],
    ["[TPL-06]", { type: "date" }, "1.5.2026", "2026-05-01"],
    ["[TPL-06]", { type: "date" }, "2026-02-30", "! core.form.invalidDate"],
    ["[TPL-06]", { type: "date" }, "2026-05-01T12:00:00+02:00", "! core.form.invalidDate"],
    ["[TPL-07]", { type: "bool" }, true, true],
    ["[TPL-07]", { type: "bool" }, false, false],
    ["[TPL-07]", { type: "bool" }, "true", true],
    ["[TPL-11]", { type: "fqdn" }, "WWW.Example.org", "www.example.org."],
    ["[TPL-11]", { type: "fqdn" }, "a b", "! core.form.invalidFqdn"],
    ["[TPL-11]", { type: "fqdn" }, "Bücher.example", "xn--bcher-kva.example."],
    ["[TPL-11]", { type: "fqdn" }, `${"a.".repeat(128)}b`, "! core.form.invalidFqdn"],
    ["[TPL-11] [TPL-15]", { type: "fqdn", list: true }, ["A.org", "b.org."], ["a.org.", "b.org."]],
    ["[TPL-12]", v4, "198.51.100.7", "198.51.100.7"],
    ["[TPL-12]", v4, "2001:db8::1", "! core.template.noV4"],
    ["[TPL-12]", v4, "300.1.1.1", "! core.form.invalidIp"],
    ["[TPL-12]", v6, "2001:DB8:0::1", "2001:db8::1"],
    ["[TPL-12]", v6, "198.51.100.7", "! core.template.noV6"],
    ["[TPL-12] [TPL-15]", { ...both, list: true }, ["::1", "10.0.0.1"], ["::1", "10.0.0.1"]],
    ["[TPL-12] [TPL-15]", { ...v6, list: true }, ["::1", "10.0.0.1"], "! core.template.noV6"],
    ["[TPL-13]", { type: "mac_addr" }, "AABB.CC00.1122", "aa:bb:cc:00:11:22"],
    ["[TPL-13]", { type: "mac_addr" }, "aa:bb", "! core.form.invalidMac"],
    ["[TPL-14]", { type: "text" }, " any\n<text> {{x}} ", " any\n<text> {{x}} "],
    ["[TPL-14]", { type: "str" }, "ä§€", "ä§€"],
    ["[VAL-28]", { type: "text" }, "a\u202Eb", "! core.form.hiddenSign"],
    ["[VAL-28]", { type: "text", list: true }, ["ab", "a\u200Bb"], "! core.form.hiddenSign"],
    ["[VAL-28]", { type: "str" }, "a\u202Eb", "! core.form.hiddenSign"],
    ["[VAL-28]", { type: "fqdn" }, "a\u200Bb.example", "! core.form.hiddenSign"],
  ])("%s %o accepts %j as %j", (_, one, value, expected) => {
    expect(typed(one, value)).toEqual(expected);
  });

  it("[TPL-16] an empty field that is not optional has a title and a message with its name", () => {
    const plan = planOf({ v: variable({ friendly_name: { de: "Name", en: "Name of it" } }) });
    for (const values of [{}, { v: "" }, { v: "  " }, { v: null }])
      expect(checkVariables(plan, values, toAscii)).toEqual([
        {
          name: "v",
          title: { key: "core.template.emptyTitle" },
          text: { key: "core.template.empty", values: { field: "Name of it" } },
        },
      ]);
    expect(checkVariables(planOf({ v: variable({ list: true }) }), { v: ["", ""] }, toAscii)).toHaveLength(1);
    expect(typed({ type: "int" }, "")).toBe("! core.template.empty");
    expect(english["core.template.emptyTitle"]).toBe("Field cannot be empty");
    expect(english["core.template.empty"]).toBe('Field "{{field}}" cannot be empty.');
  });

  it("[TPL-03] an optional variable may stay empty: null if it is nullable, else without a value", () => {
    expect(typed({ optional: true, nullable: true })).toBeNull();
    expect(typed({ optional: true })).toBeUndefined();
    for (const nullable of [false, true]) {
      expect(typed({ optional: true, list: true, nullable }, [])).toEqual([]);
      expect(typed({ optional: true, list: true, nullable })).toEqual([]);
    }
    expect(typed({ optional: true, list: true, nullable: true }, null)).toBeNull();
    expect(typed({ nullable: true }, null)).toBeNull();
  });

  it("[TPL-23] [TA-37] a submitted form is one element with the template and the values", () => {
    const plan = planTemplate(catalogue, template(), {}, PREFS);
    const made = planWorkflow(plan, { fqdn: "A.org", ip: "10.0.0.1" }, { uuid: "u", toAscii });
    expect(made).toEqual({
      kind: "planned",
      item: {
        uuid: "u",
        ta_type: "json_template",
        variant: null,
        template: template(),
        variables: { fqdn: "a.org.", ip: "10.0.0.1" },
      },
    });
  });

  it("[TA-37] an element shows its values", () => {
    const entries = [{ value: 1, display_name: { de: "Eins", en: "One" } }];
    const variables = {
      a: variable({ type: "select", type_params: { entries } }),
      b: variable({ type: "bool" }),
      c: variable({ list: true }),
      d: variable({ optional: true }),
      until: variable({ type: "datetime" }),
      day: variable({ type: "date" }),
      host: variable({ type: "fqdn" }),
    };
    const item = {
      uuid: "u",
      ta_type: "json_template",
      variant: null,
      template: template({ variables }),
      variables: {
        a: 1,
        b: true,
        c: ["x", "y"],
        until: "2026-12-24T12:00:00+01:00",
        day: "2026-12-24",
        host: "xn--bcher-kva.example.",
      },
    } as const;
    readNamesBy((text) => text.replace("xn--bcher-kva", "bücher"));
    const shown = shownVariables(item, "de", {
      yesNo: (flag) => (flag ? "yes" : "no"),
      moment: (timestamp) => `at ${timestamp.slice(11, 16)}`,
    });
    expect(shown.map(({ name, text }) => [name, text])).toEqual([
      ["a", "Eins"],
      ["b", "yes"],
      ["c", "x, y"],
      ["until", "at 12:00"],
      ["day", "24.12.2026"],
      ["host", "bücher.example."],
    ]);
  });
});
