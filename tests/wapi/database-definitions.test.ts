import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyDefinition } from "../../server/db/apply.ts";
import type { Database } from "../../server/db/database.ts";
import type { Migration } from "../../server/db/migrations.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool, sqlStateOf } from "../../server/db/pool.ts";
import { constraintOf } from "../../server/sql/ddl.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { NO_METADATA, shelvesCatalogue } from "../support/shelves.ts";

const LABEL = { de: "x", en: "x" };
const COLOUR = { type: "text_line", label: LABEL, nullable: true } as const;

let url = "";
let drop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  const empty = await emptyDatabase();
  url = empty.url;
  drop = () => empty.drop();
});

afterAll(() => drop());

async function started(catalogue = shelvesCatalogue()): Promise<Database> {
  return openDatabase({ url, catalogue, metadata: NO_METADATA });
}

async function shelves(db: Database): Promise<readonly string[]> {
  const rows = await db.query<{ path_name: string }>("select path_name from store.shelf order by path_name");
  return rows.map(({ path_name }) => path_name);
}

describe("definitions and an existing database", () => {
  it("a first start creates the tables, and a second start keeps the rows", async () => {
    const first = await started();
    await first.query("insert into store.shelf (name) values ('a'), ('b')");
    await first.close();
    const second = await started();
    expect(await shelves(second)).toEqual(["a", "b"]);
    await second.close();
  });

  it("a new nullable attribute becomes a column and keeps the rows", async () => {
    const db = await started(shelvesCatalogue({ colour: COLOUR }));
    expect(await db.query("select name, colour from store.shelf order by name")).toEqual([
      { name: "a", colour: null },
      { name: "b", colour: null },
    ]);
    await db.close();
  });

  it("a new attribute with a default fills the existing rows", async () => {
    const more = { colour: COLOUR, depth: { type: "integer", label: LABEL, default: 3 } } as const;
    const db = await started(shelvesCatalogue(more));
    expect(await db.query("select distinct depth from store.shelf")).toEqual([{ depth: "3" }]);
    await db.close();
  });

  it("a changed type, a lost attribute and a new required attribute are refused by name, and nothing changes", async () => {
    const changed = shelvesCatalogue({
      colour: { type: "integer", label: LABEL, nullable: true },
      owner: { type: "text_line", label: LABEL },
    });
    const refusal = await started(changed).catch((fault: unknown) => String(fault));
    expect(refusal).toContain('store.shelf.colour: the type was text collate "C" and is now bigint');
    expect(refusal).toContain("store.shelf.depth: the attribute is gone");
    expect(refusal).toContain("store.shelf.owner: a new attribute has to be nullable or have a default");
    const db = await started(
      shelvesCatalogue({ colour: COLOUR, depth: { type: "integer", label: LABEL, default: 3 } }),
    );
    expect(await shelves(db)).toEqual(["a", "b"]);
    await db.close();
  });

  it("a numbered migration runs once, and may change what a definition alone may not", async () => {
    const changed = shelvesCatalogue({
      colour: COLOUR,
      depth: { type: "text_line", label: LABEL, nullable: true },
    });
    const migration: Migration = {
      number: 901,
      name: "depth-is-text",
      file: "901-depth-is-text.sql",
      isOfSite: false,
      needs: [],
      changes: ["store.shelf.depth"],
      sql: `alter table store.shelf alter depth drop default, alter depth drop not null, alter depth type text collate "C" using depth::text || ' cm'`,
    };
    const db = createPool({ connectionString: url });
    for (let start = 0; start < 2; start++) {
      await applyDefinition(db, changed, NO_METADATA, { migrations: [migration] });
    }
    expect(await db.query("select distinct depth from store.shelf")).toEqual([{ depth: "3 cm" }]);
    expect(await db.query("select number, name from netportal.migration where number > 900")).toEqual([
      { number: 901, name: "depth-is-text" },
    ]);
    await db.close();
  });

  it("the version of the metadata grows if and only if the metadata change", async () => {
    const empty = await emptyDatabase();
    const db = createPool({ connectionString: empty.url });
    const numbers: number[] = [];
    const numbered = (number: number) => {
      numbers.push(number);
      return {};
    };
    const start = (hash: string) =>
      applyDefinition(db, shelvesCatalogue(), { hash, rows: {}, numbered }, { migrations: [] });
    for (const hash of ["one", "one", "two", "one", "one"]) await start(hash);
    expect(numbers).toEqual([1, 2, 3]);
    // A database from before metadata had a number.
    await db.query("alter table netportal.definition drop column metadata_number");
    await db.query("update netportal.definition set hash = 'older'");
    await start("one");
    expect(numbers).toEqual([1, 2, 3, 1]);
    await db.close();
    await empty.drop();
  });

  it("processes that start at the same time on an empty database do not disturb each other", async () => {
    const empty = await emptyDatabase();
    const settings = { url: empty.url, catalogue: shelvesCatalogue(), metadata: NO_METADATA };
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(settings)));
    expect(await Promise.all(opened.map(shelves))).toEqual([[], [], []]);
    await Promise.all(opened.map((db) => db.close()));
    await empty.drop();
  });
});

