import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { readMigrations } from "../../server/db/migrations.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool } from "../../server/db/pool.ts";
import { prove } from "../../server/open.ts";
import { describe as metadataOf } from "../../server/wapi/describe/metadata.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { catalogueWith, siteFolders } from "../support/site-folder.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** As `npm start` keeps compiled modules. */
const CACHE = join(ROOT, "node_modules", ".cache", "netportal");
const sites = siteFolders();
let template = { url: "", drop: () => Promise.resolve() };

beforeAll(async () => {
  template = await emptyDatabase();
  await startOn(template.url, sites.write("first", FIRST));
  const db = createPool({ connectionString: template.url }, 1);
  await db.query(ROWS);
  await db.close();
}, 120_000);
afterAll(async () => {
  await template.drop();
  sites.remove();
});

const L = `label: { de: "x", en: "x" }`;
const KIND = `attributes: { word: { type: "text_id", ${L} } }, key: ["word"]`;
const toolWith = (attributes: string): string =>
  `attributes: { code: { type: "text_id", ${L} }, ${attributes} }, key: ["code"]`;
const TOOL = toolWith(`weeks: { type: "text_line", ${L}, nullable: true },
  kind: { ${L}, nullable: true, ref: { to: "lab.kind" } }, kinds: { ${L}, ref: { to: "lab.kind" }, set: true, type: "text_id_array" }`);
const FIRST = { kind: KIND, tool: TOOL };
const ROWS = `insert into lab.kind (word) values ('saw'), ('drill');
  insert into lab.tool (code, weeks, kind) values ('a', '3', 1), ('b', 'four', 1), ('c', null, null), ('d', '12 ', 2);
  insert into lab.tool_kinds (row_id, target_id) values (1, 1), (1, 2)`;

/** `started`, or the reason why not. */
async function startOn(url: string, folder: string | null): Promise<string> {
  const catalogue = await (folder === null ? loadCatalogue() : catalogueWith(folder));
  try {
    const opened = await openDatabase({ url, catalogue, metadata: metadataOf(catalogue), prove });
    await opened.close();
    return "started";
  } catch (fault) {
    return String(fault);
  }
}

/** A database of the first version with rows, which the next versions change. */
async function siteDatabase(from = template.url) {
  const clone = await emptyDatabase(new URL(from).pathname.slice(1));
  const { url } = clone;
  const db = createPool({ connectionString: url }, 2);
  return {
    start: (folder: string | null) => startOn(url, folder),
    rows: (sql: string) => db.query(sql),
    check: (folder: string) => migrate({ DATABASE_URL: url, NETPORTAL_OBJECTS: folder }, ["--check"]),
    async [Symbol.asyncDispose]() {
      await db.close();
      await clone.drop();
    },
  };
}

/** `npm run migrate` in a process of its own. */
function migrate(env: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "server", "migrate.ts"), ...options],
    { cwd: ROOT, encoding: "utf8", env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: CACHE, ...env } },
  );
  return { status, text: stdout + stderr };
}

/** The lines that a refusal tells to write, after the line that begins so. */
function told(refusal: string, beginning: string): string {
  const lines = refusal.split("\n");
  const from = lines.findIndex((line) => line.startsWith(beginning)) + 1;
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest.slice(0, end).join("\n").replaceAll(/^ {2}/gm, "");
}

function expectOutcome(outcome: ReturnType<typeof migrate>, status: number, text: string): void {
  expect(outcome.text).toContain(text);
  expect(outcome.status).toBe(status);
}

const TABLES = `select c.conrelid::regclass::text as name, c.conname as what, pg_get_constraintdef(c.oid) as is from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace where n.nspname = 'lab'
  union all select attrelid::regclass::text, attname, format_type(atttypid, atttypmod) || attnotnull from pg_attribute
    join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where nspname = 'lab' and relkind = 'r' and attnum > 0 and not attisdropped
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'lab' order by 1, 2, 3`;

