import { describe, expect, it } from "vitest";
import type { ToAscii } from "#contract/values/fqdn";
import type { Row } from "#contract/wire/json";
import { CELL_RULES, resolveCell } from "#core/form/cell-rules";
import { FIELD_RULES } from "#core/form/field-rules";
import type { FieldContext } from "#core/form/rules";
import { normaliseValue } from "#core/form/grammar";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormModel, type FormTarget } from "#core/form/plan-form";
import { choiceStep, escapeRegExp, exactStep, suggestionOf, suggestStep } from "#core/form/reference";
import { reduceParams } from "#core/form/reducers";
import { acceptsTyping, type FormValues } from "#core/form/values";
import { dataTypeRow, sketchCatalogue } from "./metadata.ts";

const toAscii: ToAscii = (label) => (label.toLowerCase() === "bücher" ? "xn--bcher-kva" : null);
const catalogue = sketchCatalogue([
  {
    name: "dns.record",
    title: ["fqdn", "type", "data"],
    attributes: {
      gpk: { type: "gpk", computed: true },
      ttl: { type: "integer", nullable: true, default: 3600 },
      data: { type: "text", key: true, nullable: true, also: { is_one_line: true } },
      fqdn: { type: "fqdn", key: true, required: true, refersTo: ["dns.fqdn", "value"] },
      type: { type: "text_id", key: true, required: true, refersTo: ["dns.record_type", "name"] },
      is_shared: { type: "boolean", default: false },
      reset_date: { type: "timestamp", nullable: true },
      note: { type: "text", nullable: true },
      address_list: { type: "inet_array", default: [] },
      extra: { type: "json", nullable: true },
      pass: { type: "wpa2_key", nullable: true, secret: true },
      vni: { type: "vni", nullable: true },
      group_list: { type: "text_id_array", computed: true, refersTo: ["dns.fqdn", "value"] },
      category: { type: "text_id", nullable: true },
      is_unique: { type: "boolean" },
    },
  },
  {
    name: "dns.fqdn",
    attributes: {
      gpk: { type: "gpk", computed: true },
      value: { type: "fqdn", key: true, required: true },
      description: { type: "text", nullable: true },
    },
  },
  {
    name: "dns.record_type",
    attributes: {
      name: { type: "text_id", key: true },
      position: { type: "integer", also: { is_order: true } },
      is_creatable: { type: "boolean", also: { is_offered: true } },
    },
  },
]);
const expert = { locale: "en", isExpert: true } as const;
const plain = { locale: "en", isExpert: false } as const;
const row: Row = {
  gpk: "rec-1",
  ttl: 300,
  data: "198.51.100.1",
  fqdn: "www.example.edu.",
  type: "A",
  is_shared: false,
  reset_date: "2026-11-21T05:00:00Z",
  note: "old",
  address_list: ["198.51.100.2"],
  extra: { a: 1 },
  pass: null,
  vni: 4711,
  category: null,
  is_unique: false,
};

function plan(target: Partial<FormTarget> = {}, prefs: typeof expert | typeof plain = plain): FormModel {
  const made = planForm(
    catalogue,
    { object: "dns.record", operation: "create", row: null, ...target },
    prefs,
  );
  if (made === null) throw new Error("the sketched type has no such function");
  return made;
}
const update = (over: Partial<FormTarget> = {}) => plan({ operation: "update", row, ...over });
const field = (made: FormModel, name: string) => made.fields.find((one) => one.name === name);
const use = { uuid: "u1", toAscii };

function change(made: FormModel, over: FormValues, without: readonly string[] = []) {
  const values = Object.fromEntries(
    Object.entries({ ...made.initial, ...over }).filter(([name]) => !without.includes(name)),
  );
  const result = planChange(made, values, use);
  return result.kind === "planned" && result.item.ta_type !== "unknown" ? result.item : result;
}

