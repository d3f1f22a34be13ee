import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { fillEveryTable } from "../support/every-table.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { demoToken, testDatabase } from "../support/postgres.ts";

/** A production instance with people, networks and everything that must not leave it; a test instance with objects of its own. */
let production: HttpWorld;
let instance: HttpWorld;
let session: string;

const KEY = "sehr-geheim-2026";

beforeAll(async () => {
  production = await httpWorld();
  instance = await httpWorld({ NETPORTAL_MODE: "test" }, () => testDatabase({ demo: true }));
  session = await production.signIn("ada");
  const { db } = production;
  await db.query(`update macauth.client set wpa2_key = '${KEY}'`);
  await db.query("insert into nd.site (name, title) values ('werft', 'Werft')");
  await db.query(
    "insert into dns.record (fqdn, type, data) select min(id), 'TYPE65400', '\\# 1 00' from dns.fqdn where type = 'domain'",
  );
  await db.query("insert into netportal.mail_outbox (message) values ('{}')");
  await db.query(
    "insert into netportal.attempt (kind, subject, times, kept_until) values ('login', 'ada', '{}', now())",
  );
  await db.query("insert into macfinder.job (login_name, mac_addr) values ('ada', '00:53:00:00:00:01')");
  await db.query(SERVER);
  const { db: own } = instance;
  await own.query(
    "delete from nd.site where id in (select id from nd.site s where not exists (select from nd.bldg b where b.site = s.id))",
  );
  await own.query("insert into nd.site (name, title) values ('nur-hier', 'Nur hier')");
});
afterAll(async () => {
  await production.close();
  await instance.close();
});

/** A name server that follows production, with everything that refers to it. */
const SERVER = `with s as (insert into output.server (name, kind, address) values ('ns1', 'dns', '127.0.0.1') returning id),
  z as (insert into output.server_zone_list (row_id, target_id) select s.id, (select min(id) from dns.fqdn where is_zone_apex) from s),
  d as (insert into output.seen (server, unit, wanted) select id, 'zone', '1' from s)
  insert into output.shown (server, unit, serial) select id, 'zone', 1 from s`;

const ROOT = join(import.meta.dirname, "../..");

/** Runs the documented command; returns its exit code and output. */
function reset(from: string, to: string, mode = "test"): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: to, NETPORTAL_RESET_FROM: from, NETPORTAL_MODE: mode };
  return new Promise((resolve) => {
    execFile("npm", ["run", "--silent", "reset"], { cwd: ROOT, env }, (error, out, problem) => {
      resolve({ code: error === null ? 0 : 1, said: out + problem });
    });
  });
}

/** Marks the database as its owner does. */
async function mark({ db }: { readonly db: Database }, mode: string): Promise<void> {
  const [row] = await db.query<{ name: string }>("select current_database() as name");
  await db.query(`comment on database "${row?.name ?? ""}" is 'netportal.mode=${mode}'`);
}

