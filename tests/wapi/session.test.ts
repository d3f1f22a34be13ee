import { SESSION_STEPS } from "#contract/wire/session-steps";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { tokenHash } from "../../server/access/token.ts";
import { createApp, type App } from "../../server/app.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

const TOKEN = "a".repeat(43);
let database: TestDatabase;
let app: App;
const logged: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db, catalogue } = database;
  await db.query("insert into cntl.mgr (login_name, last_name) values ('ab1234', 'Ada'), ('cd5678', 'Otto')");
  await db.query(
    `insert into cntl.wapi_auth (login_name, is_session, token_hash, expiration_date, last_generated, last_used)
     values (1, true, $1, now() + interval '1 day', now(), now())`,
    [tokenHash(TOKEN)],
  );
  await db.query(
    "insert into cntl.role (name, description) values ('upper', 'oben'), ('lower', 'unten'), ('other', 'fern')",
  );
  await db.query("insert into cntl.role2role (role_name, sub_role_name) values (1, 2)");
  await db.query("insert into cntl.mgr2role (login_name, role_name) values (1, 1)");
  await db.query(
    `insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from (values (1, 'nd.rw:site'), (2, 'nd.ro:bcd'), (3, 'nd.rw:bcd'))
       v(role, name) join cntl.role r on r.id = v.role join cntl.permission p on p.name = v.name`,
  );
  await db.query("insert into org.unit_type (short_name, title, position) values ('abt', 'Abteilung', 1)");
  await db.query("insert into org.unit (short_name, title, unit_type) values ('KIT', 'Institut', 1)");
  await db.query(
    "insert into org.unit (short_name, title, unit_type, parent) values ('SCC', 'Rechenzentrum', 1, 1), ('IBU', 'Bau', 1, 1)",
  );
  await db.query("insert into cntl.mgr2ou (login_name, ou) values (1, 2)");
  await db.query("update wapi.rights_epoch set epoch = epoch + 1");
  app = createApp({ db, catalogue, accessMode: "rw", log: (text) => logged.push(text) });
}, 120_000);

afterAll(() => database.close());

async function lists(steps: readonly Step[]): Promise<Readonly<Record<string, readonly Row[]>>> {
  const outcome = await app.executeAs(TOKEN)(steps, { dryRun: false });
  if (!outcome.ok) throw new Error(`${JSON.stringify(outcome.fault)} ${logged.join("\n")}`);
  return outcome.lists;
}

describe("session start-up (wire contract 3.11 F)", () => {
  it("[API-43] [API-44] [API-45] [API-46] [API-47] [API-48] [PERM-03] one call returns account, roles, permissions and units", async () => {
    const answer = await lists(SESSION_STEPS);
    expect(answer["user"]?.map((row) => row["login_name"])).toEqual(["ab1234"]);
    expect(answer["role_list"]?.map((row) => row["name"])).toEqual(["upper"]);
    expect(answer["permission_list"]?.map((row) => row["name"])).toEqual(["nd.ro:bcd", "nd.rw:site"]);
    expect(answer["mgr2ou_list"]?.map((row) => row["ou"])).toEqual(["KIT::SCC"]);
    const [unit] = SESSION_STEPS.filter(({ name }) => name === "cntl.mgr2ou.list");
    expect(unit?.old).toEqual({ is_own: true, fetch_limit: 1 });
    expect(answer["ot_lang_attr_def_list"]?.length).toBeGreaterThan(0);
    expect(answer).toHaveProperty("ot_lang_attr_val_list");
  });
});

describe("objects by their key", () => {
  it("[OBJ-07] wapi.object.list answers type and title of any gpk", async () => {
    const { object_list = [] } = await lists([
      { name: "wapi.object.list", old: { gpk_list: ["ou-2", "mgr-1", "ou-99", "x"] } },
    ]);
    expect(object_list.map(({ gpk, object_fq_name, title }) => [gpk, object_fq_name, title])).toEqual([
      ["mgr-1", "cntl.mgr", "ab1234 Ada"],
      ["ou-2", "org.unit", "SCC Rechenzentrum"],
    ]);
    const joined = await lists([
      { name: "org.unit.list", old: { short_name: "IBU" } },
      { name: "wapi.object.list", inner_join_ref: { unit_list: "default" } },
    ]);
    expect(joined["object_list"]?.map((row) => row["gpk"])).toEqual(["ou-3"]);
  });

  it("without keys and joins it is refused", async () => {
    const outcome = await app.executeAs(TOKEN)([{ name: "wapi.object.list" }], { dryRun: false });
    expect(outcome).toMatchObject({ ok: false, fault: { name: "required_missing" } });
  });
});