describe("a form made from metadata", () => {
  it("[TAFORM-08] the data type decides the input", () => {
    const widgets = Object.fromEntries(plan().fields.map((one) => [one.name, one.widget]));
    expect(widgets).toEqual({
      ttl: "number",
      data: "text",
      fqdn: "reference",
      type: "choice",
      is_shared: "boolean",
      is_unique: "boolean",
      reset_date: "dateTime",
      note: "textarea",
      address_list: "list",
      extra: "json",
      pass: "secret",
      vni: "number",
      category: "text",
    });
    expect(field(plan(), "address_list")?.options.element?.widget).toBe("ipAddress");
  });

  it("[TAFORM-08] the descriptions of the parameter are its help text", () => {
    expect(field(plan(), "note")).toMatchObject({
      label: "note en",
      help: "note everywhere. note in detail",
    });
  });

  it("the general help of a plain type is left out, but the help of a type with a special format stays", () => {
    const general = (name: string) => ({ description: { en: name } });
    const helped: typeof catalogue = {
      ...catalogue,
      dataType: (name) => ({
        ...catalogue.dataType(name),
        language_dict: general(name === "text" ? "note in detail" : "category in detail"),
      }),
    };
    const drawn = planForm(helped, { object: "dns.record", operation: "create", row: null }, plain);
    const help = (name: string) => drawn?.fields.find((one) => one.name === name)?.help;
    expect(help("note")).toBe("note everywhere");
    expect(help("category")).toBe("category everywhere. category in detail");
  });

  it("an optional yes or no may stay open only in a new object", () => {
    expect(field(plan(), "is_unique")?.options.isLeftToServer).toBe(true);
    expect(field(plan(), "is_shared")?.options.isLeftToServer).toBeUndefined();
    expect(field(plan({ require: ["is_unique"] }), "is_unique")?.options.isLeftToServer).toBeUndefined();
    expect(field(update(), "is_unique")?.options.isLeftToServer).toBeUndefined();
  });

  it("no two rules of one rank apply to the same field, so the choice never depends on their order", () => {
    for (const type of catalogue.types) {
      for (const attribute of type.attributes) {
        const context: FieldContext = {
          catalogue,
          object: type.name,
          name: attribute.name,
          dataType: attribute.dataType,
          attribute,
          ref: attribute.refersTo,
          operation: "list",
          isExpert: false,
        };
        for (const rules of [FIELD_RULES, CELL_RULES]) {
          const ranks = rules.filter((rule) => rule.applies(context)).map((rule) => rule.rank);
          expect(new Set(ranks).size).toBe(ranks.length);
        }
      }
    }
  });

  it("required fields come first, then the others by position; requested fields keep their order", () => {
    expect(
      plan()
        .fields.map((one) => one.name)
        .slice(0, 4),
    ).toEqual(["fqdn", "type", "ttl", "data"]);
    expect(plan({ ask: ["note", "ttl"] }).fields.map((one) => one.name)).toEqual(["note", "ttl"]);
  });

  it("[TAFORM-10] a field of the create form starts with its default, and a field of the update form with its value", () => {
    expect(plan().initial).toEqual({ ttl: 3600, is_shared: false, address_list: [] });
    expect(update().initial).toMatchObject({ ttl: 300, note: "old", extra: '{\n  "a": 1\n}' });
  });

  it("[TAFORM-11] [TAFORM-12] null is offered to experts, and to everybody if the control says so", () => {
    expect(field(plan({}, expert), "note")?.offersNull).toBe(true);
    expect(field(plan({}, expert), "fqdn")?.offersNull).toBe(false);
    expect(field(plan(), "note")?.offersNull).toBe(false);
    expect(field(plan({ nullable: ["note"] }), "note")?.offersNull).toBe(true);
  });

  it("[TAFORM-13] [TAFORM-18] a locked field is open in expert mode only", () => {
    const target = { set: { fqdn: "www.example.edu." }, lock: ["fqdn"] };
    expect(field(plan(target), "fqdn")).toMatchObject({ isLocked: true, start: "www.example.edu." });
    expect(field(plan(target, expert), "fqdn")?.isLocked).toBe(false);
  });

  it("[TAFORM-09] [TA-36] required parameters and those the control requires must be filled", () => {
    expect(plan({ require: ["note"] }).schema.required).toEqual(["fqdn", "type", "note"]);
    expect(checkValues(plan(), {}, toAscii)).toEqual([
      { name: "fqdn", text: { key: "core.form.required" } },
      { name: "type", text: { key: "core.form.required" } },
    ]);
  });

  it("[TAFORM-14] [TAFORM-17] text longer than the data type allows is refused while typing and logged", () => {
    const logged: string[] = [];
    const type = { name: "text_id", text_length: 3 };
    expect(acceptsTyping(type, "abc", (line) => logged.push(line))).toBe(true);
    // The length counts characters, as on the server, and not UTF-16 units.
    expect(acceptsTyping(type, "🜂🜃🜄", (line) => logged.push(line))).toBe(true);
    expect(acceptsTyping(type, "abcd", (line) => logged.push(line))).toBe(false);
    expect(logged).toEqual(["value of text_id is longer than 3 characters"]);
    expect(plan().schema.properties["category"]?.maxLength).toBe(64);
  });
});

