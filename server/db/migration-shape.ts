import type { Tx } from "./database.ts";

/** A table as PostgreSQL stores it; ids survive renaming. */
export interface Table {
  readonly id: string;
  readonly name: string;
  /** Changes when the table is rewritten or emptied. */
  readonly file: string;
  /** Rows that this transaction has deleted so far. */
  readonly deleted: number;
  readonly columns: Readonly<Record<string, { readonly name: string; readonly type: string }>>;
}

const SHAPE = `select c.oid::text as id, n.nspname || '.' || c.relname as name, c.relfilenode::text as file,
  coalesce(s.n_tup_del, 0)::int as deleted,
  coalesce((
      select json_object_agg(a.attnum,
        json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    '{}') as columns
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_stat_xact_all_tables s on s.relid = c.oid
  where c.relkind = 'r'
    and n.nspname not like 'pg\\_%'
    and n.nspname not in ('information_schema', 'netportal')
  order by name`;

export async function readShape(tx: Tx): Promise<ReadonlyMap<string, Table>> {
  const tables = await tx.query<Table>(SHAPE);
  return new Map(tables.map((table) => [table.id, table]));
}

export type ShapeChange = ReturnType<typeof compareShapes>;

/** Possible losses between two shapes, with the old names unless stated otherwise. */
export function compareShapes(before: ReadonlyMap<string, Table>, after: ReadonlyMap<string, Table>) {
  const pairs = [...before.values()].flatMap((old) => {
    const now = after.get(old.id);
    return now === undefined ? [] : [{ old, now }];
  });
  const columns = pairs.flatMap(({ old, now }) =>
    Object.entries(old.columns).map(([id, column]) => ({ old, now, column, newColumn: now.columns[id] })),
  );
  return {
    goneTables: [...before.values()].filter(({ id }) => !after.has(id)),
    goneColumns: columns.flatMap(({ old, column, newColumn }) =>
      newColumn === undefined ? [{ table: old.name, column: column.name }] : [],
    ),
    retyped: columns.flatMap(({ old, now, column, newColumn }) =>
      newColumn === undefined || newColumn.type === column.type
        ? []
        : [
            {
              table: old.name,
              column: column.name,
              type: column.type,
              newTable: now.name,
              newColumn: newColumn.name,
              // Column that identifies a row before and after; null if the table has none.
              rowsBy: hasId(old) && hasId(now) ? "id" : null,
            },
          ],
    ),
    deleted: pairs.flatMap(({ old, now }) =>
      now.deleted > old.deleted ? [{ name: old.name, number: now.deleted - old.deleted }] : [],
    ),
    // Tables that were rewritten, or emptied by `truncate`.
    rewritten: pairs.flatMap(({ old, now }) =>
      // Deleted rows are already counted.
      now.file === old.file || now.deleted > old.deleted ? [] : [{ name: old.name, newName: now.name }],
    ),
  };
}

function hasId({ columns }: Table): boolean {
  return Object.values(columns).some(({ name }) => name === "id");
}
