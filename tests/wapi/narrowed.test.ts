import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import { buildCatalogue, type CatalogueRows } from "#core/catalogue/catalogue";
import { importReader, readImport } from "#core/form/import";
import { checkValues } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import { contentOf } from "#core/txlist/planned";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { faultWords } from "../../server/wapi/describe/fault-words.ts";
import { openApi } from "../../server/wapi/describe/openapi.ts";
import { codeOf, detailsOf, rowsOf, type Said } from "../support/small-world.ts";
import { siteWorld, type SiteWorld, type Started } from "../support/site-world.ts";
import { KNOWN } from "../../src/subjects/subjects.ts";

const THING = `attributes: {
  name: NAME,
  size: { type: "integer", label: LABEL, default: 3, min: 2, max: 9 },
  tag: { type: "text_line", label: LABEL, nullable: true, pattern: "^[A-Z]{2}[0-9]+$", textLength: 5,
    help: { de: "Zwei Buchstaben und eine Zahl", en: "Two letters and a number" } },
  colour: { type: "text_id", label: LABEL, nullable: true,
    values: { red: { de: "rot", en: "red" }, blue: { de: "blau", en: "blue" } } },
  step_list: { type: "integer_array", label: LABEL, default: [], min: 1, max: 4 },
  tag_list: { type: "text_line_array", label: LABEL, default: [], pattern: "^[a-z]+$", textLength: 3,
    help: { de: "Kleinbuchstaben", en: "Small letters" } },
  colour_list: { type: "text_id_array", label: LABEL, default: [],
    values: { red: { de: "rot", en: "red" }, blue: { de: "blau", en: "blue" } } },
  floor_list: { type: "integer_array", label: LABEL, default: [], values: { 1: { de: "eins", en: "one" }, 2: { de: "zwei", en: "two" } } },
  floor: { type: "integer", label: LABEL, nullable: true, values: { 1: { de: "eins", en: "one" }, 2: { de: "zwei", en: "two" } } },
}, functions: { create: { extra: {
  copies: { type: "integer", label: LABEL, min: 1, max: 3 },
  reason: { type: "text_line", label: LABEL, pattern: "^[a-z]+$", textLength: 4, help: { de: "Kleinbuchstaben", en: "Small letters" } },
  paper: { type: "text_id", label: LABEL, values: { a4: LABEL, a5: LABEL } },
  paper_list: { type: "text_id_array", label: LABEL, values: { a4: LABEL, a5: LABEL } },
} }, update: {}, delete: {} }, filters: { least: { type: "integer", label: LABEL, max: 5, sql: "t.size >= {value}" } }`;

let world: SiteWorld;
let site: Started;
beforeAll(async () => {
  world = await siteWorld();
  site = await world.start({ thing: THING });
});
afterAll(() => world.close());

let number = 0;
const create = (values: Params): Promise<Said> =>
  site.execute("ada", [{ name: "lab.thing.create", new: { name: `t${String(number++)}`, ...values } }]);

type Refused = readonly [attribute: string, value: Json, code: string, details: Params];

const ALLOWED: readonly (readonly [string, Json])[] = [
  ["size", 2],
  ["size", 9],
  ["tag", "AB123"],
  ["tag", null],
  ["colour", "blue"],
  ["step_list", [1, 4]],
  ["tag_list", ["abc", "d"]],
  ["tag_list", []],
  ["colour_list", ["red", "blue"]],
  ["floor_list", [2]],
];

const REFUSED: readonly Refused[] = [
  ["size", 1, "-20040/6", { min: 2, max: 9 }],
  ["size", 10, "-20040/6", { min: 2, max: 9 }],
  ["tag", "ab1", "-20040/5", { pattern: "^[A-Z]{2}[0-9]+$" }],
  ["tag", "AB1234", "-20040/4", { text_length: 5, length: 6 }],
  ["colour", "green", "-20040/5", { value_list: ["red", "blue"] }],
  ["step_list", [1, 5], "-20040/6", { min: 1, max: 4, data_type: "integer" }],
  ["tag_list", ["abcd"], "-20040/4", { text_length: 3 }],
  ["tag_list", ["A"], "-20040/5", { pattern: "^[a-z]+$" }],
  ["colour_list", ["red", "green"], "-20040/5", { value_list: ["red", "blue"] }],
  ["floor_list", [3], "-20040/5", { value_list: ["1", "2"] }],
];

