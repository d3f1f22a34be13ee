import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";
import type { Definition, TableDefinition } from "./ddl.ts";
import { isReplaced, refusedIn, type Difference } from "./ddl-refused.ts";

/** A statement, and the type and member that it is made of; null where several share it. */
export interface ChangeStatement {
  readonly sql: string;
  readonly type: string | null;
  readonly at: string | null;
}

/** Statements from one definition to the next, and changes that need a migration. */
export interface DefinitionChange {
  readonly statements: readonly ChangeStatement[];
  readonly refused: readonly Difference[];
}

const EMPTY: TableDefinition = { columns: {}, constraints: {}, indexes: {} };

/**
 * Statements from the applied definition (null: an empty database) to the present one. Only additions are made: new tables, new columns that are
 * nullable or have a default, new constraints. Indexes, checks, functions and views hold no data and are replaced freely. `apart`: columns have statements of
 * their own, so that each one that is refused is known.
 */
export function changeOf(applied: Definition | null, present: Definition, apart = false): DefinitionChange {
  const before = applied?.tables ?? {};
  const added = Object.entries(present.tables).filter(([name]) => before[name] === undefined);
  const kept = Object.entries(present.tables).flatMap(([name, table]) => {
    const old = before[name];
    return old === undefined ? [] : [{ name, old, table }];
  });
  const all = Object.entries(present.tables).map(([name, table]) => ({
    name,
    old: before[name] ?? EMPTY,
    table,
  }));
  return {
    refused: refusedIn(applied, present),
    statements: [
      ...schemasOf(present).map((schema) => shared(`create schema if not exists ${quoted(schema)}`)),
      ...Object.keys(applied?.views ?? {})
        .toReversed()
        .map((name) => shared(`drop view if exists ${tableName(name)}`)),
      ...all.flatMap(({ name, old, table }) => dropIndexes(name, old, table).map(shared)),
      ...added.flatMap(([name, table]) => createTable(name, table, apart)),
      ...kept.flatMap(({ name, old, table }) => addColumns(name, old, table)),
      ...kept.flatMap(({ name, old, table }) => dropChecks(name, old, table)),
      ...all.flatMap(({ name, old, table }) => addConstraints(name, old, table, false)),
      ...all.flatMap(({ name, old, table }) => addConstraints(name, old, table, true)),
      ...all.flatMap(({ name, old, table }) =>
        Object.entries(table.indexes).flatMap(([index, sql]) =>
          old.indexes[index] === sql ? [] : [{ sql, type: name, at: index }],
        ),
      ),
      ...present.statements.map(shared),
      ...Object.entries(present.views).map(([name, sql]) => ({
        sql: `create view ${tableName(name)} as ${sql}`,
        type: name,
        at: "source",
      })),
    ],
  };
}

function shared(sql: string): ChangeStatement {
  return { sql, type: null, at: null };
}

function schemasOf({ tables, views }: Definition): readonly string[] {
  const names = [...Object.keys(tables), ...Object.keys(views)];
  return [...new Set(names.map((name) => name.slice(0, name.indexOf("."))))];
}

function parts(name: string): readonly [system: string, object: string] {
  const dot = name.indexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

function tableName(name: string): string {
  return parts(name).map(quoted).join(".");
}

function createTable(name: string, table: TableDefinition, apart: boolean): readonly ChangeStatement[] {
  const [system, object] = parts(name);
  const columns = Object.entries(table.columns).map(
    ([column, spec]) => `${quoted(column)} ${columnSql(spec)}`,
  );
  const make = (sql: string): ChangeStatement => ({ sql, type: name, at: null });
  const create = apart
    ? [make(`create table ${tableName(name)} ()`), ...addColumns(name, EMPTY, table)]
    : [make(`create table ${tableName(name)} (${columns.join(", ")})`)];
  const sequence = `${quoted(system)}.${quoted(`${object}_id_seq`)}`;
  if (table.columns["id"]?.default === null) return create;
  return [
    make(`create sequence ${sequence}`),
    ...create,
    make(`alter sequence ${sequence} owned by ${tableName(name)}.id`),
  ];
}

function columnSql(column: ColumnDefinition): string {
  const rest = [
    column.default === null ? "" : ` default ${column.default}`,
    column.isRequired ? " not null" : "",
  ];
  return column.type + rest.join("");
}

function addColumns(name: string, old: TableDefinition, table: TableDefinition): readonly ChangeStatement[] {
  return Object.entries(table.columns)
    .filter(([column]) => old.columns[column] === undefined)
    .map(([column, spec]) => ({
      sql: `alter table ${tableName(name)} add column ${quoted(column)} ${columnSql(spec)}`,
      type: name,
      at: column,
    }));
}

/** Foreign keys come last, because they need the primary keys of all tables. */
function addConstraints(
  name: string,
  old: TableDefinition,
  table: TableDefinition,
  isForeign: boolean,
): readonly ChangeStatement[] {
  return Object.entries(table.constraints)
    .filter(([constraint, sql]) => needsMaking(old.constraints[constraint], sql))
    .filter(([, sql]) => sql.startsWith("foreign key") === isForeign)
    .map(([constraint, sql]) => ({
      sql: `alter table ${tableName(name)} add constraint ${quoted(constraint)} ${sql}`,
      type: name,
      at: constraint,
    }));
}

function needsMaking(was: string | undefined, is: string): boolean {
  return was === undefined || (was !== is && isReplaced(was, is));
}

/** Also a check that a migration has made already. */
function dropChecks(name: string, old: TableDefinition, table: TableDefinition): readonly ChangeStatement[] {
  const names = new Set([...Object.keys(old.constraints), ...Object.keys(table.constraints)]);
  return [...names].flatMap((constraint) => {
    const [was, is] = [old.constraints[constraint], table.constraints[constraint]];
    if (is === was || !isReplaced(was, is)) return [];
    const sql = `alter table ${tableName(name)} drop constraint if exists ${quoted(constraint)}`;
    return [{ sql, type: name, at: constraint }];
  });
}

function dropIndexes(name: string, old: TableDefinition, table: TableDefinition): readonly string[] {
  const [system] = parts(name);
  return Object.entries(old.indexes)
    .filter(([index, sql]) => table.indexes[index] !== sql)
    .map(([index]) => `drop index if exists ${quoted(system)}.${quoted(index)}`);
}