describe("a definition of the site that differs from its table", () => {
  const other = toolWith(`owner: { type: "text_line", ${L} }`);

  it("refuses the start, names file, attribute and the migration to write, and changes nothing", async () => {
    await using site = await siteDatabase();
    const before = await site.rows(TABLES);
    const folder = sites.write("differs", { tool: other });
    const refusal = await site.start(folder);
    expect(refusal).toContain(
      `${folder}/tool.ts: lab.tool.weeks: the attribute is gone, its column is still there`,
    );
    expect(refusal).toContain(
      `${folder}/tool.ts: lab.tool.kinds: the set of references is gone, its table is still there`,
    );
    expect(refusal).toContain(
      `${folder}: no file defines lab.kind. Put its file back, if the type is not to go.`,
    );
    expect(refusal).toContain(`Write ${folder}/migrations/001-name.sql:\n`);
    expect(await site.rows(TABLES)).toEqual(before);
    expect(await site.start(null)).toContain(
      "lab.tool: no folder of the site's types is set (NETPORTAL_OBJECTS). Set it",
    );
  });

  it("is put into a database by that migration, and the database then has the same tables as a new one", async () => {
    await using site = await siteDatabase();
    const refusal = await site.start(sites.write("told-not", { tool: other }));
    const sql = told(refusal, "Write ").replace("= …", "= 'somebody'");
    expect(await site.start(sites.write("told", { tool: other }, { "001-told": sql }))).toBe("started");
    expect(await site.rows("select code, owner from lab.tool where code = 'b'")).toEqual([
      { code: "b", owner: "somebody" },
    ]);
    const fresh = await emptyDatabase();
    await startOn(fresh.url, sites.write("fresh", { tool: other }));
    const db = createPool({ connectionString: fresh.url }, 1);
    expect(await site.rows(TABLES)).toEqual(await db.query(TABLES));
    await db.close();
    await fresh.drop();
  });

  it("keeps values and constraints of a renamed attribute by the printed statements", async () => {
    await using site = await siteDatabase();
    const renamed = TOOL.replace("kind: {", "sort: {");
    const refusal = await site.start(sites.write("renamed-not", { kind: KIND, tool: renamed }));
    const sql = told(refusal, "If lab.tool.kind was renamed to sort");
    const folder = sites.write("renamed", { kind: KIND, tool: renamed }, { "001-sort": sql });
    expectOutcome(site.check(folder), 0, "Nothing would be lost.");
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select sort from lab.tool order by code")).toEqual([
      { sort: "1" },
      { sort: "1" },
      { sort: null },
      { sort: "2" },
    ]);
    const names = (await site.rows(TABLES)).map((row) => ("what" in row ? row.what : null));
    expect(names).toContain("lab_tool_sort_fkey");
    expect(names).not.toContain("lab_tool_kind_fkey");
  });
});