async function count({ db }: { readonly db: Database }, table: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*)::int n from ${table}`);
  return row?.n ?? -1;
}

/** A hash of all rows of a table. */
async function hashOf({ db }: { readonly db: Database }, rows: string): Promise<string | null> {
  const [row] = await db.query<{ hash: string | null }>(
    `select md5(string_agg(r::text, '|' order by r::text)) hash from (${rows}) r`,
  );
  return row?.hash ?? null;
}

/** Tables whose rows cannot be without a row of another one. */
function needingOf({ db }: { readonly db: Database }) {
  return db.query<{ name: string; to: string }>(
    `select distinct k.conrelid::regclass::text as name, k.confrelid::regclass::text as to from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) where k.contype = 'f' and a.attnotnull`,
  );
}

it("[SYS-17] only a database that is marked as a test instance is reset, and a production database never", async () => {
  const before = await hashOf(instance, "select * from nd.site");
  const unmarked = await reset(production.url, instance.url);
  expect(unmarked).toMatchObject({ code: 1, said: expect.stringContaining("is not marked") as string });
  await mark(instance, "production");
  expect((await reset(production.url, instance.url)).said).toContain("is not marked");
  await mark(instance, "test");
  const inProduction = await reset(production.url, instance.url, "production");
  expect(inProduction).toMatchObject({
    code: 1,
    said: expect.stringContaining("only a test instance") as string,
  });
  const itself = await reset(instance.url, instance.url);
  expect(itself).toMatchObject({
    code: 1,
    said: expect.stringContaining("is that of a test instance") as string,
  });
  expect(await hashOf(instance, "select * from nd.site")).toBe(before);
});

it("[SYS-17] one command makes the test instance a copy of production, without tokens, sessions, mails and secrets", async () => {
  await mark(instance, "test");
  const kept = await Promise.all(
    ["cntl.wapi_auth", "netportal.mail_outbox", "netportal.attempt"].map((table) => count(production, table)),
  );
  for (const rows of kept) expect(rows).toBeGreaterThan(0);
  expect(await reset(production.url, instance.url)).toMatchObject({ code: 0 });

  for (const table of [
    "nd.site",
    "nd.bcd",
    "dns.record",
    "dns.record_type",
    "cntl.mgr",
    "cntl.mgr2role",
    "nd.p_port",
    "wapi.change_log",
  ]) {
    const rows = `select * from ${table}`;
    expect([table, await hashOf(instance, rows)]).toEqual([table, await hashOf(production, rows)]);
  }
  expect(await count(instance, "nd.site where name = 'nur-hier'")).toBe(0);
  for (const table of [
    "cntl.wapi_auth",
    "cntl.wapi_auth2role",
    "netportal.mail_outbox",
    "netportal.attempt",
    "netportal.sign_in",
    "netportal.progress",
    "macfinder.job",
  ])
    expect([table, await count(instance, table)]).toEqual([table, 0]);
  expect(await count(instance, "macauth.client")).toBe(await count(production, "macauth.client"));
  expect(await count(instance, "macauth.client where wpa2_key is not null")).toBe(0);
  expect(await count(production, `macauth.client where wpa2_key = '${KEY}'`)).toBeGreaterThan(0);
  const site = "/api/4.2/nd/site/list?name=werft";
  for (const token of [session, demoToken("otto-sub")])
    expect(
      [await production.get(site, token), await instance.get(site, token)].map(({ status }) => status),
    ).toEqual([200, 401]);
});

it("[SYS-17] the guide documents the command, and a timer that runs the same program every night", () => {
  const guide = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const own = readFileSync(join(ROOT, "package.json"), "utf8");
  // Parse boundary: the package of this project.
  const { scripts } = JSON.parse(own) as { readonly scripts: Readonly<Record<string, string>> };
  expect(guide).toMatch(/^NETPORTAL_MODE=test .*npm run reset$/m);
  expect(guide).toMatch(/netportal-reset\.timer\n\[Timer\]\nOnCalendar=\*-\*-\* 0[0-5]:\d\d\n/);
  const [, program] = /netportal-reset\.service\n[^`]*^ExecStart=\S+\/node (\S+)$/m.exec(guide) ?? [];
  expect(scripts["reset"]).toBe(`node ${program ?? "nothing"}`);
});

it("[SYS-17] references to objects that are not copied are not copied either", async () => {
  const needing = await needingOf(instance);
  const gone = new Set<string>(
    [...production.catalogue.types.values()].flatMap(({ name, spec }) =>
      spec.isOfInstance === true ? [name] : [],
    ),
  );
  expect(gone).toContain("output.server");
  for (const table of gone) for (const { name, to } of needing) if (to === table) gone.add(name);
  expect([...gone]).toEqual(
    expect.arrayContaining(["output.server_zone_list", "output.seen", "output.shown"]),
  );
  for (const table of gone) expect([table, await count(instance, table)]).toEqual([table, 0]);
  for (const table of ["output.server_zone_list", "output.seen", "output.shown"])
    expect([table, await count(production, table)]).not.toEqual([table, 0]);
});

it("[SYS-17] a production in which every table has rows is copied completely, except for data of the instance and secrets", async () => {
  for (const { db } of [production, instance])
    expect(
      await fillEveryTable(db),
      "no plain values fit these tables: `beforeAll` of tests/wapi/reset.test.ts inserts a row of each into `db` and into `own`",
    ).toEqual([]);
  expect(await reset(production.url, instance.url)).toMatchObject({ code: 0 });
  const types = [...production.catalogue.types.values()].filter(({ spec }) => spec.source === undefined);
  const ofInstance = new Set<string>(
    types.flatMap(({ name, spec }) => (spec.isOfInstance === true ? [name] : [])),
  );
  const needing = await needingOf(instance);
  for (const table of ofInstance) for (const { name, to } of needing) if (to === table) ofInstance.add(name);
  const emptied = new Set<string>(types.flatMap(({ spec }) => spec.storage?.emptied ?? []));
  for (const { name } of types) {
    const rows = await count(production, name);
    expect([name, rows > 0]).toEqual([name, true]);
    const stays = ofInstance.has(name) || emptied.has(name);
    expect([name, await count(instance, name)]).toEqual([name, stays ? 0 : rows]);
  }
});

it("people can sign in to the copied instance, new objects get new numbers, and the rules hold", async () => {
  const token = await instance.signIn("ada");
  const made = await instance.post("/api/4.2/nd/site/create", { new: { name: "nach-dem-reset" } }, token);
  expect(made.status).toBe(200);
  const { lists } = await instance.get("/api/4.2/nd/site/list", token);
  const names = (lists[0] ?? []).map((row) => row["name"]);
  expect(names).toEqual(expect.arrayContaining(["werft", "nach-dem-reset"]));
  const [disabled] = await instance.db.query<{ n: number }>(
    "select count(*)::int n from pg_trigger where tgenabled <> 'O' and not tgisinternal",
  );
  expect(disabled?.n).toBe(0);
});
