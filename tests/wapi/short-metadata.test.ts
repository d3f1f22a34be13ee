import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whole, type ShortMetadataRow } from "#contract/short-metadata";
import { isList, isObject, objectIn, textIn, type Json, type Row } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

const METADATA = "/api/4.2/wapi/object_type/metadata";
const LANGUAGES = ["de", "en"] as const;
type Language = (typeof LANGUAGES)[number];

let world: HttpWorld;
let ada: string;
let full: readonly Row[];
/** Texts of attributes by `nd.vlan.id.de`. */
let texts: ReadonlyMap<string, Row>;

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
  full = await rowsAt(METADATA);
  const rows = await rowsAt("/api/4.2/wapi/object_type_attr_lang_dict/list");
  texts = new Map(
    rows.map((row) => [
      ["object_fq_name", "attribute", "language_tag"].map((name) => textIn(row[name])).join("."),
      row,
    ]),
  );
});
afterAll(() => world.close());

async function rowsAt(url: string): Promise<readonly Row[]> {
  const { lists } = await world.get(url, ada);
  return lists[0] ?? [];
}

async function shortRows(query: string): Promise<readonly ShortMetadataRow[]> {
  // Parse boundary: rows of the self-description (wire contract 5.1).
  return (await rowsAt(`${METADATA}?${query}`)) as unknown as readonly ShortMetadataRow[];
}

/**
 * The content of the full answer in one language: each dictionary except those of values has only this language, and the German texts beside it are
 * omitted.
 */
function said(value: Json, language: Language): Json {
  if (isList(value)) return value.map((one) => said(one, language));
  if (!isObject(value)) return value;
  const tags = Object.keys(value).toSorted().join();
  if (tags === "de,en" && Object.values(value).every((text) => typeof text === "string"))
    return { [language]: value[language] ?? null };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name.startsWith("description_") && typeof one === "string") return [];
      return [[name, name === "value_language_dict" ? one : said(one, language)]];
    }),
  );
}

/** The row of the full answer in one language, with the texts that the list of these texts has for each attribute. */
function expected(row: Row, language: Language): Json {
  const type = textIn(row["object_fq_name"]);
  const { definition, functions, ...others } = objectIn(said(row, language)) ?? {};
  const { attributes, ...own } = objectIn(definition) ?? {};
  const spoken = Object.entries(objectIn(attributes) ?? {}).map(([name, attribute]) => {
    const { name: label = null, description = null } = texts.get([type, name, language].join(".")) ?? {};
    const language_dict = { name: { [language]: label }, description: { [language]: description } };
    return [name, { ...objectIn(attribute), language_dict }] as const;
  });
  return {
    ...others,
    definition: { ...own, attributes: Object.fromEntries(spoken) },
    functions: isList(functions) ? functions.map((fn) => named(objectIn(fn) ?? {})) : null,
  };
}

/** The function without members that follow from its type and name. */
function named({ gpk, system, object_type, is_own, ...fn }: Row): Row {
  const [type, name] = [textIn(fn["object_fq_name"]), textIn(fn["name"])];
  expect([`${textIn(system)}.${textIn(object_type)}`, is_own]).toEqual([type, false]);
  expect([gpk, fn["fq_name"]]).toEqual([`fn-${type.replace(".", "-")}-${name}`, `${type}.${name}`]);
  return fn;
}

