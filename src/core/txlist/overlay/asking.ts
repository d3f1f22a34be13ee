import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { NOTHING_KNOWN, textOfWanted, type Known, type Wanted } from "./list-of.ts";

/** Maximum number of consecutive calls, because a new object of a list may name others. */
const MOST_ROUNDS = 4;

/** Reads the objects that planned lists need, until they need no more. */
export async function knownBy(
  wantedBy: (known: Known) => readonly Wanted[],
  read: (steps: readonly Step[]) => Promise<Lists>,
): Promise<Known> {
  let known = NOTHING_KNOWN;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const wanted = wantedBy(known);
    if (wanted.length === 0) break;
    const steps = wanted.map(({ object, params }, at): Step => {
      return { idx: String(at), name: `${object}.list`, old: params };
    });
    known = withRows(known, wanted, await read(steps));
  }
  return known;
}

function withRows({ rows, asked }: Known, wanted: readonly Wanted[], lists: Lists): Known {
  const all = new Map(rows);
  for (const [at, { object }] of wanted.entries()) {
    const found: readonly Row[] = lists[String(at)] ?? [];
    const there = all.get(object) ?? [];
    const fresh = found.filter(({ gpk }) => !there.some((one) => one["gpk"] === gpk));
    if (fresh.length > 0) all.set(object, [...there, ...fresh]);
  }
  return { rows: all, asked: new Set([...asked, ...wanted.map(textOfWanted)]) };
}
