/** One cell in the form that is sent; lists become PostgreSQL arrays. */
export type Cell = string | number | boolean | null | readonly string[];

/** Column → value. An omitted column has the default of its attribute. Ids are numbered from 1 in the order of the rows. */
export type Row = Readonly<Record<string, Cell>>;

/** Rows of one object type. Large tables create their rows while they are written. */
export interface Table {
  readonly type: string;
  readonly rows: Iterable<Row>;
  /** The table of the rows if it differs from that of the type, with the SQL types of its columns. */
  readonly into?: { readonly table: string; readonly columns: Readonly<Record<string, string>> };
  /** A trigger that is too slow for so many rows at once, and the statement that replaces it for the ids of a part of them. */
  readonly instead?: { readonly of: string; readonly run: string };
}

/** Collects the rows of one type and numbers them. */
export class RowList implements Table {
  readonly type: string;
  readonly rows: Row[] = [];

  constructor(type: string, rows: readonly Row[] = []) {
    this.type = type;
    for (const row of rows) this.add(row);
  }

  add(row: Row): number {
    this.rows.push({ id: this.rows.length + 1, ...row });
    return this.rows.length;
  }
}
