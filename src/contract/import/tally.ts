import type { ImportDraft, ImportStep, Rejected, SourceRow } from "./steps.ts";

/** What became of the rows of an import. Each row counts once: read = planned + present + rejected + told + lost. */
export interface Tally {
  readonly read: number;
  /** Rows that steps make or change, even if a part of them is rejected. */
  readonly planned: number;
  readonly present: number;
  readonly rejected: number;
  /** Rows that are left out, of which a note tells. */
  readonly told: number;
  /** Rows of which nothing is known. There are none, or an import has a bug. */
  readonly lost: number;
}

/** Counts the rows by what became of them, from the steps that are kept and all rows that are rejected. */
export function tallyOf(
  { rows, present, left }: Pick<ImportDraft, "rows" | "present" | "left">,
  steps: readonly ImportStep[],
  rejected: readonly Rejected[],
): Tally {
  const isPlanned = new Set(steps.flatMap(({ row, also = [] }) => (row === null ? also : [row, ...also])));
  const [isPresent, isLeft] = [new Set(present), new Set(left)];
  const refused = Map.groupBy(rejected, keyOf);
  const known = Map.groupBy(rows, keyOf);
  // A row that cannot be read is no row of the reader, but a person sees it in the file.
  const unread = [...refused.keys()].filter((key) => !known.has(key)).length;
  const counts = { planned: 0, present: 0, rejected: unread, told: 0, lost: 0 };
  for (const [key, alike] of known) {
    const others = alike.filter((row) => !isPlanned.has(row));
    counts.planned += alike.length - others.length;
    // Rows on one line may look alike. Those that are there or told are not the rejected ones, of which one message may tell.
    const settled = others.filter((row) => isPresent.has(row) || isLeft.has(row));
    const told = refused.get(key)?.length ?? 0;
    const most = told === 0 ? 0 : Math.max(told, others.length - settled.length);
    const ofRejected = Math.min(most, others.length);
    counts.rejected += ofRejected;
    const rest = Math.min(settled.length, others.length - ofRejected);
    const there = Math.min(settled.filter((row) => isPresent.has(row)).length, rest);
    counts.present += there;
    counts.told += rest - there;
    counts.lost += others.length - ofRejected - rest;
  }
  return { read: rows.length + unread, ...counts };
}

function keyOf({ file, line, value }: SourceRow): string {
  return JSON.stringify([file, line, value]);
}