describe("the planned action of a form", () => {
  it("[TAFORM-15] unchanged values are left out; old has the key and the start of changed values", () => {
    const planned = change(update(), { note: "new" });
    expect("content" in planned && planned.content.parameters.new).toEqual({ note: "new" });
    expect(planned).toMatchObject({
      uuid: "u1",
      ta_type: "db_editor_simple",
      content: {
        object_fq_name: "dns.record",
        object_function: "update",
        object_title: "www.example.edu. A 198.51.100.1",
        preview_fields: ["note"],
        parameters: { old: { fqdn: "www.example.edu.", type: "A", data: "198.51.100.1", note: "old" } },
      },
    });
  });

  it("[TAFORM-16] an update without any change is empty, also with another spelling of the same values", () => {
    expect(change(update(), {})).toEqual({ kind: "unchanged" });
    const same = { fqdn: "WWW.example.edu", reset_date: "2026-11-21T06:00:00+01:00", ttl: "300" };
    expect(change(update(), same)).toEqual({ kind: "unchanged" });
  });

  it("[VAL-20] [TA-38] an emptied value is null, written as '__NULL'", () => {
    expect(change(update(), {}, ["note"])).toMatchObject({
      content: { parameters: { new: { note: "__NULL" } } },
    });
    expect(change(update(), { extra: " " })).toMatchObject({
      content: { parameters: { new: { extra: "__NULL" } } },
    });
  });

  it("a list that cannot be null becomes an empty list", () => {
    expect(change(update(), {}, ["address_list"])).toMatchObject({
      content: { parameters: { old: { address_list: ["198.51.100.2"] }, new: { address_list: [] } } },
    });
  });

  it("a row whose key contains null is named by its gpk", () => {
    const made = update({ row: { ...row, data: null } });
    expect(change(made, { note: "x" })).toMatchObject({
      content: { parameters: { old: { gpk: "rec-1", note: "old" } } },
    });
  });

  it("a create has the filled values, normalised, and null for an emptied default", () => {
    const made = plan({ set: { note: "fixed" }, ask: ["ttl", "data", "fqdn", "type"] });
    expect(change(made, { fqdn: "Bücher.example.EDU", type: "A", data: " x " }, ["ttl"])).toMatchObject({
      content: {
        object_title: "xn--bcher-kva.example.edu. A  x ",
        parameters: {
          old: {},
          new: {
            note: "fixed",
            ttl: "__NULL",
            data: " x ",
            fqdn: "xn--bcher-kva.example.edu.",
            type: "A",
          },
        },
      },
    });
  });

  it("[TA-15] a planned value stays if its form is opened again to change another value", () => {
    const opened = (values: Row) => plan({ operation: "update", row: { ...row, note: null }, set: values });
    const again = change(opened({ note: "planned", ttl: 60 }), { ttl: 120 });
    expect(again).toMatchObject({ content: { parameters: { new: { note: "planned", ttl: 120 } } } });
    const made = plan({
      set: { fqdn: "www.example.edu.", type: "A", is_unique: true, ttl: null },
      nulled: ["ttl"],
    });
    expect(change(made, { data: "198.51.100.9" })).toMatchObject({
      content: { parameters: { new: { ttl: "__NULL", data: "198.51.100.9" } } },
    });
    const asExpert = plan({ set: { ttl: null, note: null }, nulled: ["ttl", "note"] }, expert);
    expect(asExpert.initial).toMatchObject({ ttl: null, note: null });
  });

  it("a given value is sent only if it changes the row", () => {
    const opened = (note: string) => update({ row: { ...row, note }, set: { note: "given" }, ask: ["ttl"] });
    expect(change(opened("given"), {})).toEqual({ kind: "unchanged" });
    expect(change(opened("given"), { ttl: 60 })).toMatchObject({
      content: { parameters: { new: { ttl: 60 } } },
    });
    expect(JSON.stringify(change(opened("given"), { ttl: 60 }))).not.toContain("given");
    expect(change(opened("other"), {})).toMatchObject({
      content: { parameters: { old: { note: "other" }, new: { note: "given" } } },
    });
  });

  it("[TA-24] [TAFORM-03] a delete asks for nothing, and has only the key", () => {
    expect(plan({ operation: "delete", row }).fields).toEqual([]);
    expect(change(plan({ operation: "delete", row }), {})).toMatchObject({
      content: {
        object_function: "delete",
        parameters: { old: { data: "198.51.100.1", fqdn: "www.example.edu.", type: "A" }, new: {} },
      },
    });
  });

  it.each([
    ["[VAL-19] a text that is no number", { ttl: "many" }, "ttl", "core.form.noInteger"],
    ["[VAL-02] a name with a blank", { fqdn: "www example" }, "fqdn", "core.form.invalidFqdn"],
    [
      "[VAL-10] a broken IPv6 address",
      { address_list: ["1::2::3"] },
      "address_list",
      "core.form.invalidIpv6",
    ],
    ["a broken IPv4 address", { address_list: ["1.2.3"] }, "address_list", "core.form.invalidIp"],
    ["broken JSON", { extra: "{" }, "extra", "core.form.noJson"],
    ["a broken moment", { reset_date: "2026-13-01 10:00" }, "reset_date", "core.form.invalidTimestamp"],
    ["a text against the pattern", { category: "§" }, "category", "core.form.badFormatOf"],
    ["[VAL-28] a text with a hidden sign", { data: "a\u202Eb" }, "data", "core.form.hiddenSign"],
  ])("%s is a problem of its field", (_, over, name, key) => {
    const problems = checkValues(update(), { ...update().initial, ...over }, toAscii);
    expect(problems.map((problem) => [problem.name, problem.text.key])).toEqual([[name, key]]);
  });

  it("a text that breaks the pattern is refused with the expected format in words", () => {
    const [problem] = checkValues(update(), { ...update().initial, category: "§" }, toAscii);
    expect(problem?.text.values).toEqual({ form: "category everywhere. category in detail" });
  });

  it("an element of a list that breaks the pattern of its type is refused", () => {
    const list = catalogue.dataType("text_id_array");
    expect(normaliseValue(list, ["fine", " trimmed "], toAscii)).toEqual({
      ok: true,
      value: ["fine", "trimmed"],
    });
    expect(normaliseValue(list, ["fine", "§"], toAscii)).toEqual({
      ok: false,
      text: { key: "core.form.badFormat" },
    });
  });

  it("[VAL-11] an IPv6 subnet has a prefix of 1 to 128", () => {
    const cidr = dataTypeRow("cidr");
    for (const text of ["8000::/1", "2001:db8::/32", "2001:db8::1/128"]) {
      expect([text, normaliseValue(cidr, text, toAscii)]).toMatchObject([text, { ok: true }]);
    }
    for (const text of ["::/0", "2001:db8::/129", "2001:db8::", "2001:db8::/-1", "2001:db8::/x"]) {
      expect([text, normaliseValue(cidr, text, toAscii)]).toEqual([
        text,
        { ok: false, text: { key: "core.form.invalidIpv6Subnet" } },
      ]);
    }
    expect(normaliseValue(cidr, "0.0.0.0/0", toAscii)).toMatchObject({ ok: true });
    expect(normaliseValue(cidr, "198.51.100/24", toAscii)).toMatchObject({
      text: { key: "core.form.invalidCidr" },
    });
  });

  it.each([
    ["198.51.100.1/24", "198.51.100.0/24"],
    ["2001:db8::1/64", "2001:db8::/64"],
  ])("an address where a network is expected (%s) is refused with its network", (text, network) => {
    expect(normaliseValue(dataTypeRow("cidr"), text, toAscii)).toEqual({
      ok: false,
      text: { key: "core.form.hostBits", values: { network } },
    });
  });

  it("numbers stay within the bounds of their type", () => {
    const vlan = dataTypeRow("vlan_id");
    expect(normaliseValue(vlan, 4094, toAscii).ok).toBe(true);
    expect(normaliseValue(vlan, 4095, toAscii).ok).toBe(false);
    expect(normaliseValue(vlan, 1.5, toAscii).ok).toBe(false);
  });

  it("[TA-36] the element has the texts of the control, and the title in both languages if they differ", () => {
    const losses = [
      { object: "dns.record", title: "a", attribute: null, reason: "core.reverse.renewed" },
    ] as const;
    const said = { show: true, require: ["ttl"], reduce: "trimDot", variant: "x", losses } as const;
    const planned = change(update(said), { ttl: "5" });
    expect(planned).toMatchObject({
      variant: "x",
      losses,
      content: { show_result: true, non_optionals: ["ttl"], input_reducer: "trimDot" },
    });
    const bare = change(update(), { ttl: "5" });
    expect(bare).toMatchObject({
      variant: null,
      content: { show_result: false, non_optionals: [], input_reducer: null },
    });
    expect(bare).not.toHaveProperty("losses");
    expect(bare).not.toHaveProperty("content.title_dict");
    const translated = update({ row: { ...row, language_dict: { data: { en: "second" } } } });
    expect(change(translated, { ttl: "5" })).toMatchObject({
      content: {
        object_title: "www.example.edu. A second",
        title_dict: { de: "www.example.edu. A 198.51.100.1", en: "www.example.edu. A second" },
      },
    });
  });

  it("a bundle adds further statements to one element", () => {
    const statements = [
      {
        object_fq_name: "dns.fqdn",
        object_function: "delete",
        parameters: { old: { value: "a." }, new: {} },
      },
    ] as const;
    const made = plan({
      operation: "delete",
      row,
      bundle: { at: "prepend", statements },
      variant: "records",
    });
    expect(change(made, {})).toMatchObject({
      ta_type: "db_editor_bundle_prepend",
      bundle: statements,
      variant: "records",
    });
  });

  it("[TA-36] known functions convert the parameters", () => {
    expect(reduceParams("trimDot", { a: "www.", b: 1 })).toEqual({ a: "www", b: 1 });
    expect(reduceParams(null, { a: "www." })).toEqual({ a: "www." });
  });
});