const REFUSED_PARAMETERS: readonly Refused[] = [
  ["copies", 4, "-20040/6", { min: 1, max: 3 }],
  ["reason", "AB", "-20040/5", { pattern: "^[a-z]+$" }],
  ["reason", "abcde", "-20040/4", { text_length: 4, length: 5 }],
  ["paper", "a3", "-20040/5", { value_list: ["a4", "a5"] }],
  ["paper_list", ["a4", "a3"], "-20040/5", { value_list: ["a4", "a5"] }],
];

describe("further conditions on an attribute of a site's type", () => {
  it.each(ALLOWED)("%s %j is stored", async (name, value) => {
    expect(rowsOf(await create({ [name]: value }))).toMatchObject([{ [name]: value }]);
  });

  it.each(REFUSED_PARAMETERS)(
    "a parameter that is not an attribute: %s %j is refused: %s",
    async (name, value, code, details) => {
      const said = await create({ [name]: value });
      expect([codeOf(said), detailsOf(said)]).toMatchObject([code, { parameter: name, ...details }]);
    },
  );

  it("a parameter that is not an attribute is accepted within its bounds, and so is a filter", async () => {
    const given = { copies: 3, reason: "good", paper: "a4", paper_list: ["a5"] };
    expect(codeOf(await create(given))).toBe("200");
    const list = (least: number) => site.execute("ada", [{ name: "lab.thing.list", old: { least } }]);
    expect(codeOf(await list(5))).toBe("200");
    expect(codeOf(await list(6))).toBe("-20040/6");
  });

  it.each(REFUSED)("%s %j is refused by the server: %s", async (name, value, code, details) => {
    const said = await create({ [name]: value });
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, { parameter: name, ...details }]);
  });

  it.each(REFUSED)("%s %j is refused by the database too, whoever writes it", async (name, value) => {
    const write = site.db.query(
      `insert into lab.thing (name, ${name}) select 'direct', r.${name} from json_populate_record(null::lab.thing, $1) r`,
      [JSON.stringify({ [name]: value })],
    );
    await expect(write).rejects.toMatchObject({ constraint: `lab_thing_${name}_value` });
  });

  it("are part of the description of the calls", () => {
    const text = JSON.stringify(openApi(site.catalogue, "4.2.1"));
    expect(text).toContain('"size":{"type":"integer","minimum":2,"maximum":9}');
    expect(text).toContain('"tag":{"type":["string","null"],"maxLength":5,"pattern":"^[A-Z]{2}[0-9]+$"}');
    expect(text).toContain('"colour":{"type":["string","null"],"maxLength":64,"enum":["red","blue",null]}');
    expect(text).toContain('"step_list":{"type":"array","items":{"type":"integer","minimum":1,"maximum":4}}');
    expect(text).toContain('"copies":{"type":"integer","minimum":1,"maximum":3}');
    expect(text).toContain(
      '"paper_list":{"type":"array","items":{"type":"string","maxLength":64,"enum":["a4","a5"]}}',
    );
  });
});

