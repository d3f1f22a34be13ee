import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { column, demoWorld, refusedWith, sortedTexts, texts, type DemoWorld } from "../support/demo-world.ts";
import { codeOf, rowsOf } from "../support/small-world.ts";

let world: DemoWorld;

beforeAll(async () => {
  world = await demoWorld();
}, 120_000);

afterAll(() => world.close());

/** A member of a row that is an object. */
function objectIn(row: Row | undefined, name: string): Readonly<Record<string, Json>> {
  const value = row?.[name];
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${name} is no object`);
  // It is neither a list nor null, so it is a JSON object.
  return value as Readonly<Record<string, Json>>;
}

describe("metadata (wire contract 5)", () => {
  it("[API-50] [OBJ-01] an object type has names, attributes and references", async () => {
    const types = await world.rows("greta", "wapi.object_type.list");
    expect(types).toHaveLength(world.catalogue.types.size);
    const subnet = types.find((row) => row["fq_name"] === "nd.ip_subnet");
    expect(subnet).toMatchObject({
      gpk: "ot-nd-ip_subnet",
      system: "nd",
      name: "ip_subnet",
      key_attribute_list: ["cidr"],
      referencing_by_attribute: {
        bcd: { object_fq_name: "nd.bcd", attribute: "name", reference_name: "api_fkey_nd_ip_subnet_bcd" },
      },
      reference_names_by_attribute: { bcd: ["api_fkey_nd_ip_subnet_bcd"] },
    });
    const attributes = Object.keys(objectIn(subnet, "attributes"));
    const [row] = await world.rows("ada", "nd.ip_subnet.list", { fetch_limit: 1 });
    expect(attributes.sort()).toEqual(Object.keys(row ?? {}).sort());
  });

  it("[API-53] [OBJ-02] a function has parameters with data type, texts and required flag", async () => {
    const [create] = await world.rows("greta", "wapi.function.list", { fq_name: "nd.bcd.create" });
    const name = objectIn(objectIn(create, "parameters") as Row, "name");
    expect(name).toMatchObject({
      data_type: "bcd_name",
      description_global_scope: expect.any(String) as unknown,
      description_detail: expect.anything() as unknown,
      new: { isRequired: true, is_nullable: false, data_default: null },
    });
    expect(objectIn(create, "parameters")).toMatchObject({
      categ: { new: { isRequired: false, data_default: "USER" } },
      description: { new: { is_nullable: true, data_default: null } },
    });
    const { parameters } =
      (await world.rows("greta", "wapi.function.list", { fq_name: "nd.bcd.update" }))[0] ?? {};
    expect(parameters).toMatchObject({
      description: { new: { isRequired: false, is_nullable: true } },
      name: { old: { isRequired: false } },
    });
  });

  it("[API-51] [API-52] [OBJ-04] types and attributes have names and descriptions in each language", async () => {
    const texts = await world.rows("greta", "wapi.object_type_lang_dict.list", {
      object_fq_name: "nd.ip_subnet",
    });
    expect(texts.map(({ language_tag, name, description }) => [language_tag, name, description])).toEqual([
      ["de", "Subnetz", "IP-Subnetz eines BCD"],
      ["en", "Subnet", "IP subnet of a BCD"],
    ]);
    const attributes = await world.rows("greta", "wapi.object_type_attr_lang_dict.list", {
      object_fq_name: "nd.ip_subnet",
      attribute: "cidr",
    });
    expect(attributes.map(({ language_tag, name }) => [language_tag, name])).toEqual([
      ["de", "Netz"],
      ["en", "Network"],
    ]);
    const described = await world.rows("greta", "wapi.object_type_attr_lang_dict.list");
    const count = [...world.catalogue.types.values()].reduce((sum, type) => sum + type.attributes.size, 0);
    expect(described).toHaveLength(count * 2);
    expect(described.filter(({ name, description }) => name === null || description === null)).toEqual([]);
    const all = await world.rows("greta", "wapi.object_type_lang_dict.list");
    expect(all).toHaveLength(world.catalogue.types.size * 2);
    expect(all.filter(({ name, description }) => name === null || description === null)).toEqual([]);
  });

  it("[OBJ-05] the metadata call gives each type as the lists do", async () => {
    const said = await world.get("greta", "wapi.object_type.metadata", { object_fq_name: "dns.record" });
    const [row] = rowsOf(said);
    const [definition] = await world.rows("greta", "wapi.object_type.list", { fq_name: "dns.record" });
    const functions = await world.rows("greta", "wapi.function.list", { object_fq_name: "dns.record" });
    expect(row?.["definition"]).toEqual(definition);
    expect(sortedTexts(row?.["functions"] as unknown as Row[], "fq_name")).toEqual(
      sortedTexts(functions, "fq_name"),
    );
    expect(JSON.stringify(row?.["references"])).toContain("api_func_dns_record_is_in_bcd");
    expect(
      rowsOf(await world.get("greta", "wapi.object_type.metadata", { object_fq_name: "no.such" })),
    ).toEqual([]);
    const refused = await world.get("greta", "wapi.object_type.metadata", { object_fq_name: "none" });
    expect(refused).toMatchObject({
      exception: { error: { name: "bad_format" }, details: { parameter: "object_fq_name", scope: "query" } },
    });
    const whole = rowsOf(await world.get("greta", "wapi.object_type.metadata"));
    expect(whole).toHaveLength(world.catalogue.types.size);
  });

  it("[API-17] data types are listed, filtered by json_name and text_length", async () => {
    const get = async (query: Readonly<Record<string, string>>): Promise<readonly Row[]> =>
      rowsOf(await world.get("greta", "wapi.data_type.list", query));
    expect((await get({ json_name: "number" })).map(({ name, min, max }) => [name, min, max])).toEqual([
      ["decimal", null, null],
      ["integer", expect.anything(), expect.anything()],
      ["vlan_id", 1, 4094],
      ["vni", 1, 999_999],
    ]);
    const short = await get({ text_length: "64" });
    expect(column(short, "name")).toContain("login_name");
    expect(await get({ text_length: "64", fetch_limit: "2" })).toEqual(short.slice(0, 2));
    expect(column(await get({ json_name: "string", text_length: "23" }), "name")).toEqual(["bcd_name"]);
  });

  it("operators are in their order", async () => {
    const rows = await world.rows("greta", "wapi.data_type_operator.list");
    const order =
      "in not_in overlaps eq ne lt le gt ge regexp regexp_ic contains is_contained_by is_null".split(" ");
    expect(texts(rows, "name")).toEqual(order);
    const wanted = { sorting_params_list: ["name DESC"] };
    const sorted = await world.rows("greta", "wapi.data_type_operator.list", wanted);
    expect(texts(sorted, "name")).toEqual(order.toSorted().reverse());
  });

  it("data types of names contain the patterns that terms are checked with", async () => {
    const names = ["bcd_name", "fqdn", "ou_name", "group_name", "login_name", "text"];
    const rows = await world.rows("greta", "wapi.data_type.list", { name_list: names });
    expect(Object.fromEntries(rows.map(({ name, part_pattern }) => [name, part_pattern]))).toEqual({
      bcd_name: "^[a-z0-9-]+$",
      fqdn: "^[a-z0-9_.*-]+$",
      ou_name: "^[^/]+$",
      group_name: "^[A-Za-z0-9_-]+$",
      login_name: "^[a-z0-9._-]+$",
      text: null,
    });
  });

  it("[OBJ-07] a gpk belongs to exactly one type", async () => {
    const prefixes = [...world.catalogue.types.values()].map(({ spec }) => spec.gpk);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.filter((prefix) => prefix.includes("-"))).toEqual([]);
    const named = ["nd.bcd", "dns.fqdn", "cntl.group", "org.unit", "dns.record", "wapi.object_type"];
    const gpks = new Map<string, string>();
    for (const name of named)
      for (const gpk of texts(await world.rows("ada", `${name}.list`, { fetch_limit: 40 }), "gpk")) {
        expect(gpks.has(gpk)).toBe(false);
        gpks.set(gpk, name);
      }
    const found = await world.rows("ada", "wapi.object.list", { gpk_list: [...gpks.keys(), "bcd-9999999"] });
    expect(new Map(found.map(({ gpk, object_fq_name: name }) => [gpk, name]))).toEqual(gpks);
    const hidden = texts(await world.rows("ada", "nd.bcd.list"), "gpk");
    const seen = await world.rows("greta", "nd.bcd.list");
    expect(sortedTexts(await world.rows("greta", "wapi.object.list", { gpk_list: hidden }), "gpk")).toEqual(
      sortedTexts(seen, "gpk"),
    );
  });
});

describe("maintenance windows", () => {
  it("[API-16] [ALERT-10] are filtered by is_active and sorted: active ones first, then by their begin", async () => {
    await world.db.query(
      `insert into wapi.maint_state (subject, ts_begin, ts_end) values
       ('now, later', now() - interval '1 hour', null), ('now, earlier', now() - interval '2 hours', now() + interval '1 hour'),
       ('over', now() - interval '3 hours', now() - interval '1 hour'), ('soon', now() + interval '1 hour', null)`,
    );
    const get = async (query: Readonly<Record<string, string>>): Promise<readonly unknown[]> =>
      column(rowsOf(await world.get("greta", "wapi.maint_state.list", query)), "subject");
    const sorting_params_list = '["is_active DESC","ts_begin ASC"]';
    const demo = "Umbau der Netzverteiler im Campus Nord";
    const whole = ["now, earlier", "now, later", "over", "soon", demo];
    expect(await get({ sorting_params_list })).toEqual(whole);
    expect(await get({ sorting_params_list, is_active: "true" })).toEqual(whole.slice(0, 2));
    expect(await get({ sorting_params_list, fetch_limit: "2", fetch_offset: "1" })).toEqual(
      whole.slice(1, 3),
    );
    const filter_params_dict = '{"subject": {"regexp": "^(now|soon)"}, "ts_end": {"is_null": true}}';
    expect(await get({ sorting_params_list, filter_params_dict })).toEqual(["now, later", "soon"]);
  });
});

describe("subnets", () => {
  it("[SRCH-45] cidr yields the smallest subnet that contains the address or network", async () => {
    await world.db.query(
      `insert into nd.ip_subnet (cidr, bcd) select c::cidr, (select min(id) from nd.bcd)
       from unnest(array['203.0.112.0/22', '2001:db8:ffff::/48']) c`,
    );
    const smallest = async (cidr: string): Promise<readonly unknown[]> =>
      column(await world.rows("ada", "nd.ip_subnet.list", { cidr }), "cidr");
    expect(await smallest("203.0.113.7")).toEqual(["203.0.112.0/22"]);
    expect(await smallest("203.0.113.0/24")).toEqual(["203.0.112.0/22"]);
    expect(await smallest("2001:DB8:FFFF::1")).toEqual(["2001:db8:ffff::/48"]);
    expect(await smallest("203.0.0.0/16")).toEqual([]);
    expect(await world.rows("greta", "nd.ip_subnet.list", { cidr: "203.0.113.7" })).toEqual([]);
  });
});

describe("answers of the executor", () => {
  const STEPS = [{ idx: "a", name: "nd.site.list" }, { name: "org.unit_type.list" }];

  it("[API-29] [API-30] lists are keyed in dict mode, and otherwise in step order", async () => {
    const { body } = await world.send("greta", "dict_mode=true", STEPS);
    const dict = JSON.parse(body) as Record<string, readonly Row[]>;
    expect(Object.keys(dict).filter((key) => !key.startsWith("__lang_"))).toEqual(["a", "unit_type_list"]);
    const { body: plain } = await world.send("greta", "dict_mode=false", STEPS);
    expect(JSON.parse(plain)).toEqual([dict["a"], dict["unit_type_list"]]);
    expect((await world.send("greta", "", STEPS)).body).toBe(plain);
    expect((await world.send("greta", "dict_mode=true", [])).body).toBe("{}");
    expect((await world.send("greta", "", [])).body).toBe("[]");
  });

  it("[API-34] translations are those of the rows of a list, by object, language and attribute", async () => {
    const lists = await world.lists("greta", [
      { idx: "units", name: "org.unit.list", old: { fetch_limit: 5, fetch_offset: 3 } },
      { idx: "none", name: "org.unit.list", old: { gpk_list: [] } },
    ]);
    expect(lists["__lang_none"]).toEqual([]);
    const units = column(lists["units"], "gpk");
    expect(units).toHaveLength(5);
    const stored = await world.db.query(
      `select object_gfk, language_tag, lang_attr_key, value from cntl.ot_lang_attr_val
       where object_gfk = any($1) order by object_gfk, language_tag, lang_attr_key`,
      [units],
    );
    expect(stored.length).toBeGreaterThanOrEqual(5);
    expect(lists["__lang_units"]).toEqual(stored);
    const { body } = await world.send("greta", "dict_mode=false", [{ name: "org.unit.list" }]);
    expect(body).not.toContain("language_tag");
  });

  it("[API-36] [API-37] [API-38] headers show the result of the transaction and the access mode", async () => {
    const headers = (state: string, mode: string) => ({
      "X-Transaction-State": state,
      "X-Access-Mode": mode,
    });
    expect((await world.send("ada", "", STEPS)).headers).toEqual(headers("committed", "rw"));
    expect((await world.send("ada", "dry_mode=true", STEPS)).headers).toEqual(headers("rolled_back", "rw"));
    const closed = await demoWorld("ro");
    const make = { name: "nd.site.create", new: { name: "ro1" } };
    expect((await closed.send("ada", "", STEPS)).headers).toEqual(headers("rolled_back", "ro"));
    expect((await closed.send("ada", "", [make])).headers).toEqual(headers("rolled_back", "ro"));
    expect(await closed.rows("ada", "nd.site.list", { name: "ro1" })).toEqual([]);
    expect(codeOf(await closed.post("ada", "nd.site.create", { new: { name: "ro1" } }))).toBe("-20920/1");
    await closed.close();
  });

  it("[API-28] an unknown step or reference is refused", async () => {
    const join = (reference: string, step: string) => [
      { idx: "b", name: "nd.bcd.list" },
      { idx: "s", name: "nd.ip_subnet.list", union_join_ref: { [step]: reference } },
    ];
    for (const [step, reference, fault] of [
      ["x", "default", "malformed_step"],
      ["b", "api_fkey_nd_vlan_bcd", "unknown_reference"],
    ] as const)
      expect((await refusedWith(world.send("ada", "", join(reference, step)))).error.name).toBe(fault);
  });

  it("a list by POST takes filters of any length", async () => {
    const name_list = Array.from({ length: 9_999 }, (_, n) => `none-${String(n)}`);
    const said = await world.post("ada", "nd.bcd.list", { old: { name_list } });
    expect(rowsOf(said)).toEqual([]);
    expect(
      codeOf(await world.post("ada", "nd.bcd.list", { old: { name_list: [...name_list, "aa-1", "bb-1"] } })),
    ).toBe("-20910/4");
  });
});
