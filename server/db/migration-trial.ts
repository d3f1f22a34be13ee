import type { Catalogue } from "../catalogue/object-type.ts";
import type { Definition } from "../sql/ddl.ts";
import { textSql } from "../sql/bind.ts";
import { named, plain, type Difference } from "../sql/ddl-refused.ts";
import type { Tx } from "./database.ts";
import { compareShapes, readShape, type ShapeChange } from "./migration-shape.ts";
import { runMigration, type Trial } from "./migrate.ts";
import type { Migration } from "./migrations.ts";
import { undone } from "./undone.ts";

/** Findings of a trial, in order. */
export interface Finding {
  readonly kind: "runs" | "skipped" | LossKind;
  /** File of the migration, or null for a change that no migration makes. */
  readonly file: string | null;
  /** Column or table. */
  readonly what: string;
  readonly number: number;
  /** Old values, and new ones if there are any. */
  readonly examples: readonly { readonly before: string; readonly after: string | null }[];
}

/** `column`: values of a lost column. `rows`: lost rows. `values`: values that a new type changes. `unfit`: values that do not fit a type. `empty`: rows that lack a required value. */
export type LossKind = "column" | "rows" | "values" | "unfit" | "empty";

const EXAMPLES = 3;
const FITS = `create or replace function pg_temp.fits(value text, type text)
  returns boolean
  language plpgsql as $$
begin
  execute format('select %L::%s', value, type);
  return true;
exception when others then
  return false;
end $$`;

/** Records a loss or a misfit unless it is empty. */
type Note = (kind: LossKind, what: string, number: number, examples?: Finding["examples"]) => void;

/** Records the findings of a trial. Values of secret attributes are counted and not shown. */
export function createTrial({ types }: Catalogue): Trial & { readonly found: readonly Finding[] } {
  const found: Finding[] = [];
  const noteFor =
    (file: string | null): Note =>
    (kind, what, number, examples = []) => {
      const [system = "", object = "", column = ""] = what.split(/[. ]/);
      const isSecret = types.get(`${system}.${object}`)?.attributes.get(column)?.secret === true;
      if (number > 0) found.push({ kind, file, what, number, examples: isSecret ? [] : examples });
    };
  const tell = (kind: "runs" | "skipped", { file }: Migration): void => {
    found.push({ kind, file, what: "", number: 0, examples: [] });
  };
  return {
    found,
    begin() {
      found.length = 0;
    },
    skip(migration) {
      tell("skipped", migration);
    },
    async run(tx, migration, known, present) {
      tell("runs", migration);
      await tx.query(FITS);
      const note = noteFor(migration.file);
      const change = await outcomeOf(tx, migration, async () => {
        for (const one of retyped(migration, known, present)) await noteUnfit(tx, one, note);
      });
      await runMeasured(tx, migration, change, note);
    },
    async missing(tx, refused, known) {
      await tx.query(FITS);
      for (const one of refused) await noteMissing(tx, one, known, noteFor(null));
    },
  };
}

/** Changes of a migration, found by an execution that is rolled back. */
async function outcomeOf(tx: Tx, migration: Migration, onFailure: () => Promise<void>): Promise<ShapeChange> {
  const before = await readShape(tx);
  try {
    const after = await undone(tx, async (inner) => {
      await runMigration(inner, migration);
      return readShape(inner);
    });
    return compareShapes(before, after);
  } catch (fault) {
    await onFailure();
    throw fault;
  }
}

async function runMeasured(tx: Tx, migration: Migration, change: ShapeChange, note: Note): Promise<void> {
  for (const { name } of change.goneTables) note("rows", name, await count(tx, name));
  for (const { table, column } of change.goneColumns)
    note("column", `${table}.${column}`, await count(tx, table, filled(column)));
  for (const { name, number } of change.deleted) note("rows", name, number);
  const emptied: { readonly name: string; readonly before: number }[] = [];
  for (const { name, newName } of change.rewritten)
    emptied.push({ name: newName, before: await count(tx, name) });
  for (const [index, { table, column, rowsBy }] of change.retyped.entries())
    await tx.query(
      `create temp table trial_${String(index)} on commit drop as select ${rowsBy ?? "null"} as row, ${named(column)} as value from ${named(table)}`,
    );
  await runMigration(tx, migration);
  for (const { name, before } of emptied) note("rows", name, before - (await count(tx, name)));
  for (const [index, one] of change.retyped.entries()) {
    await noteChanged(tx, index, one, note);
    await tx.query(`drop table pg_temp.trial_${String(index)}`);
  }
}

