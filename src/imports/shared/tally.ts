import type { TestedSteps } from "./find-rejected.ts";
import { inOrder, type ImportDraft, type ImportStep, type Rejected, type SourceRow } from "./steps.ts";
import { addAll } from "#contract/table/units";

/** Results of the rows of an import. Each row counts once: read = planned + present + rejected + told + lost. */
export interface Tally {
  readonly read: number;
  /** Rows that steps make or change as a whole. */
  readonly planned: number;
  readonly present: number;
  /** Rows that are rejected, even if steps make another part of them. */
  readonly rejected: number;
  /** Omitted rows about which a note exists. */
  readonly told: number;
  /** Rows of which nothing is known. There are none, unless an import has a bug. */
  readonly lost: number;
}

/** The end of an import: the rejected rows, and the sum, which counts each of these messages once. */
export interface Sum {
  /** One message for each rejected row, in the order of the files. */
  readonly rejected: readonly Rejected[];
  readonly tally: Tally;
}

type Read = Pick<ImportDraft, "rows" | "present" | "left" | "rejected" | "files">;

/** Number of rows that were read, from a plan that was not tested yet. */
export function readIn(draft: ImportDraft): number {
  return sumOf(draft, { steps: draft.steps, rejected: [] }).tally.read;
}

/** Counts the rows by their result, from the kept steps and the rows that the server refuses. */
export function sumOf(draft: Read, { steps, rejected: refused }: TestedSteps): Sum {
  const { rows, present, left, files } = draft;
  const messages = Map.groupBy([...draft.rejected, ...refused], keyOf);
  const known = Map.groupBy(rows, keyOf);
  const fateOf = fates(steps, present, left);
  const counts = { planned: 0, present: 0, told: 0, lost: 0 };
  const rejected: Rejected[] = [];
  for (const [key, alike] of known) {
    const told = messages.get(key) ?? [];
    const found = Object.groupBy(alike, fateOf);
    const lost = found.lost?.length ?? 0;
    // Rows on one line may look the same, and one message may belong to all of them.
    const count = told.length === 0 ? 0 : Math.max(Math.min(told.length, alike.length), lost);
    addAll(rejected, ofRows(told, count));
    // A row that is rejected counts as nothing else. Rows without another result come first.
    let taken = count;
    for (const fate of FATES) {
      const all = found[fate]?.length ?? 0;
      const own = Math.min(all, taken);
      counts[fate] += all - own;
      taken -= own;
    }
  }
  // A row that cannot be read does not belong to a reader, but a person sees it in the file.
  const unread = [...messages].filter(([key]) => !known.has(key));
  for (const [, told] of unread) addAll(rejected, ofRows(told, 1));
  return {
    rejected: inOrder(rejected, files),
    tally: { read: rows.length + unread.length, ...counts, rejected: rejected.length },
  };
}

const FATES = ["lost", "told", "present", "planned"] as const;

/** The result of a row without a message. */
function fates(
  steps: readonly ImportStep[],
  present: readonly SourceRow[],
  left: readonly SourceRow[],
): (row: SourceRow) => (typeof FATES)[number] {
  const isPlanned = new Set(steps.flatMap(({ row, also = [] }) => (row === null ? also : [row, ...also])));
  const [isPresent, isLeft] = [new Set(present), new Set(left)];
  return (row) => {
    if (isPlanned.has(row)) return "planned";
    if (isPresent.has(row)) return "present";
    return isLeft.has(row) ? "told" : "lost";
  };
}

/** As many messages as rows: several about one row become one, and one about several rows is repeated for each. */
function ofRows(messages: readonly Rejected[], count: number): readonly Rejected[] {
  if (messages.length <= count)
    return Array.from({ length: count }, (_, at) => messages[at % messages.length] ?? []).flat();
  const single = new Map(messages.map((one) => [one.reason, one]));
  const [first, ...others] = [...single.values()];
  if (first === undefined || others.length < count) return ofRows([...single.values()], count);
  const apart = others.splice(0, count - 1);
  return [...apart, { ...first, reason: [first, ...others].map(({ reason }) => reason).join(" ") }];
}

function keyOf({ file, line, value }: SourceRow): string {
  return JSON.stringify([file, line, value]);
}
