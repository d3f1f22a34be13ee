import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue, OWN_TYPES } from "../../server/catalogue/load.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { openDatabase } from "../../server/db/open.ts";
import { prove } from "../../server/open.ts";
import { describe as metadataOf } from "../../server/wapi/describe/metadata.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

const LABEL = '{ de: "Leihe", en: "Loan" }';
const folder = mkdtempSync(join(tmpdir(), "site-"));
let test: TestDatabase;
let refusal = "";

/** Type → its members, and the sentence about the one mistake in them. */
const MISTAKES: Readonly<Record<string, readonly [members: string, sentence: string]>> = {
  computed: [
    `attributes: { name: NAME, double: { type: "integer", label: LABEL, computed: "t.weekes * 2" } }`,
    "double: the database refuses the SQL: column t.weekes does not exist. Write SQL over the row t for a value of bigint.",
  ],
  kind: [
    `attributes: { name: NAME, double: { type: "integer", label: LABEL, computed: "t.name || 'x'" } }`,
    "double: the database refuses the SQL: COALESCE types text and bigint cannot be matched. Write SQL over the row t for a value of bigint.",
  ],
  target: [
    `attributes: { name: NAME, owner: { label: LABEL, ref: { to: "cntl.mgr" }, computed: "t.name" } }`,
    "owner: the database refuses the SQL: COALESCE types text and bigint cannot be matched. Write SQL over the row t for the id of a row of cntl.mgr.",
  ],
  shown: [
    `attributes: { name: { type: "text_id", label: LABEL, shown: "upper(t.name" } }`,
    "name: the database refuses the SQL: syntax error at or near",
  ],
  actor: [
    `attributes: { name: NAME }, own: { sql: "t.name = any({acounts})" }`,
    "own: nothing is known by {acounts}. Write accounts, if that is meant. Write a condition over the row t.",
  ],
  made: [
    `attributes: { name: NAME }, write: { create: { sql: "t.name" } }`,
    "write.create: the database refuses the SQL: argument of WHERE must be type boolean, not type text. Write a condition over the row t.",
  ],
  filtered: [
    `attributes: { name: NAME }, filters: { near: { type: "integer", label: LABEL, sql: "t.name = {value}" } }`,
    "filter near: the database refuses the SQL: operator does not exist: text = bigint",
  ],
  related: [
    `attributes: { name: NAME }, relations: [{ name: "api_func_x", to: "nd.bcd", sql: "t.name = e.nmae" }]`,
    'relation api_func_x: the database refuses the SQL: column e.nmae does not exist (Perhaps you meant to reference the column "e.name".).',
  ],
  swept: [
    `attributes: { name: NAME }, sweep: "delete from lab.sweept"`,
    'sweep: the database refuses the SQL: relation "lab.sweept" does not exist. Write a statement that deletes.',
  ],
  defaulted: [
    `attributes: { name: NAME, since: { type: "integer", label: LABEL, default: { sql: "nwo()" } } }`,
    "since: the database refuses it: function nwo() does not exist",
  ],
  constrained: [
    `attributes: { name: NAME }, storage: { constraints: { long: { sql: "check (lenght(name) > 1)", fault: { kind: "check", rule: "long", attributes: ["name"] } } } }`,
    "lab_constrained_long: the database refuses it: function lenght(text) does not exist",
  ],
  fed: [
    `attributes: { name: NAME }, feed: { name: "things", list: "things", permission: "lab.feed:things", label: LABEL, attributes: ["name"], past: [], key: "name",
      merge: "insert into lab.fedd select name from json_populate_recordset(null::lab.fed, $1)" }`,
    'feed.merge: the database refuses the SQL: relation "lab.fedd" does not exist.',
  ],
  stated: [
    `attributes: { name: NAME }, storage: { statements: ["create or replace function lab.twice(int) returns int language sql as 'selct 1'"] }`,
    "storage.statements: the database refuses it: ",
  ],
  viewed: [
    `attributes: { name: NAME, pin: { type: "text_line", label: LABEL, nullable: true, secret: true } },
      service: { copied: ["name"], reader: "labdoor", views: ["create view labdoor.door as select id, pin from lab.viewed", "create view labdoor.open as select id from labdoor.door"] }`,
    'service.views[0]: the database refuses the SQL: column "pin" does not exist. A copy has the id and what service.copied names, of every type. Write a view over these in the schema of reader, or an index.',
  ],
  elsewhere: [
    `attributes: { name: NAME }, service: { reader: "labhall", views: ["create view labhall.hall as select id from lab.elsewhere"] }`,
    'service.views[0]: the database refuses the SQL: relation "lab.elsewhere" does not exist. A copy has',
  ],
  answered: [
    `attributes: { name: NAME }, service: { answers: { service: { name: "lab", label: { de: "Labor", en: "Lab" } }, keys: "select id::text as key from lab.answered", rows: "select name, id from lab.answered where id = any({keys}::bigint[])" } }`,
    "service.answers.rows: the database refuses the SQL: column a.place does not exist. Write a statement that selects place, name",
  ],
  delivered: [
    `attributes: { name: NAME }, service: { delivered: { kind: "lab", tables: ["lab.delivered"], rows: "select id, name as unit from lab.delivered where id = any({keys}::bigint[])" } }`,
    "service.delivered.rows: the database refuses the SQL: column d.content does not exist. Write a statement that selects id, unit and content for {keys}.",
  ],
  indexed: [
    `attributes: { name: NAME }, storage: { indexes: { words: "using ginn (name)" } }`,
    'lab_indexed_words: the database refuses it: access method "ginn" does not exist',
  ],
};

