import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Definition, TableDefinition } from "../sql/ddl.ts";
import { isReplaced } from "../sql/ddl-refused.ts";

/** A numbered change that the definitions alone cannot express. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /**
   * What it brings to the present definition, from its lines `-- changes: nd.bcd.seclvl` (attribute), `-- changes: nd.bcd` (table) or `-- changes:
   * nd.bcd nd_bcd_key` (constraint).
   */
  readonly changes: readonly string[];
  /** Types without which it is not executed, from its lines `-- needs: nd.bcd`, for a migration of rows alone. */
  readonly needs: readonly string[];
  readonly file: string;
  /** Migrations of the site have numbers of their own and are recorded separately. */
  readonly isOfSite: boolean;
}

/** Folder of the migrations of the product. */
export const PRODUCT_FOLDER = join(import.meta.dirname, "migrations");
const FILE = /^(\d{3})-([a-z0-9-]+)\.sql$/;
/** Comments, texts and bodies of functions, which may contain words like `commit`. */
const QUIET = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/g;
const ENDS = /^(commit|rollback(?!\s+to)|begin|end|abort|start\s+transaction|prepare\s+transaction)\b/i;

/** All migrations of the product in order of their numbers, then those of the site. */
export function readMigrations(siteFolder: string | null = null): readonly Migration[] {
  return [...migrationsIn(PRODUCT_FOLDER, false), ...migrationsIn(folderOf(siteFolder), true)];
}

/** Folder of the migrations of a site; null if there are no types of a site. */
export function folderOf(siteFolder: string | null): string | null {
  return siteFolder === null ? null : join(siteFolder, "migrations");
}

function migrationsIn(folder: string | null, isOfSite: boolean): readonly Migration[] {
  if (folder === null || !existsSync(folder)) return [];
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => migrationIn(join(folder, file), isOfSite));
  const twice = migrations.find(({ number }, index) => migrations[index + 1]?.number === number);
  if (twice !== undefined)
    throw new Error(
      `${twice.file}: another migration has the number ${String(twice.number)} too. Write the next one.`,
    );
  return migrations;
}

function migrationIn(file: string, isOfSite: boolean): Migration {
  const [, number, name] = FILE.exec(basename(file)) ?? [];
  if (number === undefined || name === undefined)
    throw new Error(`${file}: a migration is named NNN-name.sql, for example 001-drop-weeks.sql.`);
  const sql = readFileSync(file, "utf8");
  const ending = sql
    .replaceAll(QUIET, " ")
    .split(";")
    .map((statement) => statement.trim())
    .find((statement) => ENDS.test(statement));
  if (ending !== undefined)
    throw new Error(`${file}: a migration runs in the transaction of the start. Take "${ending}" away.`);
  const after = (mark: RegExp) => [...sql.matchAll(mark)].map(([, what]) => what?.trim() ?? "");
  const changes = after(/^-- changes: (.+)$/gm);
  const needs = after(/^-- needs: (.+)$/gm);
  return { number: Number(number), name, sql, changes, needs, file, isOfSite };
}

/** The types that the migration changes. */
export function changedTypes({ changes }: Migration): readonly string[] {
  return changes.map((change) => parse(change).name);
}

/** The applied definition after the migration, with its changes as they are defined now. */
export function withChanges(
  applied: Definition,
  present: Definition,
  changes: readonly string[],
): Definition {
  const tables: Record<string, TableDefinition> = { ...applied.tables };
  for (const change of changes) {
    const { name, column, constraint } = parse(change);
    const now = present.tables[name];
    const table = tables[name] ?? now ?? { columns: {}, constraints: {}, indexes: {} };
    if (column !== null) tables[name] = { ...table, columns: replaced(table.columns, now?.columns, column) };
    else if (constraint !== null) tables[name] = changedConstraint(table, now, constraint);
    else if (now === undefined) delete tables[name];
    else tables[name] = { ...now, constraints: changedConstraints(table, now), indexes: table.indexes };
  }
  return { ...applied, tables, links: changedLinks(applied, present, changes) };
}

/** Checks and indexes are made again after the migrations, whatever these changed. */
function changedConstraint(
  table: TableDefinition,
  now: TableDefinition | undefined,
  constraint: string,
): TableDefinition {
  if (isReplaced(table.constraints[constraint], now?.constraints[constraint])) return table;
  return { ...table, constraints: replaced(table.constraints, now?.constraints, constraint) };
}

function changedConstraints(table: TableDefinition, now: TableDefinition): TableDefinition["constraints"] {
  const isCheck = ([, sql]: readonly [string, string]) => isReplaced(sql, undefined);
  const checks = Object.entries(table.constraints).filter(isCheck);
  const others = Object.entries(now.constraints).filter((one) => !isCheck(one));
  return Object.fromEntries([...others, ...checks]);
}

function changedLinks(
  { links = {} }: Definition,
  present: Definition,
  changes: readonly string[],
): NonNullable<Definition["links"]> {
  const isChanged = (path: string): boolean => changes.some((change) => `${path}.`.startsWith(`${change}.`));
  return Object.fromEntries(
    Object.entries(links).flatMap(([path, set]) => {
      const now = isChanged(path) ? present.links?.[path] : set;
      return now === undefined ? [] : [[path, now]];
    }),
  );
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