describe("the form of a site's type", () => {
  const target = { object: "lab.thing", operation: "create", row: null } as const;
  const prefs = { locale: "en", isExpert: false } as const;
  let rows: CatalogueRows;
  let form: FormModel | null;
  beforeAll(async () => {
    const read = async <Rows>(name: string): Promise<Rows> =>
      // Parse boundary: rows of the self-description (wire contract 5).
      rowsOf(await site.get("ada", name)) as unknown as Rows;
    rows = {
      metadata: await read<CatalogueRows["metadata"]>("wapi.object_type.metadata"),
      dataTypes: await read<CatalogueRows["dataTypes"]>("wapi.data_type.list"),
    };
    form = planForm(buildCatalogue(rows, KNOWN), target, prefs);
  });

  it("has a list of choices, bounds and a length in its schema", () => {
    expect(form?.schema.properties).toMatchObject({
      size: { minimum: 2, maximum: 9 },
      tag: { maxLength: 5 },
      colour: { enum: ["red", "blue", null] },
      tag_list: { items: { maxLength: 3 } },
      colour_list: { items: { enum: ["red", "blue"] } },
      copies: { minimum: 1, maximum: 3 },
      reason: { maxLength: 4 },
      paper: { enum: ["a4", "a5"] },
    });
    const widgetOf = (name: string) => form?.fields.find((field) => field.name === name)?.widget;
    expect(["colour_list", "floor_list", "paper", "paper_list"].map(widgetOf)).toEqual([
      "checks",
      "checks",
      "choice",
      "checks",
    ]);
    expect(form?.fields.find(({ name }) => name === "colour")?.widget).toBe("choice");
  });

  it.each<[string, Json, object]>([
    ["size", "10", { key: "core.form.outOfRange", values: { min: 2, max: 9 } }],
    ["tag", "ab1", { key: "core.form.badFormatOf", values: { form: "Two letters and a number" } }],
    ["colour", "green", { key: "core.form.noChoice" }],
    ["step_list", ["5"], { key: "core.form.outOfRange", values: { min: 1, max: 4 } }],
    ["tag_list", ["A"], { key: "core.form.badFormatOf", values: { form: "Small letters" } }],
    ["colour_list", ["green"], { key: "core.form.noChoice" }],
    ["floor_list", [3], { key: "core.form.noChoice" }],
    ["floor", "3", { key: "core.form.noChoice" }],
    ["copies", "4", { key: "core.form.outOfRange", values: { min: 1, max: 3 } }],
    ["reason", "AB", { key: "core.form.badFormatOf", values: { form: "Small letters" } }],
    ["paper", "a3", { key: "core.form.noChoice" }],
    ["paper_list", ["a3"], { key: "core.form.noChoice" }],
  ])("tells at once that %s %j is refused", (name, value, text) => {
    const problems = form === null ? [] : checkValues(form, { name: "x", [name]: value }, toAscii);
    expect(problems).toEqual([{ name, text }]);
  });

  it("reads a table with the same bounds", () => {
    const reader = importReader(buildCatalogue(rows, KNOWN), target, prefs);
    if (reader === null) throw new Error("lab.thing has no form");
    const use = { uuid: () => "u", toAscii };
    const { lines } = readImport(reader, "name;size;tag;colour\na;3;AB1;red\nb;10;x;green", use);
    expect(lines.map(({ problems }) => problems.map(({ field }) => field?.name))).toEqual([
      [],
      ["size", "tag", "colour"],
    ]);
    const lists = readImport(reader, 'name;floor;floor_list;paper_list\na;1;"1,2";a4\nb;3;3;a3', use).lines;
    const [first] = lists;
    expect(first?.item == null ? null : contentOf(first.item)?.parameters.new).toMatchObject({
      floor: 1,
      floor_list: [1, 2],
      paper_list: ["a4"],
    });
    expect(lists[1]?.problems.map(({ field }) => field?.name)).toEqual(["floor", "floor_list", "paper_list"]);
  });
});

it("a sentence about a value says what the attribute requires", () => {
  const words = faultWords(site.catalogue);
  expect(words.form("lab.thing.create", "colour")).toEqual({
    de: "red (rot), blue (blau)",
    en: "red, blue",
  });
  expect(words.form("lab.thing.update", "tag")?.en).toBe("Two letters and a number");
  expect(words.form("lab.thing.create", "name")).toBeNull();
});

describe("bounds that change later", () => {
  const bounded = (max: number): string =>
    `attributes: { name: NAME, height: { type: "integer", label: LABEL, default: 1, max: ${String(max)} } }`;

  it("are in force after the next start, without a migration", async () => {
    const before = await world.start({ thing: THING, shelf: bounded(5) });
    await before.db.query("insert into lab.shelf (name, height) values ('a', 5)");
    const after = await world.start({ thing: THING, shelf: bounded(7) });
    await after.db.query("insert into lab.shelf (name, height) values ('b', 7)");
    await expect(after.db.query("insert into lab.shelf (name, height) values ('c', 8)")).rejects.toThrow(
      "lab_shelf_height_value",
    );
  });

  it("are refused while rows break them, and the old bounds stay", async () => {
    const start = world.start({ thing: THING, shelf: bounded(6) });
    await expect(start).rejects.toThrow(
      'lab.shelf, lab_shelf_height_value: the database refuses it: check constraint "lab_shelf_height_value"',
    );
    const { db } = await world.start({ thing: THING, shelf: bounded(7) });
    await expect(db.query("insert into lab.shelf (name, height) values ('c', 8)")).rejects.toThrow(
      "lab_shelf_height_value",
    );
  });

  it("end when their declaration is removed", async () => {
    const free = `attributes: { name: NAME, height: { type: "integer", label: LABEL, default: 1 } }`;
    const { db } = await world.start({ thing: THING, shelf: free });
    await db.query("insert into lab.shelf (name, height) values ('tall', 800)");
  });
});
