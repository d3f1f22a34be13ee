import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

const TYPE = "cntl.ot_lang_attr_val";
let world: SmallWorld;
let made = 0;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const ada = async (...steps: readonly SentStep[]) => {
  const said = await world.execute("ada", steps);
  expect(codeOf(said)).toBe("200");
  return said;
};
const siteStep = (name: string, title?: Json): SentStep => ({
  name: "nd.site.create",
  new: { name, ...(title === undefined ? {} : { title }) },
});
const titleStep = (name: string, title: Json): SentStep => ({
  name: "nd.site.update",
  old: { name },
  new: { title },
});
const textStep = (object_gfk: string, language_tag: string, value: string): SentStep => ({
  name: `${TYPE}.create`,
  new: { object_gfk, language_tag, lang_attr_key: "title", value },
});
/** Makes a site with a German and an English title. */
async function siteWithTexts(): Promise<{ readonly name: string; readonly gpk: string }> {
  const name = `german-${String(made++)}`;
  const gpk = textIn(rowsOf(await ada(siteStep(name)))[0], "gpk");
  await ada(textStep(gpk, "de", "Platz"), textStep(gpk, "en", "Place"));
  return { name, gpk };
}
const textsOf = async (object_gfk: string) =>
  Object.fromEntries(
    rowsOf(await ada({ name: `${TYPE}.list`, old: { object_gfk } })).map((row) => [
      textIn(row, "language_tag"),
      row["value"],
    ]),
  );
const titleOf = async (name: string) =>
  rowsOf(await ada({ name: "nd.site.list", old: { name } }))[0]?.["title"];
/** Entries of the last transaction, in order. */
const logged = async (): Promise<readonly Row[]> => {
  const [last] = await world.db.query<{ id: string }>("select max(id)::text id from wapi.transaction");
  return world.db.query<Row>(
    `select object_fq_name type, "function" fn, old, new, position from wapi.change_log where transaction_gfk = $1 order by position`,
    [Number(last?.id)],
  );
};

