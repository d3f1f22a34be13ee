import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Query, Tx } from "../../db/database.ts";
import { quoted } from "../../sql/bind.ts";
import { COPYING } from "./copy-views.ts";
import type { CopiedTable, CopyLayout } from "./copy-layout.ts";

/** A copy from an earlier run, and the database that it should equal. */
export interface CopyPair {
  readonly central: Database;
  readonly copy: Database;
  /** Name of the subscription and of its slot. */
  readonly name: string;
  readonly layout: CopyLayout;
}

/** Time limit for a copy to confirm a position. */
const PATIENCE_MS = 10_000;
const POLL_MS = 50;
const ROWS_AT_ONCE = 10_000;

/** Whether the copy follows this database and has the same rows. */
export async function isLevel({ central, copy, name, layout }: CopyPair): Promise<boolean> {
  // Writers wait only for a copy that follows and is nearly up to date.
  if (!(await hasConfirmed(central, name, await positionOf(central), { waits: true }))) return false;
  return await central.transaction(COPYING, async (tx) => {
    const at = await standStill(tx, layout);
    if (!(await hasConfirmed(tx, name, at, { waits: false }))) return false;
    for (const table of layout.tables)
      if ((await digestOf(tx, table)) !== (await digestOf(copy, table))) return false;
    return true;
  });
}

/** Gives the copy all rows again and lets it follow from there. Services read the old rows until all new ones are complete. */
export async function refill({ central, copy, name, layout }: CopyPair): Promise<void> {
  const { at, rows } = await central.transaction(COPYING, async (tx) => ({
    at: await standStill(tx, layout),
    rows: await rowsOf(tx, layout),
  }));
  await copy.transaction(COPYING, async (tx) => {
    for (const { table } of layout.tables) await tx.query(`delete from ${table}`);
    for (const { table, list, text } of rows)
      await tx.query(
        `insert into ${table} (${list})
          select ${list}
          from json_populate_recordset(null::${table}, $1::json)`,
        [text],
      );
  });
  // The new rows include everything that was committed before this position.
  await copy.query(
    `select pg_replication_origin_advance('pg_' || s.oid, $2::pg_lsn)
      from pg_subscription s join pg_database d on d.oid = s.subdbid
      where d.datname = current_database() and s.subname = $1`,
    [name, at],
  );
  await copy.query(`alter subscription ${quoted(name)} enable`);
}

/** Locks the tables against writers until the end of the transaction. Answers the position of the log. */
async function standStill(tx: Tx, { tables }: CopyLayout): Promise<string> {
  await tx.query(`lock table ${tables.map(({ table }) => table).join(", ")} in share mode`);
  return await positionOf(tx);
}

async function positionOf(query: Query): Promise<string> {
  const [row] = await query.query<{ at: string }>("select pg_current_wal_flush_lsn()::text as at");
  return row?.at ?? "";
}

const SLOT = `select active, confirmed_flush_lsn >= $2::pg_lsn as has_all
  from pg_replication_slots
  where slot_name = $1 and database = current_database() and wal_status <> 'lost'`;

/** Whether the copy has everything up to this position. `waits`: also waits for a copy that does not follow yet. */
async function hasConfirmed(
  query: Query,
  name: string,
  at: string,
  { waits }: { readonly waits: boolean },
): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const [slot] = await query.query<{ active: boolean; has_all: boolean }>(SLOT, [name, at]);
    if (slot === undefined || Date.now() > until || !(waits || slot.active)) return false;
    if (slot.active && slot.has_all) return true;
  }
}

async function digestOf(query: Query, { table, list }: CopiedTable): Promise<string> {
  const [row] = await query.query<{ digest: string }>(
    `select md5(coalesce(string_agg(t::text, E'\\n' order by t.id), '')) as digest
      from (select ${list} from ${table}) t`,
  );
  return row?.digest ?? "";
}

/** Rows of a table as a JSON list. */
interface Rows extends CopiedTable {
  readonly text: string;
}

async function rowsOf(tx: Query, { tables }: CopyLayout): Promise<readonly Rows[]> {
  const found: Rows[] = [];
  for (const table of tables) {
    for (let last = "0"; ;) {
      const [page] = await tx.query<{ text: string | null; last: string | null }>(
        `select json_agg(t)::text as text, max(t.id)::text as last
          from (
            select ${table.list}
            from ${table.table}
            where id > $1
            order by id
            limit ${String(ROWS_AT_ONCE)}) t`,
        [last],
      );
      if (page?.text == null || page.last === null) break;
      found.push({ ...table, text: page.text });
      last = page.last;
    }
  }
  return found;
}
