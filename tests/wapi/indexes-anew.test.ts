import { expect, it } from "vitest";
import { defineObjectType, type ObjectTypeSpec, type StorageSpec } from "../../server/catalogue/define.ts";
import { catalogueOf } from "../../server/catalogue/load.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { applyDefinition } from "../../server/db/apply.ts";
import { createPool } from "../../server/db/pool.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { NO_METADATA } from "../support/shelves.ts";

const ROWS = 150_000;
/** Number of indexes by which parts of the texts are found at this moment. */
const SERVED = `select count(*)::int n from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'park.note'::regclass and i.indisvalid and c.relname like '%text_trgm%'`;
const both = (text: string) => ({ de: text, en: text });

/** One type with these indexes. */
function notes(storage: StorageSpec): Catalogue {
  const spec: object = defineObjectType({
    name: "park.note",
    gpk: "note",
    label: both("note"),
    description: both("note"),
    attributes: {
      number: { type: "integer", label: both("number") },
      text: { type: "text", label: both("text"), nullable: true },
    },
    key: ["number"],
    functions: {},
    read: "all",
    write: {},
    storage,
  });
  // A definition without the literal types of its members, as the loader sees it.
  return catalogueOf(new Map([["park.note", spec as ObjectTypeSpec]]));
}

it("[OPER-96] while a start builds an index again, other processes read the table, and the old index leaves nothing", async () => {
  const empty = await emptyDatabase();
  const [starting, serving] = [
    createPool({ connectionString: empty.url }),
    createPool({ connectionString: empty.url }),
  ];
  try {
    const before = notes({
      indexes: { text_trgm: "using gin (text gin_trgm_ops)", twice: "(text, number)" },
    });
    await applyDefinition(starting, before, NO_METADATA, { migrations: [] });
    await serving.query(
      "insert into park.note (number, text) select n, md5(n::text) || '.' || md5((-n)::text) from generate_series(1, $1::int) n",
      [ROWS],
    );
    const waits: number[] = [];
    const state = { isDone: false };
    const began = performance.now();
    const start = applyDefinition(starting, notes({ searched: ["text"] }), NO_METADATA, { migrations: [] });
    const done = start.finally(() => {
      state.isDone = true;
    });
    let withoutIndex = 0;
    while (!state.isDone) {
      const [found] = await serving.query<{ n: number }>(SERVED, []);
      if (found?.n === 0) withoutIndex++;
      const asked = performance.now();
      expect(await serving.query("select number::int from park.note where number = 7", [])).toEqual([
        { number: 7 },
      ]);
      waits.push(performance.now() - asked);
    }
    await done;
    expect(withoutIndex).toBe(0);
    const whole = performance.now() - began;
    expect(Math.max(...waits), `of ${String(whole)} ms`).toBeLessThan(whole / 2);
    const indexes = await serving.query<{ name: string; def: string }>(
      "select indexname as name, indexdef as def from pg_indexes where tablename = 'note' order by 1",
      [],
    );
    expect(indexes.map(({ name }) => name)).toEqual([
      "park_note_key",
      "park_note_pkey",
      "park_note_text_trgm",
    ]);
    expect(indexes[2]?.def).toContain("translate");
  } finally {
    await starting.close();
    await serving.close();
    await empty.drop();
  }
}, 120_000);
