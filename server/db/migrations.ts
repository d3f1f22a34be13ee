import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Definition, TableDefinition } from "../sql/ddl.ts";

/** A numbered change that the definitions alone cannot express. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /**
   * What it brings to its present definition, from its lines `-- changes: nd.bcd.seclvl` (attribute), `-- changes: nd.bcd` (table) or `-- changes:
   * nd.bcd nd_bcd_key` (constraint).
   */
  readonly changes: readonly string[];
}

const FOLDER = join(import.meta.dirname, "migrations");
const FILE = /^(\d{3})-([a-z0-9-]+)\.sql$/;

/** All migrations in order of their numbers. */
export function readMigrations(folder = FOLDER): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const [, number, name] = FILE.exec(file) ?? [];
      if (number === undefined || name === undefined) {
        throw new Error(`${join(folder, file)}: a migration is named NNN-name.sql.`);
      }
      const sql = readFileSync(join(folder, file), "utf8");
      const changes = [...sql.matchAll(/^-- changes: (.+)$/gm)].map(([, what]) => what?.trim() ?? "");
      return { number: Number(number), name, sql, changes };
    });
  const twice = migrations.find(({ number }, index) => migrations[index + 1]?.number === number);
  if (twice !== undefined) throw new Error(`Two migrations have the number ${String(twice.number)}.`);
  return migrations;
}

/** The applied definition after the migration: its changes as they are defined now. */
export function withChanges(
  applied: Definition,
  present: Definition,
  changes: readonly string[],
): Definition {
  const tables: Record<string, TableDefinition> = { ...applied.tables };
  for (const change of changes) {
    const { name, column, constraint } = parse(change);
    const table = tables[name] ?? present.tables[name] ?? { columns: {}, constraints: {}, indexes: {} };
    const now = present.tables[name];
    if (column !== null) {
      tables[name] = { ...table, columns: replaced(table.columns, now?.columns, column) };
    } else if (constraint !== null) {
      tables[name] = { ...table, constraints: replaced(table.constraints, now?.constraints, constraint) };
    } else if (now === undefined) {
      delete tables[name];
    } else {
      tables[name] = { ...now, indexes: table.indexes };
    }
  }
  return { ...applied, tables };
}

function parse(change: string) {
  const [path = "", constraint = null] = change.split(" ");
  const [system, object, column = null] = path.split(".");
  return { name: `${system ?? ""}.${object ?? ""}`, column, constraint };
}

function replaced<T>(
  old: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>> | undefined,
  key: string,
) {
  const kept = Object.fromEntries(Object.entries(old).filter(([name]) => name !== key));
  const value = now?.[key];
  return value === undefined ? kept : { ...kept, [key]: value };
}
