import { quoted } from "../sql/bind.ts";
import type { Definition, TableDefinition } from "../sql/ddl.ts";
import { plain, type Difference } from "../sql/ddl-refused.ts";
import type { Query, Tx } from "./database.ts";
import { changedTypes, withChanges, type Migration } from "./migrations.ts";
import { wholeReasonOf } from "./pool.ts";

/** References of objects to metadata rows. */
export interface Trial {
  /** Called when a transaction begins, also when it is repeated. */
  begin(): void;
  /** Executes the migration and records losses. */
  run(tx: Tx, migration: Migration, known: Definition, present: Definition): Promise<void>;
  /** Called for a migration that this database does not need. */
  skip(migration: Migration): void;
  /** Called with the changes that belong to no migration. */
  missing(tx: Tx, refused: readonly Difference[], known: Definition | null): Promise<void>;
}

/** Executes the migrations in order and answers the resulting definition of the database. */
export async function migrate(
  tx: Tx,
  applied: Definition,
  present: Definition,
  pending: readonly Migration[],
  trial: Trial | undefined,
): Promise<Definition> {
  let known = applied;
  const done: Migration[] = [];
  if (pending.length > 0) await dropViews(tx, applied);
  for (const migration of pending) {
    if (!(await concerns(tx, migration, applied))) {
      trial?.skip(migration);
      continue;
    }
    if (trial === undefined) await runMigration(tx, migration);
    else await trial.run(tx, migration, known, present);
    known = withChanges(known, present, migration.changes);
    done.push(migration);
  }
  // An earlier migration may leave a state that only a later one brings to the present definition.
  return withoutLater(known, await compared(tx, done, known));
}

/**
 * Whether the database, after the earlier migrations, has all types that the migration needs and at least one that it changes. A migration of the site that names no type needs any
 * type of the site.
 */
async function concerns(tx: Tx, migration: Migration, { ofSite }: Definition): Promise<boolean> {
  const { needs } = migration;
  const changed = changedTypes(migration);
  if (needs.length + changed.length === 0) return !migration.isOfSite || ofSite?.length !== 0;
  const rows = await tx.query<{ name: string }>(
    `select name
      from unnest($1::text[]) name
      where to_regclass(format('%I.%I', split_part(name, '.', 1), split_part(name, '.', 2))) is not null`,
    [[...needs, ...changed]],
  );
  const there = new Set(rows.map(({ name }) => name));
  const isThere = (name: string): boolean => there.has(name);
  return needs.every(isThere) && (changed.length === 0 || changed.some(isThere));
}

/** Types of columns that are compared; other entries are whole clauses. */
const SIMPLE = /^[a-z ]+(?:\[\])?$/;

/** Columns of a table that a migration created and that were added to its definition later. */
type Later = ReadonlyMap<string, ReadonlySet<string>>;

/** Refuses migrations that together change less than their lines `-- changes:` claim. */
async function compared(tx: Tx, done: readonly Migration[], { tables }: Definition): Promise<Later> {
  const files = new Map(
    done.flatMap(({ changes, file }) => changes.map((change) => [change.split(" ", 1)[0] ?? "", file])),
  );
  const later = new Map<string, ReadonlySet<string>>();
  for (const [name, file] of files) {
    const [system = "", object = "", only] = name.split(".");
    const table = `${system}.${object}`;
    const columns = columnsIn(tables[table], only);
    const wrong = await tx.query<Unkept>(UNKEPT, [JSON.stringify(columns), system, object]);
    const missing = wrong.filter(({ now }) => now === null);
    // A table without any of its columns does not exist.
    const isPart = only === undefined && missing.length < columns.length;
    const unkept = isPart ? wrong.find(({ now }) => now !== null) : wrong[0];
    if (unkept !== undefined) throw new Error(`${file}: it says that it changes ${name}, ${told(unkept)}`);
    if (isPart) later.set(table, new Set(missing.map(({ column }) => column)));
  }
  return later;
}