describe("trees", () => {
  it("path and name follow every move, whichever rows one statement moves", async () => {
    const empty = await emptyDatabase();
    const db = await openDatabase({ url: empty.url, catalogue: shelvesCatalogue(), metadata: NO_METADATA });
    await db.query(
      "insert into store.shelf (id, name, parent) values (1, 'a', null), (2, 'b', 1), (3, 'c', 2), (4, 'z', null)",
    );
    expect(await shelves(db)).toEqual(["a", "a/b", "a/b/c", "z"]);
    const moved = await db.query("update store.shelf set parent = 4 where id = 2 returning path_name, path");
    expect(moved).toEqual([{ path_name: "z/b", path: ["4", "2"] }]);
    await db.query("update store.shelf set name = name || '1' where id in (3, 4)");
    expect(await shelves(db)).toEqual(["a", "z1", "z1/b", "z1/b/c1"]);
    const ring = await db
      .query("update store.shelf set parent = 3 where id = 4")
      .catch((fault: unknown) => sqlStateOf(fault));
    expect(ring).toBe("23514");
    await db.close();
    await empty.drop();
  });
});

describe("transactions", () => {
  const WRITE = { mode: "read write", statementTimeout: 5_000, dryRun: false } as const;

  it("a dry run checks everything that a commit checks and stores nothing, and a nested part is undone separately", async () => {
    const empty = await emptyDatabase();
    const db = await openDatabase({ url: empty.url, catalogue: shelvesCatalogue(), metadata: NO_METADATA });
    const later = "set constraints all deferred";
    const orphan = "insert into store.shelf (name, parent) values ('x', 99)";
    const refused = await db
      .transaction({ ...WRITE, dryRun: true }, async (tx) => {
        await tx.query(later);
        await tx.query(orphan);
      })
      .catch((fault: unknown) => sqlStateOf(fault));
    expect(refused).toBe("23503");
    await db.transaction({ ...WRITE, dryRun: true }, (tx) =>
      tx.query("insert into store.shelf (name) values ('d')"),
    );
    await db.transaction(WRITE, async (tx) => {
      await tx.query("insert into store.shelf (name) values ('kept')");
      await tx
        .nested(async (inner) => {
          await inner.query("insert into store.shelf (name) values ('undone')");
          await inner.query(orphan);
        })
        .catch((fault: unknown) => expect(sqlStateOf(fault)).toBe("23503"));
    });
    expect(await shelves(db)).toEqual(["kept"]);
    await db.close();
    await empty.drop();
  });

  it("a transaction with a deadlock is repeated, and a cancelled call ends its statement at once", async () => {
    const empty = await emptyDatabase();
    const db = await openDatabase({ url: empty.url, catalogue: shelvesCatalogue(), metadata: NO_METADATA });
    await db.query("insert into store.shelf (id, name) values (1, 'a'), (2, 'b')");
    let runs = 0;
    const crossing = (first: number, second: number) =>
      db.transaction(WRITE, async (tx) => {
        runs++;
        await tx.query("update store.shelf set height = height + 1 where id = $1", [first]);
        await tx.query("select pg_sleep(0.2)");
        await tx.query("update store.shelf set height = height + 1 where id = $1", [second]);
      });
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(await db.query("select distinct height from store.shelf")).toEqual([{ height: "3" }]);
    const giveUp = new AbortController();
    const began = performance.now();
    const call = db.transaction({ ...WRITE, signal: giveUp.signal }, async (tx) => {
      setTimeout(() => {
        giveUp.abort();
      }, 100);
      await tx.query("select pg_sleep(30)");
    });
    await expect(call).rejects.toThrow("The call was cancelled.");
    expect(performance.now() - began).toBeLessThan(4_000);
    await db.close();
    await empty.drop();
  });
});

it("the name of a constraint leads to its type and fault", () => {
  const catalogue = shelvesCatalogue();
  expect(constraintOf(catalogue, "store_shelf_key")?.fault).toEqual({
    kind: "unique",
    attributes: ["path_name"],
  });
  expect(constraintOf(catalogue, "store_shelf_parent_fkey")?.fault.kind).toBe("reference");
  expect(constraintOf(catalogue, "of_somebody_else")).toBeNull();
});
