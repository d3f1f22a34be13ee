import { tableOf } from "../catalogue/derived.ts";
import { LONGEST_NAME } from "../catalogue/own-schemas.ts";
import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";
import type { Definition, TableDefinition } from "./ddl.ts";
import { isReplaced, isSame, refusedIn, type Difference } from "./ddl-refused.ts";

/** A statement with the type and member that it comes from; null if several share it. */
export interface ChangeStatement {
  readonly sql: string;
  readonly type: string | null;
  readonly at: string | null;
}

/** Statements that lead from one definition to the next, and changes that need a migration. */
export interface DefinitionChange {
  readonly statements: readonly ChangeStatement[];
  readonly refused: readonly Difference[];
}

/** A table before and after. A new table was empty before. */
interface Changed {
  readonly name: string;
  readonly old: TableDefinition;
  readonly table: TableDefinition;
}

const EMPTY: TableDefinition = { columns: {}, constraints: {}, indexes: {} };

/**
 * Statements from the applied definition (null: an empty database) to the present one. It makes only additions: new tables, new columns that are
 * nullable or have a default, new constraints. Indexes, checks, functions and views contain no data and are replaced freely. `apart`: columns have
 * separate statements, so that each refused one is identified.
 */
export function changeOf(applied: Definition | null, present: Definition, apart = false): DefinitionChange {
  const before = applied?.tables ?? {};
  const all = Object.entries(present.tables).map(([name, table]): Changed => ({
    name,
    old: before[name] ?? EMPTY,
    table,
  }));
  const kept = all.filter(({ name }) => before[name] !== undefined);
  const ready = kept.filter(hasColumns);
  return {
    refused: refusedIn(applied, present),
    statements: [
      ...schemasOf(present).map((schema) => shared(`create schema if not exists ${quoted(schema)}`)),
      // Large indexes take seconds. Meanwhile nothing locks out readers of other processes.
      ...all.flatMap(setIndexesAside),
      ...ready.flatMap(addIndexes),
      ...Object.keys(applied?.views ?? {})
        .toReversed()
        .map((name) => shared(`drop view if exists ${tableOf(name)}`)),
      ...all.filter((one) => !kept.includes(one)).flatMap((one) => createTable(one, apart)),
      ...kept.flatMap(addColumns),
      ...kept.flatMap(dropChecks),
      ...all.flatMap((one) => addConstraints(one, false)),
      ...all.flatMap((one) => addConstraints(one, true)),
      ...all.filter((one) => !ready.includes(one)).flatMap(addIndexes),
      ...present.statements.map(shared),
      ...Object.entries(present.views).map(([name, sql]) => ({
        sql: `create view ${tableOf(name)} as ${sql}`,
        type: name,
        at: "source",
      })),
      ...all.flatMap(dropIndexes),
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

function createTable(one: Changed, apart: boolean): readonly ChangeStatement[] {
  const { name, table } = one;
  const make = (sql: string): ChangeStatement => ({ sql, type: name, at: null });
  const columns = Object.entries(table.columns).map(([column, spec]) => columnSql(column, spec));
  const create = apart
    ? [make(`create table ${tableOf(name)} ()`), ...addColumns(one)]
    : [make(`create table ${tableOf(name)} (${columns.join(", ")})`)];
  if (table.columns["id"]?.default === null) return create;
  const sequence = tableOf(`${name}_id_seq`);
  return [
    make(`create sequence ${sequence}`),
    ...create,
    make(`alter sequence ${sequence} owned by ${tableOf(name)}.id`),
  ];
}

function columnSql(name: string, { type, default: value, isRequired }: ColumnDefinition): string {
  const withDefault = value === null ? type : `${type} default ${value}`;
  return `${quoted(name)} ${withDefault}${isRequired ? " not null" : ""}`;
}

function addColumns({ name, old, table }: Changed): readonly ChangeStatement[] {
  return Object.entries(table.columns)
    .filter(([column]) => old.columns[column] === undefined)
    .map(([column, spec]) => ({
      sql: `alter table ${tableOf(name)} add column ${columnSql(column, spec)}`,
      type: name,
      at: column,
    }));
}

/** Foreign keys come last, because they need the primary keys of all tables. */
function addConstraints({ name, old, table }: Changed, isForeign: boolean): readonly ChangeStatement[] {
  return Object.entries(table.constraints)
    .filter(([constraint, sql]) => needsMaking(old.constraints[constraint], sql))
    .filter(([, sql]) => sql.startsWith("foreign key") === isForeign)
    .map(([constraint, sql]) => ({
      sql: `alter table ${tableOf(name)} add constraint ${quoted(constraint)} ${sql}`,
      type: name,
      at: constraint,
    }));
}

function needsMaking(was: string | undefined, is: string): boolean {
  return was === undefined || (!isSame(was, is) && isReplaced(was, is));
}

/** Drops replaced checks, also a check that a migration has already made. */
function dropChecks({ name, old, table }: Changed): readonly ChangeStatement[] {
  const names = new Set([...Object.keys(old.constraints), ...Object.keys(table.constraints)]);
  return [...names].flatMap((constraint) => {
    const [was, is] = [old.constraints[constraint], table.constraints[constraint]];
    if (isSame(was, is) || !isReplaced(was, is)) return [];
    const sql = `alter table ${tableOf(name)} drop constraint if exists ${quoted(constraint)}`;
    return [{ sql, type: name, at: constraint }];
  });
}

function addIndexes({ name, old, table }: Changed): readonly ChangeStatement[] {
  return Object.entries(table.indexes)
    .filter(([index, sql]) => !isSame(old.indexes[index], sql))
    .map(([index, sql]) => ({ sql, type: name, at: index }));
}

/** Whether the table already has all columns, so that its indexes can be made first. */
function hasColumns({ old, table }: Changed): boolean {
  return Object.keys(table.columns).every((column) => old.columns[column] !== undefined);
}

/** Renames obsolete indexes, which other processes still use, so that new ones can have their names. */
function setIndexesAside(one: Changed): readonly ChangeStatement[] {
  return goneIndexes(one).map(({ place, aside }) =>
    shared(`alter index if exists ${place} rename to ${quoted(aside)}`),
  );
}

function dropIndexes(one: Changed): readonly ChangeStatement[] {
  return goneIndexes(one).map(({ schema, aside }) =>
    shared(`drop index if exists ${schema}.${quoted(aside)}`),
  );
}

function goneIndexes({ name, old, table }: Changed) {
  const [system = ""] = name.split(".");
  const schema = quoted(system);
  return Object.entries(old.indexes)
    .filter(([index, sql]) => !isSame(sql, table.indexes[index]))
    .map(([index], at) => ({
      schema,
      place: `${schema}.${quoted(index)}`,
      aside: `${name.replace(".", "_").slice(0, LONGEST_NAME - 10)}_gone_${String(at)}`,
    }));
}
