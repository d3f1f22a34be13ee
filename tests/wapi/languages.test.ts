import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import { rwPermission } from "../../server/access/rules.ts";
import { demoWorld, texts, type DemoWorld } from "../support/demo-world.ts";
import { codeOf, detailsOf, rowsOf, textIn, type SentStep } from "../support/small-world.ts";

let world: DemoWorld;
let unit: Row;
beforeAll(async () => {
  world = await demoWorld();
  const [found] = await world.rows("otto", "org.unit.list", { is_own: true, fetch_limit: 1 });
  unit = found ?? {};
}, 120_000);
afterAll(() => world.close());

const TYPE = "cntl.ot_lang_attr_val";
const site: SentStep = { idx: "site", name: "nd.site.create", new: { name: "languages", title: "Ort" } };
const say = (object_gfk: string, language_tag: string, value: string, lang_attr_key = "title"): SentStep => ({
  name: `${TYPE}.create`,
  new: { object_gfk, language_tag, lang_attr_key, value },
});

describe("translations with a list", () => {
  it("[API-34] have exactly its rows in dict mode", async () => {
    const lists = await world.lists("otto", [
      { idx: "unit_list", name: "org.unit.list", old: { fetch_limit: 3 } },
      { idx: "group_list", name: "cntl.group.list", old: { fetch_limit: 1 } },
      { idx: "none", name: "org.unit.list", old: { fq_name: "no such unit" } },
    ]);
    const units = lists["unit_list"] ?? [];
    expect(Object.keys(lists)).toEqual([
      "unit_list",
      "__lang_unit_list",
      "group_list",
      "none",
      "__lang_none",
    ]);
    expect(lists["__lang_none"]).toEqual([]);
    const said = lists["__lang_unit_list"] ?? [];
    expect(new Set(texts(said, "object_gfk"))).toEqual(new Set(texts(units, "gpk")));
    for (const row of units) {
      const of = (tag: string) =>
        said.find((one) => one["object_gfk"] === row["gpk"] && one["language_tag"] === tag);
      expect(of("de")).toEqual({
        object_gfk: row["gpk"],
        language_tag: "de",
        lang_attr_key: "title",
        value: row["title"],
      });
      expect(textIn(of("en"), "value")).not.toBe("");
    }
  });

  it("[API-34] are left out without dict mode, or if a step of the client has the name of their list", async () => {
    const steps: SentStep[] = [
      { idx: "a", name: "org.unit.list", old: { fetch_limit: 1 } },
      { idx: "__lang_a", name: "nd.bcd.list", old: { fetch_limit: 1 } },
    ];
    const lists = await world.lists("otto", steps);
    expect(Object.keys(lists)).toEqual(["a", "__lang_a"]);
    expect(lists["__lang_a"]?.[0]).toHaveProperty("name");
    const said = await world.execute("otto", steps.slice(0, 1));
    expect(said.ok && said.lists).toHaveLength(1);
  });

  it("every type of the contract with language attributes has its texts in both languages", async () => {
    const attributes = {
      "org.unit": "title",
      "org.unit_type": "title",
      "nd.site": "title",
      "nd.bldg": "title",
      "ndcfg.module_type": "title",
      "cntl.role": "description",
      "dns.fqdn_type": "description",
      "dns.record_type": "description",
      "cntl.ot_lang_attr_def": "name",
    };
    const said = await world.rows("otto", `${TYPE}.list`);
    const defined = await world.rows("otto", "cntl.ot_lang_attr_def.list");
    const pairs = defined.map((row) => `${textIn(row, "object_fq_name")} ${textIn(row, "lang_attr_key")}`);
    expect(new Set(pairs)).toEqual(new Set(Object.entries(attributes).map((pair) => pair.join(" "))));
    for (const [name, key] of Object.entries(attributes)) {
      const [some] = await world.rows("ada", `${name}.list`, { fetch_limit: 1 });
      if (some === undefined) continue;
      const of = said.filter((row) => row["object_fq_name"] === name && row["lang_attr_key"] === key);
      const tags = of.map((row) => row["language_tag"]);
      expect([name, tags.includes("de"), tags.includes("en")]).toEqual([name, true, true]);
    }
  });
});