function write(type: string, members: string): void {
  const gpk = `lab${type}`;
  const text = `const LABEL = ${LABEL}; const NAME = { type: "text_id", label: LABEL };
export default { name: "lab.${type}", gpk: "${gpk}", label: LABEL, description: LABEL, key: ["name"], read: "all", ${members} };`;
  writeFileSync(join(folder, `${type}.ts`), text);
}

async function start(catalogue: Catalogue): Promise<void> {
  const metadata = metadataOf(catalogue);
  const db = await openDatabase({ url: test.url, catalogue, metadata, prove });
  await db.close();
}

beforeAll(async () => {
  test = await testDatabase();
  for (const [type, [members]] of Object.entries(MISTAKES)) write(type, members);
  const catalogue = await loadCatalogue([...OWN_TYPES, folder]);
  refusal = await start(catalogue).then(
    () => "",
    (fault: unknown) => String(fault),
  );
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const explaining = { mode: "read write", statementTimeout: 60_000, dryRun: true } as const;

describe("SQL of a site's types", () => {
  it.each(Object.entries(MISTAKES))(
    "a mistake in lab.%s is reported with its file and what to write",
    (type, [, sentence]) => {
      expect(refusal).toContain(`\n  ${join(folder, type)}.ts: lab.${type}, ${sentence}`);
    },
  );

  it("each mistake is reported once, and the database is unchanged", async () => {
    expect(refusal.split("\n").slice(1)).toHaveLength(Object.keys(MISTAKES).length);
    const [found] = await test.db.query<{ there: boolean }>(
      "select to_regnamespace('lab') is not null as there",
    );
    expect(found).toEqual({ there: false });
  });

  it("a mistake that is made later is found at the next start, even if no table changes", async () => {
    const one = join(folder, "later");
    const loaded = async (name: string, grant: string): Promise<Catalogue> => {
      const into = join(one, name);
      mkdirSync(into, { recursive: true });
      const text = `export default { name: "lab.later", gpk: "lablater", label: ${LABEL}, description: ${LABEL}, read: "all",
  attributes: { name: { type: "text_id", label: ${LABEL} } }, key: ["name"], write: { delete: { sql: "${grant}" } } };`;
      writeFileSync(join(into, "later.ts"), text);
      return loadCatalogue([...OWN_TYPES, into]);
    };
    await start(await loaded("good", "t.name = 'x'"));
    await expect(loaded("bad", "t.nmae = 'x'").then(start)).rejects.toThrow("lab.later, write.delete");
  });
});

it("the database accepts every SQL text of the product", async () => {
  const { db, catalogue } = test;
  const types = [...catalogue.types.values()];
  expect(await db.transaction(explaining, (tx) => prove(tx, catalogue, types))).toEqual([]);
});