describe("a type of the site that was renamed", () => {
  const boxes = `attributes: { code: { type: "text_id", ${L} }, tool: { ${L}, ref: { to: "lab.tool", by: "gpk" } },
    tools: { ${L}, ref: { to: "lab.tool" }, set: true, type: "text_id_array" } }, key: ["code"]`;
  const before = { kind: KIND, tool: TOOL, box: boxes };
  const after = { kind: KIND, gadget: TOOL, box: boxes.replaceAll("lab.tool", "lab.gadget") };
  const GRANT = `insert into cntl.role (name) values ('lab-keeper');
    insert into cntl.role2permission (role_name, permission_name) select id, 'lab-rw-tool' from cntl.role where name = 'lab-keeper'`;

  it("keeps rows, sets, references to it, grants and history by the printed statements", async () => {
    await using site = await siteDatabase();
    await site.start(sites.write("type-before", before));
    await site.rows(
      `insert into lab.box (code, tool) values ('b', 1); insert into lab.box_tools values (1, 2); ${GRANT}`,
    );
    const refusal = await site.start(sites.write("type-renamed-not", after));
    const sql = told(refusal, "If lab.tool was renamed to lab.gadget");
    const folder = sites.write("type-renamed", after, { "001-gadget": sql });
    expectOutcome(site.check(folder), 0, "Nothing would be lost.");
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select code from lab.gadget order by 1")).toHaveLength(4);
    expect(await site.rows("select count(*)::int as n from lab.gadget_kinds")).toEqual([{ n: 2 }]);
    expect(await site.rows("select target_id from lab.box_tools")).toEqual([{ target_id: "2" }]);
    expect(
      await site.rows("select permission_name from cntl.role2permission where permission_name like 'lab%'"),
    ).toEqual([{ permission_name: "lab-rw-gadget" }]);
    const fresh = await emptyDatabase();
    await startOn(fresh.url, sites.write("type-fresh", after));
    const db = createPool({ connectionString: fresh.url }, 1);
    // PostgreSQL names not-null constraints after the original table.
    const named = TABLES.replace("where n.nspname = 'lab'", "where n.nspname = 'lab' and c.contype <> 'n'");
    expect(await site.rows(named)).toEqual(await db.query(named));
    await db.close();
    await fresh.drop();
  });

  it("moves grants to the permission that it now has instead of its own", async () => {
    await using site = await siteDatabase();
    await site.rows(GRANT);
    const gadget = `${TOOL}, write: { permission: "lab.keeps" }`;
    const refusal = await site.start(sites.write("permission-not", { kind: KIND, gadget }));
    const sql = told(refusal, "If lab.tool was renamed to lab.gadget");
    expect(await site.start(sites.write("permission", { kind: KIND, gadget }, { "001-gadget": sql }))).toBe(
      "started",
    );
    const grants = "select permission_name as p from cntl.role2permission where permission_name like 'lab%'";
    expect(await site.rows(grants)).toEqual([{ p: "lab-keeps" }]);
  });
});