describe("writing translations", () => {
  it("is allowed to those who may update the object", async () => {
    const gpk = textIn(unit, "gpk");
    const old = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title" };
    const update: SentStep = { name: `${TYPE}.update`, old, new: { value: "Another title" } };
    expect(codeOf(await world.dry("otto", update))).toBe("-20010/1");
    expect(rowsOf(await world.dry("ada", update))).toMatchObject([
      { ...old, object_fq_name: "org.unit", value: "Another title" },
    ]);
    expect(codeOf(await world.dry("otto", { name: `${TYPE}.delete`, old }))).toBe("-20010/1");
    const [own] = await world.rows("otto", `${TYPE}.list`, old);
    expect(own).toMatchObject({ is_own: true });
  });

  it("needs the permission of the object's type, and no other", async () => {
    const { catalogue, db } = world;
    await db.query("insert into cntl.role (name) values ('site_writer')");
    await db.query(
      `insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from cntl.role r, cntl.permission p
       where r.name = 'site_writer' and p.name = $1`,
      [rwPermission(catalogue.type("nd.site"))],
    );
    const role = { login_name: "greta", role_name: "site_writer" };
    await world.execute("ada", [{ name: "cntl.mgr2role.create", new: role }]);
    const [place] = await world.rows("greta", "nd.site.list", { fetch_limit: 1 });
    const step = (object_gfk: string): SentStep => ({
      name: `${TYPE}.update`,
      old: { object_gfk, language_tag: "en", lang_attr_key: "title" },
      new: { value: "x" },
    });
    expect(codeOf(await world.dry("greta", step(textIn(place, "gpk"))))).toBe("200");
    expect(codeOf(await world.dry("greta", step(textIn(unit, "gpk"))))).toBe("-20010/1");
    // A form creates an object with its translations in one call.
    const made: SentStep = {
      ...say("", "en", "Place"),
      new: { language_tag: "en", lang_attr_key: "title", value: "Place" },
      new_ref_params: [{ idx: "site", params: { object_gfk: "gpk" } }],
    };
    const both = await world.dry("greta", { ...site, idx: "site" }, made);
    expect(codeOf(both)).toBe("200");
    await world.execute("ada", [{ name: "cntl.mgr2role.delete", old: role }]);
  });

  it("[API-34] the rule names every type that has translations and can be updated", () => {
    const { catalogue } = world;
    const rule = JSON.stringify(catalogue.type(TYPE).spec.write);
    const types = [...catalogue.types.values()].filter(
      ({ spec }) => (spec.languageAttributes ?? []).length > 0 && spec.write !== "nobody",
    );
    expect(types.length).toBeGreaterThan(4);
    for (const { name, spec, ...type } of types)
      expect(rule).toContain(
        `{"translated":{"column":"object_gfk","type":"${name}","gpk":"${spec.gpk}"},"permission":"${rwPermission({ ...type, name, spec })}"`,
      );
  });

  it("[PERM-24] a refusal names the permission of the object and the roles that have it", async () => {
    const roles = (name: string) =>
      world
        .rows("ada", "cntl.role2permission.list", { permission_name: name })
        .then((rows) => texts(rows, "role_name"));
    const old = { object_gfk: textIn(unit, "gpk"), language_tag: "en", lang_attr_key: "title" };
    for (const step of [
      { name: `${TYPE}.update`, old, new: { value: "x" } },
      { name: `${TYPE}.delete`, old },
      say(textIn(unit, "gpk"), "en", "x"),
    ]) {
      const said = await world.dry("greta", step);
      expect([codeOf(said), detailsOf(said)]).toMatchObject([
        "-20010/1",
        {
          required_permission_list: ["cntl.rw:ot_lang_attr_val", "org.rw:unit"],
          required_permission_set_list: [["cntl.rw:ot_lang_attr_val"], ["org.rw:unit"]],
          required_assignment_list: null,
        },
      ]);
      expect(detailsOf(said)["required_role_list"]).toEqual(
        expect.arrayContaining([...(await roles("org.rw:unit"))]),
      );
    }
  });

  it("a translation is own if and only if its object is own", async () => {
    const units = new Set(texts(await world.rows("otto", "org.unit.list", { is_own: true }), "gpk"));
    const said = await world.rows("otto", `${TYPE}.list`);
    expect(units.size).toBeGreaterThan(0);
    for (const row of said) expect(row["is_own"]).toBe(units.has(textIn(row, "object_gfk")));
    const own = await world.rows("otto", `${TYPE}.list`, { is_own: true });
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(said.length);
    expect(own).toEqual(said.filter((row) => row["is_own"] === true));
  });

  it.each<readonly [string, SentStep, string, string | null]>([
    ["an object that is not there", say("site-999999", "en", "x"), "-20020/2", null],
    ["what is no object", say("nothing", "en", "x"), "-20020/2", null],
    [
      "an attribute without translations",
      say("bcd-1", "en", "x", "name"),
      "-20030/3",
      "attribute_has_translations",
    ],
    [
      "a text of a definition",
      say("fqdntype-domain", "en", "x", "description"),
      "-20030/3",
      "text_is_of_the_definition",
    ],
    ["a language that is none here", say("site-1", "fr", "x"), "-20040/5", null],
  ])("is refused for %s", async (_, step, code, rule) => {
    const said = await world.dry("ada", step);
    expect([codeOf(said), detailsOf(said)["rule"] ?? null]).toEqual([code, rule]);
  });

  it("is refused for texts of definitions", async () => {
    const [type] = await world.rows("ada", "dns.fqdn_type.list", { fetch_limit: 1 });
    const old = { object_gfk: textIn(type, "gpk"), language_tag: "en", lang_attr_key: "description" };
    const said = await world.dry("ada", { name: `${TYPE}.update`, old, new: { value: "x" } });
    expect([codeOf(said), detailsOf(said)["rule"]]).toEqual(["-20030/3", "text_is_of_the_definition"]);
  });

  it("accepts texts that the attribute accepts", async () => {
    const gpk = textIn(unit, "gpk");
    const update = (value: string): SentStep => ({
      name: `${TYPE}.update`,
      old: { object_gfk: gpk, language_tag: "en", lang_attr_key: "title" },
      new: { value },
    });
    expect(codeOf(await world.dry("ada", update("x".repeat(256))))).toBe("-20040/4");
    expect(codeOf(await world.dry("ada", update("two\nlines")))).toBe("-20040/5");
  });
});

