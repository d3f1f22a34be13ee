import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { createActorResolver } from "../../server/access/resolve.ts";
import { createExecutor } from "../../server/wapi/call/execute.ts";
import { rowsOf, smallWorld, textIn, tokenOf, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** Rows and translations of a list. */
async function spoken(login: string, name: string): Promise<{ rows: readonly Row[]; texts: readonly Row[] }> {
  const { db, catalogue } = world;
  const resolver = createActorResolver(db, catalogue, () => undefined);
  const { body } = await createExecutor({ db, catalogue, resolver, accessMode: "rw" }).call({
    target: { kind: "execute" },
    token: tokenOf(login),
    query: new URLSearchParams({ dict_mode: "true" }),
    body: JSON.stringify([{ idx: "k", name }]),
  });
  // Parse boundary: lists by key, with translations.
  const answer = JSON.parse(typeof body === "string" ? body : "") as Record<string, readonly Row[]>;
  return { rows: answer["k"] ?? [], texts: answer["__lang_k"] ?? [] };
}

describe("[API-34] texts of the definitions in both languages", () => {
  it.each(["dns.fqdn_type", "dns.record_type", "cntl.ot_lang_attr_def"])("%s", async (name) => {
    const { rows, texts } = await spoken("greta", `${name}.list`);
    const key = world.catalogue.type(name).spec.languageAttributes?.[0] ?? "";
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      const own = texts.filter((text) => text["object_gfk"] === row["gpk"]);
      expect(own.map((text) => [text["language_tag"], text["lang_attr_key"]])).toEqual([
        ["de", key],
        ["en", key],
      ]);
      expect(own[0]?.["value"]).toBe(row[key]);
      expect(textIn(own[1], "value")).not.toBe("");
    }
  });

  it("explain a record type in English", async () => {
    const { texts } = await spoken("greta", "dns.record_type.list");
    const english = texts.filter((text) => text["language_tag"] === "en");
    expect(english).toContainEqual({
      object_gfk: "recordtype-MX",
      language_tag: "en",
      lang_attr_key: "description",
      value: "Mail server with priority",
    });
  });

  it("the names of translatable attributes are readable for every token, and other texts for accounts", async () => {
    const tags = async (login: string) =>
      rowsOf(await world.get(login, "cntl.ot_lang_attr_val.list")).map((row) => row["object_fq_name"]);
    expect(new Set(await tags("nora"))).toEqual(new Set(["cntl.ot_lang_attr_def"]));
    expect(new Set(await tags("greta"))).toContain("dns.record_type");
  });
});

it("texts are deleted with their object, each with an entry in the change log", async () => {
  const made = await world.execute("ada", [{ name: "nd.site.create", new: { name: "T", title: "Test" } }]);
  const gpk = textIn(rowsOf(made)[0], "gpk");
  await world.db.query(
    `insert into cntl.ot_lang_attr_val (object_gfk, language_tag, lang_attr_key, object_fq_name, value)
     values ($1, 'en', 'title', 'nd.site', 'Trial')`,
    [gpk],
  );
  await world.execute("ada", [{ name: "nd.site.delete", old: { name: "T" } }]);
  expect(await world.db.query("select from cntl.ot_lang_attr_val where object_gfk = $1", [gpk])).toEqual([]);
  const logged = await world.db.query<{ name: string }>(
    `select object_fq_name name from wapi.change_log where "function" = 'delete' order by id desc limit 2`,
  );
  expect(logged.map(({ name }) => name)).toEqual(["nd.site", "cntl.ot_lang_attr_val"]);
});