/** Records values that are empty or different after a change of the type. A text counts as the same if its new value reads like it. */
async function noteChanged(
  tx: Tx,
  index: number,
  { newTable, newColumn, type, rowsBy }: ShapeChange["retyped"][number],
  note: Note,
): Promise<void> {
  const old = `pg_temp.trial_${String(index)}`;
  const now = `(select ${rowsBy ?? "null"} as row, ${named(newColumn)} as value from ${named(newTable)})`;
  if (!type.startsWith("text")) await tx.query(SAME);
  const changed = rowsBy === null ? changedOf(old, now) : changedIn(old, now, type);
  const number = await countIn(tx, `(${changed}) c`);
  const examples = await tx.query<{ before: string; after: string | null }>(
    `select distinct before, after from (${changed}) c order by before limit ${String(EXAMPLES)}`,
  );
  note("values", `${newTable}.${newColumn}`, number, examples);
}

function changedIn(old: string, now: string, type: string): string {
  const isSame = type.startsWith("text")
    ? "now.value::text = old.value::text"
    : `pg_temp.same(now.value::text, old.value::text, ${textSql(type)})`;
  return `select old.value::text as before, now.value::text as after
    from ${old} old join ${now} now using (row)
    where old.value is not null and (now.value is null or not (${isSame}))`;
}

/** Rows without an id cannot be matched. Their changed values are those that no row has afterwards. */
function changedOf(old: string, now: string): string {
  return `select before, null as after
    from (
      select value::text as before
      from ${old}
      where value is not null
      except all select value::text
      from ${now} now) gone`;
}

/** Whether a new value, converted to the old type, equals the old value. */
const SAME = `create or replace function pg_temp.same(now text, old text, type text)
  returns boolean
  language plpgsql as $$
declare
  is_same boolean;
begin
  execute format('select %L::%s = %L::%s', now, type, old, type) into is_same;
  return is_same;
exception when others then
  return false;
end $$`;

interface Retyped {
  readonly table: string;
  readonly column: string;
  readonly type: string | null;
  readonly isRequired: boolean;
}

/** Columns whose type the migration changes, or that become required. */
function retyped({ changes }: Migration, known: Definition, present: Definition): readonly Retyped[] {
  return changes.flatMap((change) => {
    const [system = "", object = "", column = ""] = change.split(".");
    const table = `${system}.${object}`;
    const was = known.tables[table]?.columns[column];
    const is = present.tables[table]?.columns[column];
    if (was === undefined || is === undefined) return [];
    const type = was.type === is.type ? null : is.type;
    return [{ table, column, type, isRequired: is.isRequired && !was.isRequired }];
  });
}

async function noteUnfit(tx: Tx, { table, column, type, isRequired }: Retyped, note: Note): Promise<void> {
  const what = `${table}.${column}`;
  if (type !== null) {
    const unfit = `${named(column)} is not null
      and not pg_temp.fits(${named(column)}::text, ${textSql(plain(type))})`;
    const examples = await examplesOf(tx, table, column, unfit);
    note("unfit", `${what} (${plain(type)})`, await count(tx, table, unfit), examples);
  }
  if (isRequired) note("empty", what, await count(tx, table, `${named(column)} is null`));
}

async function noteMissing(tx: Tx, one: Difference, known: Definition | null, note: Note): Promise<void> {
  const { type, at, loses } = one;
  if (loses === "table") note("rows", type, await count(tx, type));
  else if (at === null || loses === null) return;
  else if (loses === "column") {
    const path = `${type}.${at}`;
    const set = known?.links?.[path];
    const number = set === undefined ? count(tx, type, filled(at)) : countIn(tx, set.table);
    note("column", path, await number);
  } else await noteUnfit(tx, { table: type, column: at, type: loses.type, isRequired: false }, note);
}

function filled(column: string): string {
  return `${named(column)} is not null`;
}

async function examplesOf(tx: Tx, table: string, column: string, where: string) {
  return tx.query<{ before: string; after: null }>(
    `select distinct ${named(column)}::text as before, null as after
      from ${named(table)}
      where ${where}
      order by before
      limit ${String(EXAMPLES)}`,
  );
}

async function count(tx: Tx, table: string, where = "true"): Promise<number> {
  return countIn(tx, named(table), where);
}

async function countIn(tx: Tx, table: string, where = "true"): Promise<number> {
  const [row] = await tx.query<{ number: string }>(`select count(*) as number from ${table} where ${where}`);
  return Number(row?.number ?? 0);
}