describe("self-description", () => {
  it("[OBJ-05] metadata gives definition, functions and references of one type in one answer", async () => {
    const { body } = await app.executor.call({
      target: { kind: "function", object: "wapi.object_type", operation: "metadata" },
      token: TOKEN,
      query: new URLSearchParams({ object_fq_name: "nd.vlan" }),
      body: null,
    });
    const [[row] = []] = JSON.parse(typeof body === "string" ? body : "") as Row[][];
    expect(Object.keys(row ?? {})).toEqual(["object_fq_name", "definition", "functions", "references"]);
    expect(row).toMatchObject({ object_fq_name: "nd.vlan", definition: { gpk: "ot-nd-vlan", system: "nd" } });
    expect(JSON.stringify(row?.["functions"])).toContain('"fq_name":"nd.vlan.create"');
    expect(JSON.stringify(row?.["references"])).toContain("api_fkey_nd_vlan_bcd");
  });
});

describe("translations and trees", () => {
  it("[API-34] lists of types with language attributes have their translations", async () => {
    await database.db.query(
      `insert into cntl.ot_lang_attr_val (object_gfk, language_tag, lang_attr_key, object_fq_name, value)
       values ('ou-2', 'en', 'title', 'org.unit', 'Computing centre'), ('ou-1', 'en', 'title', 'org.unit', 'Institute')`,
    );
    const answer = await lists([{ idx: "k", name: "org.unit.list", old: { short_name: "SCC" } }]);
    expect(answer["__lang_k"]).toEqual([
      { object_gfk: "ou-2", language_tag: "en", lang_attr_key: "title", value: "Computing centre" },
    ]);
    const own = await lists([
      { idx: "k", name: "org.unit.list" },
      { idx: "__lang_k", name: "org.unit_type.list" },
    ]);
    expect(own["__lang_k"]?.map((row) => row["short_name"])).toEqual(["abt"]);
  });

  it("own units are listed with everything below them (wire contract 8.3, 7)", async () => {
    const answer = await lists([
      { idx: "own_mgr2ou_list", name: "cntl.mgr2ou.list", old: { is_own: true } },
      {
        idx: "unit_list",
        name: "org.unit.list",
        inner_join_ref: { own_mgr2ou_list: "default" },
        old: { sorting_params_list: ["sub_position"] },
      },
      {
        idx: "above",
        name: "org.unit.list",
        inner_join_ref: { unit_list: "api_func_org_unit_hierarchy_gfk_list_is_subset" },
        old: { sorting_params_list: ["level", "sub_position"] },
      },
      {
        idx: "below",
        name: "org.unit.list",
        inner_join_ref: { above: "api_func_org_unit_hierarchy_gfk_list_is_superset" },
      },
    ]);
    const names = (key: string): unknown => answer[key]?.map((row) => row["fq_name"]);
    expect(names("unit_list")).toEqual(["KIT::SCC"]);
    expect(names("above")).toEqual(["KIT", "KIT::SCC"]);
    expect(names("below")).toEqual(["KIT", "KIT::IBU", "KIT::SCC"]);
  });
});

describe("lists and writes in one transaction", () => {
  const steps: readonly Step[] = [
    { idx: "before", name: "nd.site.list" },
    { idx: "made", name: "nd.site.create", new: { name: "cs" } },
    { idx: "after", name: "nd.site.list", inner_join_ref: { made: "self" } },
    { idx: "gone", name: "nd.site.delete", old: { name: "cs" } },
    { idx: "end", name: "nd.site.list" },
  ];

  it("[API-41] each list sees the state at its position", async () => {
    const answer = await lists(steps);
    const shown = Object.entries(answer).filter(([key]) => !key.startsWith("__lang_"));
    expect(shown.map(([key, rows]) => [key, rows.map((row) => row["name"])])).toEqual([
      ["before", []],
      ["made", ["cs"]],
      ["after", ["cs"]],
      ["gone", ["cs"]],
      ["end", []],
    ]);
  });

  it("[API-31] a dry run stores nothing", async () => {
    const outcome = await app.executeAs(TOKEN)(steps.slice(0, 3), { dryRun: true });
    expect(outcome).toMatchObject({ ok: true, rolledBack: true });
    expect((await lists([{ idx: "l", name: "nd.site.list" }]))["l"]).toEqual([]);
  });
});
