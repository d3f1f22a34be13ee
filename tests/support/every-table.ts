import type { Database } from "../../server/db/database.ts";

interface Column {
  readonly name: string;
  /** Type of the values, below a domain. */
  readonly type: string;
  /** Query of a value that this column may refer to; null for a column without a reference. */
  readonly from: string | null;
}

/** Tables without rows, with the columns that a row needs and those that refer to something. */
const EMPTY = `select c.oid::regclass::text as table,
  (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text,
    'from', (select format('select %I from %s limit 1', f.attname, k.confrelid::regclass) from pg_constraint k
      join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[array_position(k.conkey, a.attnum)]
      where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey) limit 1)))
   from pg_attribute a join pg_type t on t.oid = a.atttypid
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     and ((a.attnotnull and not a.atthasdef) or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey)))) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

const VALUES: Readonly<Record<string, string>> = {
  text: "'x'",
  boolean: "true",
  jsonb: "'{}'",
  json: "'{}'",
  inet: "'192.0.2.1'",
  cidr: "'192.0.2.0/24'",
  macaddr: "'00:53:00:00:00:01'",
  bytea: "'x'",
  date: "now()",
  "timestamp with time zone": "now()",
  pg_lsn: "'0/1'",
};

/** Puts one row into each table that has none. Answers the tables that accept no row of plain values. */
export async function fillEveryTable(db: Database): Promise<readonly string[]> {
  let empty = await emptyTables(db);
  for (let before = Infinity; empty.length > 0 && empty.length < before; empty = await emptyTables(db)) {
    before = empty.length;
    for (const { table, columns } of empty)
      await db.query(insertInto(table, columns ?? [])).catch(() => undefined);
  }
  return empty.map(({ table }) => table);
}

interface Table {
  readonly table: string;
  readonly columns: readonly Column[] | null;
}

async function emptyTables(db: Database): Promise<readonly Table[]> {
  const all = await db.query<Table>(EMPTY);
  const found: Table[] = [];
  for (const one of all) {
    const [row] = await db.query<{ is: boolean }>(`select exists (select from ${one.table}) as is`);
    if (row?.is === false) found.push(one);
  }
  return found;
}

function insertInto(table: string, columns: readonly Column[]): string {
  if (columns.length === 0) return `insert into ${table} default values`;
  const values = columns.map(({ type, from }) => (from === null ? valueOf(type) : `(${from})`));
  return `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${values.join(", ")})`;
}

function valueOf(type: string): string {
  return type.endsWith("[]") ? "'{}'" : (VALUES[type] ?? "1");
}
