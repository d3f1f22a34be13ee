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

/** A value of each type. Times differ with `n`. */
const VALUES: Readonly<Record<string, (n: number) => string>> = {
  text: () => "'x'",
  boolean: () => "true",
  jsonb: () => "'{}'",
  json: () => "'{}'",
  inet: (n) => `'192.0.2.1'::inet + ${String(n)}`,
  cidr: () => "'192.0.2.0/24'",
  macaddr: () => "'00:53:00:00:00:01'",
  bytea: () => "'x'",
  date: (n) => `current_date + ${String(n)}`,
  "timestamp with time zone": (n) => `now() + ${String(n)} * interval '1 day'`,
  pg_lsn: () => "'0/1'",
};

/** Values of the columns of a row: all equal, then growing from column to column, for a check as "end > begin", then falling. */
const ORDERS: readonly ((at: number, columns: number) => number)[] = [
  () => 0,
  (at) => at + 1,
  (at, columns) => columns - at,
];

/** Puts one row into each table that has none. Answers the tables that accept no row of plain values, each with the reason. */
export async function fillEveryTable(db: Database): Promise<readonly string[]> {
  const refused = new Map<string, string>();
  let left = await emptyTables(db);
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length;
    const still: Table[] = [];
    for (const one of left) {
      const reason = await fill(db, one);
      if (reason === null) continue;
      still.push(one);
      refused.set(one.table, reason);
    }
    left = still;
  }
  // A table that accepted a row counts as filled, because work in the background may have emptied it again.
  return left.map(({ table }) => `${table}: ${refused.get(table) ?? ""}`);
}

interface Table {
  readonly table: string;
  readonly columns: readonly Column[] | null;
}

async function emptyTables(db: Database): Promise<readonly Table[]> {
  const all = await db.query<Table>(EMPTY);
  const found: Table[] = [];
  for (const one of all) if (await isEmpty(db, one.table)) found.push(one);
  return found;
}

async function isEmpty(db: Database, table: string): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(`select exists (select from ${table}) as is`);
  return row?.is === false;
}

/** Why the table accepts no row; null if it has one now. */
async function fill(db: Database, { table, columns }: Table): Promise<string | null> {
  // A row of another table may have brought one.
  if (!(await isEmpty(db, table))) return null;
  let reason = "";
  for (const order of ORDERS) {
    try {
      await db.query(insertInto(table, columns ?? [], order));
      return null;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  return reason;
}

function insertInto(table: string, columns: readonly Column[], order: (typeof ORDERS)[number]): string {
  if (columns.length === 0) return `insert into ${table} default values`;
  const values = columns.map(({ type, from }, at) =>
    from === null ? valueOf(type, order(at, columns.length)) : `(${from})`,
  );
  return `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${values.join(", ")})`;
}

function valueOf(type: string, n: number): string {
  if (type.endsWith("[]")) return "'{}'";
  return VALUES[type]?.(n) ?? String(n + 1);
}
