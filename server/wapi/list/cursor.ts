import type { Tx } from "../../db/database.ts";

/** Bytes that are fetched at once, estimated by the size of the rows before. */
const FETCHED = 256 * 1024;
/** Maximum factor by which the number of fetched rows grows. */
const GROWTH = 8;
const MOST_ROWS = 2_000;

/** Lines of a statement with one text column, within an open transaction and with constant memory. */
export async function* linesOf(
  tx: Tx,
  sql: string,
  params: readonly unknown[],
): AsyncGenerator<readonly string[]> {
  // All rows are wanted, so the first ones need not come soon.
  tx.defer("set local cursor_tuple_fraction = 1");
  await tx.query(`declare answer no scroll cursor for select a.line from (${sql}) a(line)`, params);
  for (let count = 1; ;) {
    const rows = await tx.query<{ line: string }>(`fetch ${String(count)} from answer`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const bytes = lines.reduce((sum, { length }) => sum + length, 1);
    const fitting = Math.floor((FETCHED * rows.length) / bytes);
    count = Math.max(1, Math.min(fitting, count * GROWTH, MOST_ROWS));
  }
  await tx.query("close answer");
}