/** Required columns, all or one. Whole clauses are not compared. */
function columnsIn(table: TableDefinition | undefined, only: string | undefined) {
  return Object.entries(table?.columns ?? {})
    .filter(([column]) => (only ?? column) === column)
    .map(([column, { type, isRequired }]) => {
      const simple = plain(type);
      return { column, type: simple, required: isRequired, compares: SIMPLE.test(simple) };
    });
}

function told({ column, type, now }: Unkept): string {
  const is = now === null ? "is missing" : `is ${now}`;
  return `but afterwards ${column} ${is} and should be ${type}. Nothing was changed.`;
}

/** The definition without missing columns, and without constraints and other parts that use them. They are added later, like everything new. */
function withoutLater(known: Definition, later: Later): Definition {
  const tables = Object.entries(known.tables).map(([name, table]): [string, TableDefinition] => {
    const missing = [...(later.get(name) ?? [])];
    const isThere = ([, sql]: readonly [string, string]) =>
      !missing.some((column) => (sql.split(" references ", 1)[0] ?? "").includes(quoted(column)));
    const columns = Object.entries(table.columns).filter(([column]) => !missing.includes(column));
    const constraints = Object.entries(table.constraints).filter(isThere);
    return [
      name,
      { ...table, columns: Object.fromEntries(columns), constraints: Object.fromEntries(constraints) },
    ];
  });
  return { ...known, tables: Object.fromEntries(tables) };
}

interface Unkept {
  readonly column: string;
  readonly type: string;
  readonly now: string | null;
}

const UNKEPT = `select c.column, c.type || case when c.required then ' not null' else '' end as type,
  format_type(a.atttypid, null) || case when a.attnotnull then ' not null' else '' end as now
  from json_to_recordset($1) c("column" text, type text, required boolean, compares boolean)
    left join pg_attribute a on a.attrelid = to_regclass(format('%I.%I', $2::text, $3::text))
      and a.attname = c.column
      and a.attnum > 0
      and not a.attisdropped
  where a.attnum is null
    or (c.compares and (a.atttypid <> to_regtype(c.type) or a.attnotnull <> c.required))`;

/** Views would prevent a migration from changing their columns, so they are dropped and made again afterwards. */
async function dropViews(tx: Tx, { views }: Definition): Promise<void> {
  for (const name of Object.keys(views).toReversed())
    await tx.query(`drop view if exists ${name.split(".").map(quoted).join(".")}`);
}

export async function runMigration(tx: Tx, { sql, file }: Migration): Promise<void> {
  try {
    await tx.query(sql);
  } catch (cause) {
    throw new Error(`${file}: the database refuses it: ${wholeReasonOf(cause)}. Nothing was changed.`, {
      cause,
    });
  }
}

const tableOf = ({ isOfSite }: Migration): string =>
  isOfSite ? "netportal.site_migration" : "netportal.migration";

/** Migrations that this database has not executed yet. Refuses a migration whose number another one had. */
export async function pendingMigrations(
  query: Query,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  if (migrations.length === 0) return [];
  const noted = new Map<string, string>();
  for (const table of new Set(migrations.map(tableOf))) {
    const [there] = await query.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
      table,
    ]);
    // Earlier versions had no migrations of a site.
    if (there?.found !== true) continue;
    for (const { number, name } of await query.query<{ number: number; name: string }>(
      `select number, name from ${table}`,
    ))
      noted.set(`${table} ${String(number)}`, name);
  }
  return migrations.filter((migration) => {
    const name = noted.get(`${tableOf(migration)} ${String(migration.number)}`);
    if (name !== undefined && name !== migration.name)
      throw new Error(
        `${migration.file}: the database ran another migration with this number, "${name}". Give this file the next number.`,
      );
    return name === undefined;
  });
}

export async function noteMigrations(query: Query, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations)
    await query.query(`insert into ${tableOf(migration)} (number, name) values ($1, $2)`, [
      migration.number,
      migration.name,
    ]);
}