describe("the German text", () => {
  const made = async (): Promise<string> => {
    const [row] = await world.rows("ada", "nd.site.list", { name: "languages" });
    return textIn(row, "gpk");
  };
  const title = async () => (await world.rows("ada", "nd.site.list", { name: "languages" }))[0]?.["title"];
  const german = async (gpk: string) =>
    (await world.rows("ada", `${TYPE}.list`, { object_gfk: gpk, language_tag: "de" })).map(
      (row) => row["value"],
    );

  it("[API-34] equals the text of the attribute, whichever of the two is written", async () => {
    await world.execute("ada", [site]);
    const gpk = await made();
    await world.execute("ada", [say(gpk, "de", "Platz"), say(gpk, "en", "Place")]);
    expect([await title(), await german(gpk)]).toEqual(["Platz", ["Platz"]]);
    const update: SentStep = { name: "nd.site.update", old: { name: "languages" }, new: { title: "Markt" } };
    await world.execute("ada", [update]);
    expect([await title(), await german(gpk)]).toEqual(["Markt", ["Markt"]]);
    const old: Params = { object_gfk: gpk, language_tag: "de", lang_attr_key: "title" };
    await world.execute("ada", [{ name: `${TYPE}.update`, old, new: { value: "Hof" } }]);
    expect([await title(), await german(gpk)]).toEqual(["Hof", ["Hof"]]);
    const log = await world.rows("ada", "wapi.change_log.list", { object_gfk: gpk });
    expect(log.map((row) => row["function"])).toEqual(["create", "update", "update", "update"]);
  });

  it("all translations are deleted with their object, each with its entry in the log", async () => {
    const gpk = await made();
    await world.execute("ada", [{ name: "nd.site.delete", old: { name: "languages" } }]);
    expect(await world.rows("ada", `${TYPE}.list`, { object_gfk: gpk })).toEqual([]);
    const log = await world.db.query<{ fn: string }>(
      `select "function" fn from wapi.change_log where object_fq_name = $1 and old ->> 'object_gfk' = $2 and new is null`,
      [TYPE, gpk],
    );
    expect(log).toHaveLength(2);
  });
});

describe("an expression for a language attribute", () => {
  const translated = (): readonly (readonly [type: string, attribute: string])[] =>
    [...world.catalogue.types.values()].flatMap(({ name, spec }) =>
      (spec.languageAttributes ?? []).map((attribute) => [name, attribute] as const),
    );
  const lower = (value: Json | undefined): string => textIn({ value: value ?? null }, "value").toLowerCase();
  /** Titles are short words, so only signs in them need an escape. */
  const whole = (text: string): string => `^${text.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}$`;

  it("[SRCH-67] finds objects with a matching text in any language, and no others, for every type", async () => {
    let found = 0;
    for (const [type, attribute] of translated()) {
      const said = await world.rows("ada", `${TYPE}.list`, {
        object_fq_name: type,
        lang_attr_key: attribute,
      });
      const sought = said.filter((one) => one["language_tag"] === "en").slice(0, 3);
      for (const { value = null } of sought) {
        const named = said.filter((one) => one["value"] === value);
        const rows = await world.rows("ada", `${type}.list`, {
          [`${attribute}_regexp`]: whole(textIn({ value }, "value")),
        });
        expect(new Set(texts(rows, "gpk"))).toEqual(new Set(texts(named, "object_gfk")));
        const alike = said.filter((one) => lower(one["value"]) === lower(value));
        const ignoring = await world.rows("ada", `${type}.list`, {
          [`${attribute}_regexp_ic`]: whole(lower(value)),
        });
        expect(new Set(texts(ignoring, "gpk"))).toEqual(new Set(texts(alike, "object_gfk")));
        found += rows.length;
      }
    }
    expect(found).toBeGreaterThan(15);
  });

  it("[SRCH-67] works in a filter of conditions, ignores case on demand, and can be negated", async () => {
    const [one] = await world.rows("ada", `${TYPE}.list`, { object_fq_name: "nd.site", language_tag: "en" });
    const expression = whole(textIn(one, "value"));
    const said = (filter_params_dict: Params) => world.rows("ada", "nd.site.list", { filter_params_dict });
    const [all, same, upper, upperIc, other] = [
      await world.rows("ada", "nd.site.list", {}),
      await said({ title: { regexp: expression } }),
      await said({ title: { regexp: expression.toUpperCase() } }),
      await said({ title: { regexp_ic: expression.toUpperCase() } }),
      await said({ _not: { title: { regexp: expression } } }),
    ];
    expect(texts(same, "gpk")).toEqual([one?.["object_gfk"]]);
    expect(upper).toEqual([]);
    expect(upperIc).toEqual(same);
    expect(other.length).toBe(all.length - 1);
  });
});