describe("[API-34] the German translation and the attribute of the object", () => {
  it("are deleted together, which the log shows, and other translations stay", async () => {
    const { name, gpk } = await siteWithTexts();
    await ada(titleStep(name, null));
    expect(await textsOf(gpk)).toEqual({ en: "Place" });
    const key = { object_gfk: gpk, language_tag: "de", lang_attr_key: "title", value: "Platz" };
    expect(await logged()).toMatchObject([
      { type: "nd.site", fn: "update", old: { title: "Platz" }, new: { title: null } },
      { type: TYPE, fn: "delete", old: key, new: null },
    ]);
  });

  it("change together, and the log shows both texts", async () => {
    const { name, gpk } = await siteWithTexts();
    await ada(titleStep(name, "Markt"));
    expect(await textsOf(gpk)).toEqual({ de: "Markt", en: "Place" });
    expect(await logged()).toMatchObject([
      { type: "nd.site", fn: "update", old: { title: "Platz" }, new: { title: "Markt" } },
      { type: TYPE, fn: "update", old: { value: "Platz" }, new: { value: "Markt" } },
    ]);
  });

  it("are set for each object of a call separately, and objects without a translation get none", async () => {
    const [one, two, three] = [await siteWithTexts(), await siteWithTexts(), await siteWithTexts()];
    const bare = `german-${String(made++)}`;
    const gpk = textIn(rowsOf(await ada(siteStep(bare, "Hof")))[0], "gpk");
    await ada(
      titleStep(one.name, "eins"),
      titleStep(bare, "Garten"),
      titleStep(two.name, null),
      titleStep(three.name, "Platz"),
    );
    expect(await textsOf(one.gpk)).toEqual({ de: "eins", en: "Place" });
    expect(await textsOf(two.gpk)).toEqual({ en: "Place" });
    expect(await textsOf(three.gpk)).toEqual({ de: "Platz", en: "Place" });
    expect(await textsOf(gpk)).toEqual({});
    const translations = (await logged()).filter(({ type }) => type === TYPE);
    expect(translations).toMatchObject([
      { fn: "update", new: { object_gfk: one.gpk, value: "eins" } },
      { fn: "delete", old: { object_gfk: two.gpk }, new: null },
    ]);
  });

  it("stay the same if another attribute is changed", async () => {
    const { name, gpk } = await siteWithTexts();
    await ada({ name: "nd.site.update", old: { name }, new: { name: `${name}-renamed` } });
    expect(await textsOf(gpk)).toEqual({ de: "Platz", en: "Place" });
    expect(await logged()).toMatchObject([{ type: "nd.site", fn: "update" }]);
    expect(await logged()).toHaveLength(1);
  });

  it("change together if the German translation is written, but not if an English one is", async () => {
    const { name, gpk } = await siteWithTexts();
    const update = (language_tag: string, value: string): SentStep => ({
      name: `${TYPE}.update`,
      old: { object_gfk: gpk, language_tag, lang_attr_key: "title" },
      new: { value },
    });
    await ada(update("de", "Markt"));
    expect(await titleOf(name)).toBe("Markt");
    expect(await logged()).toMatchObject([
      { type: TYPE, fn: "update", old: { value: "Platz" }, new: { value: "Markt" } },
      { type: "nd.site", fn: "update", old: { title: "Platz" }, new: { title: "Markt" } },
    ]);
    await ada(update("en", "Market"));
    expect(await titleOf(name)).toBe("Markt");
    expect((await logged()).map(({ type }) => type)).toEqual([TYPE]);
    await ada(update("de", "Markt"));
    expect(await titleOf(name)).toBe("Markt");
    expect((await logged()).filter(({ type }) => type === "nd.site")).toEqual([]);
  });

  it("are not deleted together if the translation is deleted: the attribute keeps its text", async () => {
    const { name, gpk } = await siteWithTexts();
    const old = { object_gfk: gpk, language_tag: "de", lang_attr_key: "title" };
    await ada({ name: `${TYPE}.delete`, old });
    expect(await textsOf(gpk)).toEqual({ en: "Place" });
    expect(await titleOf(name)).toBe("Platz");
  });
});

describe("the log of one step", () => {
  it("has an update with all its values if one of them is new, and no entry if none is", async () => {
    const { name } = await siteWithTexts();
    await ada({ name: "nd.site.update", old: { name }, new: { title: "Platz", campus: "nord" } });
    expect(await logged()).toMatchObject([
      { fn: "update", old: { title: "Platz", campus: null }, new: { title: "Platz", campus: "nord" } },
    ]);
    const [last] = await world.db.query<{ id: string }>("select max(id)::text id from wapi.transaction");
    await ada({ name: "nd.site.update", old: { name }, new: { title: "Platz", campus: "nord" } });
    expect(await world.db.query("select max(id)::text id from wapi.transaction")).toEqual([last]);
  });

  it("names referenced objects, and lists objects that are deleted with an object", async () => {
    const name = `scc-log-${String(++made)}`;
    await ada({ name: "nd.bcd.create", new: { name } });
    const gpk = textIn((await logged())[0]?.["new"] as Row, "gpk");
    const about = () =>
      world.db.query<{ type: string; fn: string; about: readonly string[] | null }>(
        `select object_fq_name type, "function" fn, about from wapi.change_log
         where transaction_gfk = (select max(id) from wapi.transaction) order by position`,
      );
    expect(await about()).toEqual([
      { type: "nd.bcd", fn: "create", about: null },
      { type: "dhcp.bcd_setting", fn: "create", about: [gpk] },
    ]);
    await ada({ name: "nd.bcd.delete", old: { name } });
    expect(await about()).toEqual([
      { type: "dhcp.bcd_setting", fn: "delete", about: [gpk] },
      { type: "nd.bcd", fn: "delete", about: null },
    ]);
    expect(await logged()).toMatchObject([
      { type: "dhcp.bcd_setting", old: { bcd: name }, new: null },
      { type: "nd.bcd", old: { name }, new: null },
    ]);
  });
});
