import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";
import type { Definition, TableDefinition } from "./ddl.ts";

/** A statement, and the type and member that it is made of; null where several share it. */
export interface ChangeStatement {
  readonly sql: string;
  readonly type: string | null;
  readonly at: string | null;
}

/** Statements from one definition to the next, and changes that need a migration. */
export interface DefinitionChange {
  readonly statements: readonly ChangeStatement[];
  /** One sentence each: the object type, the attribute or constraint, and the difference. */
  readonly refused: readonly string[];
}

const EMPTY: TableDefinition = { columns: {}, constraints: {}, indexes: {} };

/**
 * Statements from the applied definition (null: an empty database) to the present one. Only additions are made: new tables, new columns that are
 * nullable or have a default, new constraints. Indexes, functions and views hold no data and are replaced freely. `apart`: columns have statements of
 * their own, so that each one that is refused is known.
 */
export function changeOf(applied: Definition | null, present: Definition, apart = false): DefinitionChange {
  const before = applied?.tables ?? {};
  const refused = [...refusedTables(before, present.tables)];
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
    refused,
    statements: [
      ...schemasOf(present).map((schema) => shared(`create schema if not exists ${quoted(schema)}`)),
      ...Object.keys(applied?.views ?? {})
        .toReversed()
        .map((name) => shared(`drop view if exists ${tableName(name)}`)),
      ...all.flatMap(({ name, old, table }) => dropIndexes(name, old, table).map(shared)),
      ...added.flatMap(([name, table]) => createTable(name, table, apart)),
      ...kept.flatMap(({ name, old, table }) => addColumns(name, old, table)),
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
    .filter(([constraint]) => old.constraints[constraint] === undefined)
    .filter(([, sql]) => sql.startsWith("foreign key") === isForeign)
    .map(([constraint, sql]) => ({
      sql: `alter table ${tableName(name)} add constraint ${quoted(constraint)} ${sql}`,
      type: name,
      at: constraint,
    }));
}

function dropIndexes(name: string, old: TableDefinition, table: TableDefinition): readonly string[] {
  const [system] = parts(name);
  return Object.entries(old.indexes)
    .filter(([index, sql]) => table.indexes[index] !== sql)
    .map(([index]) => `drop index if exists ${quoted(system)}.${quoted(index)}`);
}

function* refusedTables(before: Definition["tables"], now: Definition["tables"]): Iterable<string> {
  for (const [name, old] of Object.entries(before)) {
    const table = now[name];
    if (table === undefined) yield `${name}: the object type is gone, its table is still there`;
    else yield* refusedInTable(name, old, table);
  }
}

function* refusedInTable(name: string, old: TableDefinition, table: TableDefinition): Iterable<string> {
  for (const [column, was] of Object.entries(old.columns)) {
    const is = table.columns[column];
    if (is === undefined) yield `${name}.${column}: the attribute is gone, its column is still there`;
    else yield* refusedInColumn(`${name}.${column}`, was, is);
  }
  for (const [column, is] of Object.entries(table.columns)) {
    if (old.columns[column] === undefined && needsValue(is)) {
      yield `${name}.${column}: a new attribute has to be nullable or have a default`;
    }
  }
  for (const [constraint, was] of Object.entries(old.constraints)) {
    const is = table.constraints[constraint];
    if (is === undefined) yield `${name}: the constraint ${constraint} is gone`;
    else if (is !== was) yield `${name}: the constraint ${constraint} was "${was}" and is now "${is}"`;
  }
}

function needsValue({ type, isRequired, default: value }: ColumnDefinition): boolean {
  const isHiddenRequired = /\bnot null\b/i.test(type) && !/\b(default|generated)\b/i.test(type);
  return (isRequired && value === null) || isHiddenRequired;
}

function* refusedInColumn(name: string, was: ColumnDefinition, is: ColumnDefinition): Iterable<string> {
  if (was.type !== is.type) yield `${name}: the type was ${was.type} and is now ${is.type}`;
  if (was.isRequired !== is.isRequired) {
    yield `${name}: it was ${was.isRequired ? "required" : "nullable"} and is now ${is.isRequired ? "required" : "nullable"}`;
  }
  if (was.default !== is.default) {
    yield `${name}: the default was ${was.default ?? "absent"} and is now ${is.default ?? "absent"}`;
  }
}