describe("metadata in one language", () => {
  it.each(LANGUAGES)(
    "[API-125] has in %s the content of the full answer, for every type, function and parameter",
    async (language) => {
      const short = await shortRows(`language=${language}`);
      expect(short.map((row) => row.object_fq_name)).toEqual(full.map((row) => row["object_fq_name"]));
      let parameters = 0;
      for (const [at, row] of short.entries()) {
        const filled = whole(row);
        expect(filled).toEqual(expected(full[at] ?? {}, language));
        for (const fn of filled.functions) parameters += Object.keys(fn.parameters).length;
      }
      expect(short).toHaveLength(world.catalogue.types.size);
      expect(parameters).toBeGreaterThan(3_000);
    },
  );

  it.each(LANGUAGES)("[API-125] has only words for values in languages other than %s", async (language) => {
    const other = language === "de" ? "en" : "de";
    const { text } = await world.get(`${METADATA}?language=${language}`, ada);
    const others = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      name === "value_language_dict" ? undefined : value,
    );
    expect(others).toContain(`{"${language}":"`);
    expect(others).not.toContain(`"${other}":"`);
    expect(text).toContain(`"${other}":"`);
  });

  it.each(LANGUAGES)(
    "[API-126] omits in %s everything that follows from the rest of the row",
    async (language) => {
      for (const { definition, functions } of await shortRows(`language=${language}`))
        for (const { name, parameters, ...fn } of functions) {
          const members = Object.keys(fn).filter((member) =>
            /^(gpk|is_own|system|object|fq_name)/.test(member),
          );
          expect([name, members]).toEqual([name, []]);
          for (const [parameter, { old = {}, new: fresh = {}, language_dict }] of Object.entries(
            parameters,
          )) {
            const place = `${definition.fq_name}.${name} ${parameter}`;
            for (const { data_default: given, ...flags } of [old, fresh])
              expect([place, given !== null && Object.values(flags).every((flag) => flag)]).toEqual([
                place,
                true,
              ]);
            const own = definition.attributes[parameter]?.language_dict ?? {};
            expect([place, language_dict]).not.toEqual([place, {}]);
            const { description_global_scope: scope, description_detail: detail } = language_dict ?? {};
            expect([place, scope ?? null]).not.toEqual([place, own["name"]]);
            expect([place, detail ?? null]).not.toEqual([place, own["description"]]);
          }
        }
    },
  );

  it("[API-126] of one type equals the part of this type in the metadata of all types, and an unknown type has none", async () => {
    const all = await shortRows("language=en");
    for (const name of ["nd.vlan", "dns.record", "wapi.object_type"]) {
      const one = await shortRows(`object_fq_name=${name}&language=en`);
      expect(one).toEqual(all.filter((row) => row.object_fq_name === name));
      expect(one).toHaveLength(1);
    }
    expect(await shortRows("language=de&object_fq_name=no.such")).toEqual([]);
  });

  it("[API-127] carries an entity tag of its own, and is empty if the client has it", async () => {
    const tags = new Set<string>();
    for (const query of ["", "?language=de", "?language=en", "?language=en&object_fq_name=nd.vlan"]) {
      const url = METADATA + query;
      const { headers } = await world.get(url, ada);
      expect([url, headers["cache-control"]]).toEqual([url, "private, no-cache"]);
      const etag = String(headers["etag"]);
      expect(etag).toMatch(/^"[^"]+"$/);
      tags.add(etag);
      const again = await world.send({ method: "GET", url, headers: { "if-none-match": etag }, token: ada });
      expect([url, again.status, again.text]).toEqual([url, 304, ""]);
    }
    expect(tags.size).toBe(4);
  });

  it.each(LANGUAGES)(
    "[API-128] in %s has at most 60 kB when sent, including examples of values",
    async (language) => {
      let sent = 0;
      for (const url of [`${METADATA}?language=${language}`, "/api/4.2/wapi/data_type/list"]) {
        const headers = { "accept-encoding": "br" };
        const { headers: told } = await world.send({ method: "GET", url, headers, token: ada });
        expect(told["content-encoding"]).toBe("br");
        sent += Number(told["content-length"]);
      }
      console.log(JSON.stringify({ id: "P17", language, sent }));
      expect(sent).toBeGreaterThan(10_000);
      expect(sent).toBeLessThanOrEqual(60_000);
    },
  );

  it("[API-126] is refused without a token, in an unknown language, with unknown parameters, and as a step", async () => {
    const refused = async (query: string, token?: string): Promise<string | null> =>
      (await world.get(`${METADATA}?${query}`, token)).fault;
    expect(await refused("language=en")).toBe("-20001/1");
    expect(await refused("language=swg")).toBe("-20001/1");
    expect(await refused("language=en", await world.signIn("lars"))).toBe("-20010/4");
    for (const language of ["fr", "swg", "", "EN"])
      expect([language, await refused(`language=${language}`, ada)]).toEqual([language, "-20040/5"]);
    expect(await refused("language=en&object_fq_name=none", ada)).toBe("-20040/5");
    expect(await refused("language=en&short=true", ada)).toBe("-20900/4");
    expect(await refused("language=en&language=de", ada)).toBe("-20040/3");
    const step = { name: "wapi.object_type.metadata", old: { language: "en" } };
    expect((await world.post("/api/4.2/wapi/transaction/execute", [step], ada)).fault).toBe("-20900/4");
  });
});
