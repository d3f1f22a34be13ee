import { objectIn, type Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { reverseOf, type ChangeEntry, type Reverse } from "#core/txlist/reverse";
import { textOf } from "../cell/text-of.ts";

/** The reversal of rows of the change log, which are in order of time. */
export function reverseOfRows(
  catalogue: Catalogue,
  rows: readonly Row[],
  missing: ReadonlySet<string> = new Set(),
): Reverse {
  return reverseOf(catalogue, rows.map(entryOf), () => crypto.randomUUID(), missing);
}

function entryOf(row: Row): ChangeEntry {
  return {
    object: textOf(row["object_fq_name"]),
    gpk: textOf(row["object_gfk"]),
    old: objectIn(row["old"]),
    new: objectIn(row["new"]),
  };
}