describe("a migration of the site", () => {
  const retyped = TOOL.replace('"text_line"', '"integer"');

  it("runs once, and is recorded separately from the migrations of the product", async () => {
    await using site = await siteDatabase();
    const sql = "-- needs: lab.tool\nupdate lab.tool set code = code || '1';";
    const folder = sites.write("once", FIRST, { "001-codes": sql });
    for (const _ of [1, 2]) expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select code from lab.tool order by 1 limit 1")).toEqual([{ code: "a1" }]);
    expect(await site.rows("select number, name from netportal.site_migration")).toEqual([
      { number: 1, name: "codes" },
    ]);
    expect(await site.rows("select name from netportal.migration where number = 1")).toEqual([
      { name: "ttl-of-31-bits" },
    ]);
    const other = sites.write("taken", FIRST, { "001-others": sql });
    expect(await site.start(other)).toContain(
      `${other}/migrations/001-others.sql: the database ran another migration with this number, "codes".`,
    );
  });

  it("is undone together with all others if one fails, and the file is named", async () => {
    await using site = await siteDatabase();
    const folder = sites.write(
      "fails",
      { kind: KIND, tool: retyped },
      {
        "001-rows": "-- needs: lab.kind\ninsert into lab.kind (word) values ('axe');",
        "002-integer":
          "-- changes: lab.tool.weeks\nalter table lab.tool alter column weeks type bigint using weeks::bigint;",
      },
    );
    expect(await site.start(folder)).toContain(
      `${folder}/migrations/002-integer.sql: the database refuses it: invalid input syntax for type bigint: "four". Nothing was changed.`,
    );
    expect(await site.rows("select word from lab.kind order by 1")).toEqual([
      { word: "drill" },
      { word: "saw" },
    ]);
    const { status, text } = site.check(folder);
    expect(status).toBe(1);
    expect(text).toContain("lab.tool.weeks (bigint): values that do not fit the type: 1 (four)");
    expect(text).toContain("002-integer.sql: the database refuses it");
  });

  it("cannot claim more changes than it makes", async () => {
    await using site = await siteDatabase();
    const sql = "-- changes: lab.tool.weeks\nupdate lab.tool set weeks = null;";
    const folder = sites.write("unkept", { kind: KIND, tool: retyped }, { "001-weeks": sql });
    expect(await site.start(folder)).toContain(
      `${folder}/migrations/001-weeks.sql: it says that it changes lab.tool.weeks, but afterwards weeks is text and should be bigint.`,
    );
    const nothing = "-- changes: lab.tool\n-- changes: lab.gadget\nselect 1;";
    const renamed = sites.write("unkept-type", { kind: KIND, gadget: TOOL }, { "001-gadget": nothing });
    expect(await site.start(renamed)).toContain(
      `${renamed}/migrations/001-gadget.sql: it says that it changes lab.gadget, but afterwards id is missing and should be bigint`,
    );
  });

  it("may leave changes to a later migration, also for a database that skips a release, whichever type is between the two", async () => {
    await using site = await siteDatabase();
    const folder = sites.write(
      "skips-type",
      { kind: KIND, tool: TOOL },
      {
        "001-integer":
          "-- changes: lab.tool.weeks\nalter table lab.tool alter column weeks type bigint using case when weeks ~ '^[0-9]+$' then weeks::bigint end;",
        "002-text": `-- changes: lab.tool.weeks\nalter table lab.tool alter column weeks type text collate "C" using weeks || ' weeks';`,
      },
    );
    expect(site.check(folder).text).toContain("002-text.sql: would run");
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select weeks from lab.tool where code = 'a'")).toEqual([{ weeks: "3 weeks" }]);
  });

  it("that renames a type does not include changes of a later release to it", async () => {
    await using site = await siteDatabase();
    const renamed = sites.write("skips-renamed-not", { kind: KIND, gadget: TOOL });
    const sql = told(await site.start(renamed), "If lab.tool was renamed to lab.gadget");
    const grown = TOOL.replace(
      "weeks: {",
      `note: { type: "text_line", ${L}, nullable: true }, sort: { ${L}, nullable: true, ref: { to: "lab.kind" } }, weeks: {`,
    );
    const folder = sites.write("skips-added", { kind: KIND, gadget: grown }, { "001-gadget": sql });
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select code, note, sort from lab.gadget where code = 'a'")).toEqual([
      { code: "a", note: null, sort: null },
    ]);
    const broken = site.rows("update lab.gadget set sort = 99 where code = 'a'");
    await expect(broken).rejects.toThrow("lab_gadget_sort_fkey");
    expect(await site.start(folder)).toBe("started");
  });

  it("cannot end the transaction; words like commit in functions and texts are allowed", () => {
    const wrong = sites.write("commits", FIRST, { "001-x": "update lab.tool set code = 'x';\nCOMMIT;" });
    expect(() => readMigrations(wrong)).toThrow(
      `${wrong}/migrations/001-x.sql: a migration runs in the transaction of the start. Take "COMMIT" away.`,
    );
    const right = sites.write("quiet", FIRST, {
      "001-x": "-- commit;\ndo $$ begin null; end; $$; select 'x; commit;';",
    });
    expect(readMigrations(right).filter(({ isOfSite }) => isOfSite)).toHaveLength(1);
  });

  it("does not run if the database never had the type", async () => {
    const plain = await emptyDatabase();
    expect(await startOn(plain.url, null)).toBe("started");
    await using site = await siteDatabase(plain.url);
    const folder = sites.write(
      "joined",
      { kind: KIND },
      {
        "001-drop": "-- changes: lab.tool\ndrop table lab.tool;",
        "002-data": "-- needs: lab.tool\nupdate lab.tool set code = 'x';",
      },
    );
    expect(site.check(folder).text).toContain("001-drop.sql: not needed: the database has nothing of it");
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select number from netportal.site_migration order by 1")).toEqual([
      { number: 1 },
      { number: 2 },
    ]);
    await plain.drop();
  });

  it("runs after the migration before it, also on a table that only that migration created", async () => {
    const plain = await emptyDatabase();
    expect(await startOn(plain.url, sites.write("named-kind", { kind: KIND }))).toBe("started");
    await using site = await siteDatabase(plain.url);
    await site.rows("insert into lab.kind (word) values ('saw')");
    const renamed = sites.write(
      "named-breed",
      { breed: KIND },
      {
        "001-sort": "-- changes: lab.kind\n-- changes: lab.sort\nalter table lab.kind rename to sort;",
        "002-breed": "-- changes: lab.sort\n-- changes: lab.breed\nalter table lab.sort rename to breed;",
      },
    );
    expect(await site.start(renamed)).toBe("started");
    expect(await site.rows("select word from lab.breed")).toEqual([{ word: "saw" }]);
    await plain.drop();
  });

  it("of a removed type whose permission is granted is refused with the missing statement", async () => {
    await using site = await siteDatabase();
    await site.rows("insert into cntl.role (name) values ('lab-keeper')");
    await site.rows(
      "insert into cntl.role2permission (role_name, permission_name) select id, 'lab-rw-tool' from cntl.role where name = 'lab-keeper'",
    );
    const sql = "-- changes: lab.tool\ndrop table lab.tool_kinds; drop table lab.tool;";
    const refusal = await site.start(sites.write("granted", { kind: KIND }, { "001-drop": sql }));
    const [, missing = ""] = /Write into a migration: (.+)$/m.exec(refusal) ?? [];
    expect(refusal).toContain(
      "cntl.permission lab.rw:tool is gone, and 1 cntl.role2permission still refer to it.",
    );
    const folder = sites.write("granted-not", { kind: KIND }, { "001-drop": `${sql}\n${missing}` });
    expect(site.check(folder).text).toMatch(/cntl.role2permission: rows lost: 1\n/);
    expect(await site.start(folder)).toBe("started");
    expect(await site.rows("select to_regclass('lab.tool') as there")).toEqual([{ there: null }]);
  });
});

