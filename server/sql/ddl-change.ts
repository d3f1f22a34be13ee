import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";
import type { Definition, TableDefinition } from "./ddl.ts";

/** Statements from one definition to the next, and changes that need a migration. */
export interface DefinitionChange {
  readonly statements: readonly string[];
  /** One sentence each: the object type, the attribute or constraint, and the difference. */
  readonly refused: readonly string[];
}

const EMPTY: TableDefinition = { columns: {}, constraints: {}, indexes: {} };

/**
 * Statements from the applied definition (null: an empty database) to the present one. Only additions are made: new tables, new columns that are
 * nullable or have a default, new constraints. Indexes, functions and views hold no data and are replaced freely.
 */
export function changeOf(applied: Definition | null, present: Definition): DefinitionChange {
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
      ...schemasOf(present).map((schema) => `create schema if not exists ${quoted(schema)}`),
      ...Object.keys(applied?.views ?? {})
        .toReversed()
        .map((name) => `drop view if exists ${tableName(name)}`),
      ...all.flatMap(({ name, old, table }) => dropIndexes(name, old, table)),
      ...added.flatMap(([name, table]) => createTable(name, table)),
      ...kept.flatMap(({ name, old, table }) => addColumns(name, old, table)),
      ...all.flatMap(({ name, old, table }) => addConstraints(name, old, table, false)),
      ...all.flatMap(({ name, old, table }) => addConstraints(name, old, table, true)),
      ...all.flatMap(({ old, table }) =>
        Object.entries(table.indexes).flatMap(([index, sql]) => (old.indexes[index] === sql ? [] : [sql])),
      ),
      ...present.statements,
      ...Object.entries(present.views).map(([name, sql]) => `create view ${tableName(name)} as ${sql}`),
    ],
  };
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

function createTable(name: string, table: TableDefinition): readonly string[] {
  const [system, object] = parts(name);
  const columns = Object.entries(table.columns).map(
    ([column, spec]) => `${quoted(column)} ${columnSql(spec)}`,
  );
  const create = `create table ${tableName(name)} (${columns.join(", ")})`;
  const sequence = `${quoted(system)}.${quoted(`${object}_id_seq`)}`;
  if (table.columns["id"]?.default === null) return [create];
  return [`create sequence ${sequence}`, create, `alter sequence ${sequence} owned by ${tableName(name)}.id`];
}

function columnSql(column: ColumnDefinition): string {
  const rest = [
    column.default === null ? "" : ` default ${column.default}`,
    column.isRequired ? " not null" : "",
  ];
  return column.type + rest.join("");
}

function addColumns(name: string, old: TableDefinition, table: TableDefinition): readonly string[] {
  return Object.entries(table.columns)
    .filter(([column]) => old.columns[column] === undefined)
    .map(
      ([column, spec]) => `alter table ${tableName(name)} add column ${quoted(column)} ${columnSql(spec)}`,
    );
}

/** Foreign keys come last, because they need the primary keys of all tables. */
function addConstraints(
  name: string,
  old: TableDefinition,
  table: TableDefinition,
  isForeign: boolean,
): readonly string[] {
  return Object.entries(table.constraints)
    .filter(([constraint]) => old.constraints[constraint] === undefined)
    .filter(([, sql]) => sql.startsWith("foreign key") === isForeign)
    .map(([constraint, sql]) => `alter table ${tableName(name)} add constraint ${quoted(constraint)} ${sql}`);
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