describe("references", () => {
  const target = field(plan(), "fqdn")?.options.reference;
  const types = field(plan(), "type")?.options.reference;

  it("[CONST-08] a typeahead requests the first ten rows that contain the text, and one more row to detect others", () => {
    expect(target).toBeDefined();
    if (target === undefined) return;
    expect(suggestStep("s", target, " www.a ")).toEqual({
      idx: "s",
      name: "dns.fqdn.list",
      old: {
        filter_params_dict: {
          _or: [{ value: { regexp_ic: "www\\.a" } }, { description: { regexp_ic: "www\\.a" } }],
        },
        fetch_limit: 11,
      },
    });
    const called = { regexp_ic: "^www\\.a$" };
    expect(exactStep("e", target, " www.a ")?.old?.["filter_params_dict"]).toEqual({
      _or: [{ value: called }, { description: called }],
    });
    expect(exactStep("e", target, "  ")).toBeNull();
    expect(suggestionOf(catalogue, target, { value: "a.", description: "main" })).toEqual({
      value: "a.",
      label: "a.",
      note: "main",
    });
  });

  it("a choice offers the rows of a short list in order, and for create only those that the account may use", () => {
    expect(types === undefined ? null : choiceStep("c", types)).toEqual({
      idx: "c",
      name: "dns.record_type.list",
      old: { is_creatable: true, sorting_params_list: ["position"] },
    });
    const updating = field(update(), "type")?.options.reference;
    expect(updating?.filters).toEqual({});
  });

  it("typed characters are escaped in a regular expression", () => {
    expect(escapeRegExp("a.b*(c)-d/e")).toBe("a\\.b\\*\\(c\\)-d/e");
  });
});

describe("cells", () => {
  it.each([
    ["ttl", "number"],
    ["fqdn", "link"],
    ["data", "text"],
    ["reset_date", "time"],
    ["is_shared", "flag"],
    ["address_list", "list"],
    ["extra", "json"],
    ["pass", "secret"],
    ["vni", "vni"],
    ["group_list", "links"],
    ["category", "chip"],
  ])("%s is drawn as %s", (name, cell) => {
    const attribute = catalogue.objectType("dns.record")?.attribute(name);
    expect(attribute == null ? null : resolveCell(catalogue, "dns.record", attribute)).toBe(cell);
  });
});