describe("npm run migrate -- --check", () => {
  it("reports the contents of lost columns, tables and rows, and keeps everything", async () => {
    await using site = await siteDatabase();
    const folder = sites.write(
      "loses",
      { tool: toolWith(`note: { type: "text", ${L}, nullable: true }`) },
      {
        "001-weeks": `-- changes: lab.tool.weeks
        alter table lab.tool drop column weeks;`.replaceAll(/^ +/gm, ""),
        "002-kinds": `-- changes: lab.tool.kind
        -- changes: lab.tool.kinds
        -- changes: lab.tool lab_tool_kind_fkey
        -- changes: lab.kind
        drop table lab.tool_kinds; alter table lab.tool drop column kind; drop table lab.kind;`.replaceAll(
          /^ +/gm,
          "",
        ),
        "003-rows": "-- needs: lab.tool\ndelete from lab.tool where code > 'b';",
      },
    );
    const { status, text } = site.check(folder);
    expect(text.replaceAll(`${folder}/migrations/`, "").split("\n")).toEqual([
      "001-weeks.sql: would run",
      "  lab.tool.weeks: values lost: 3",
      "002-kinds.sql: would run",
      "  lab.kind: rows lost: 2",
      "  lab.tool_kinds: rows lost: 2",
      "  lab.tool.kind: values lost: 3",
      "003-rows.sql: would run",
      "  lab.tool: rows lost: 2",
      "This would be lost. Nothing was changed.",
      "",
    ]);
    expect(status).toBe(1);
    expect(await site.rows("select count(*)::int as rows, count(weeks)::int as weeks from lab.tool")).toEqual(
      [{ rows: 4, weeks: 3 }],
    );
    expect(await site.rows("select number from netportal.site_migration")).toEqual([]);
  });

  it("reports values that a new type empties or rounds, and emptied tables", async () => {
    await using site = await siteDatabase();
    await site.rows(
      "alter table lab.tool add column price numeric; update lab.tool set price = 1.7 where code = 'a'; update lab.tool set price = 3 where code = 'b'",
    );
    const folder = sites.write(
      "changes",
      { kind: KIND, tool: TOOL.replace('"text_line"', '"integer"') },
      {
        "001-weeks": `-- changes: lab.tool.weeks\nalter table lab.tool alter column weeks type bigint
        using case when weeks ~ '^[0-9 ]+$' then weeks::bigint end;`,
        "002-price":
          "alter table lab.tool alter column price type bigint using price::bigint; truncate lab.tool_kinds;",
      },
    );
    const { status, text } = site.check(folder);
    expect(text).toContain("lab.tool.weeks: values changed: 2 (12  → 12, four → –)");
    expect(text).toContain("lab.tool.price: values changed: 1 (1.7 → 2)");
    expect(text).toContain("lab.tool_kinds: rows lost: 2");
    expect(status).toBe(1);
  });

  it("reports changed values in tables whose rows have no id", async () => {
    await using site = await siteDatabase();
    await site.rows(
      "create table lab.note (of text, price numeric); insert into lab.note values ('a', 1.7), ('a', 1.7), ('b', 3), ('c', null)",
    );
    const sql = "alter table lab.note alter column price type bigint using price::bigint;";
    const { status, text } = site.check(sites.write("no-id", FIRST, { "001-price": sql }));
    expect(text).toContain("lab.note.price: values changed: 2 (1.7 → –, …)");
    expect(status).toBe(1);
  });

  it("reports the numbers of a change without a migration, and of rows that lack a required value", async () => {
    await using site = await siteDatabase();
    const lost = site.check(sites.write("unwritten", { kind: KIND, tool: TOOL.replace(/weeks: {.*/, "") }));
    expectOutcome(lost, 1, "  lab.tool.weeks: values lost: 3\n");
    const sql = "-- changes: lab.tool.weeks\nalter table lab.tool alter column weeks set not null;";
    const required = { kind: KIND, tool: TOOL.replace(", nullable: true }", " }") };
    const empty = site.check(sites.write("required", required, { "001-weeks": sql }));
    expectOutcome(empty, 1, "lab.tool.weeks: rows without the value: 1\n");
  });

  it("stops if calls hold a table for longer than it may wait", async () => {
    await using site = await siteDatabase();
    const folder = sites.write(
      "waits",
      { kind: KIND, tool: TOOL.replace(/weeks: {.*/, "") },
      {
        "001-weeks": "-- changes: lab.tool.weeks\nalter table lab.tool drop column weeks;",
      },
    );
    const holding = site.rows("begin; lock table lab.tool; select pg_sleep(30); commit").catch(() => []);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { status, text } = site.check(folder);
    expect(text).toContain("lock timeout");
    expect(status).toBe(1);
    await site.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; lock table lab.tool%' and pid <> pg_backend_pid() and datname = current_database()",
    );
    await holding;
  });

  it("works on the embedded database too, and the command without --check applies what it reported", () => {
    const data = scratchFolder("embedded");
    const at = (folder: string) => ({ NETPORTAL_DATA: data, NETPORTAL_OBJECTS: folder });
    expect(migrate(at(sites.write("embedded", FIRST)))).toMatchObject({ status: 0 });
    const next = sites.write(
      "embedded-next",
      { kind: KIND, tool: TOOL.replace(/weeks: {.*/, "") },
      {
        "001-weeks": "-- changes: lab.tool.weeks\nalter table lab.tool drop column weeks;",
      },
    );
    const trial = migrate(at(next), ["--check"]);
    expectOutcome(trial, 0, "001-weeks.sql: would run");
    expectOutcome(migrate(at(next)), 0, "The database is as the definitions say.");
    expect(migrate(at(next), ["--check"]).text).toBe("Nothing would be lost. Nothing was changed.\n");
    rmSync(data, { recursive: true });
  }, 120_000);
});
