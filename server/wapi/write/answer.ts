import type { Json, Row } from "#contract/wire/json";
import { secretNames, type ObjectType } from "../../catalogue/object-type.ts";
import { readRows, rowAt } from "./rows.ts";
import { idsOf, type Done, type Stored, type WriteRun } from "./stages.ts";

interface Written {
  readonly fn: "create" | "update";
  /** Place in the log before the batch wrote anything. */
  readonly mark: number;
  readonly all: readonly Stored[];
  readonly changed: readonly Stored[];
}

/** Puts the changed rows into the log, before all entries that were added after the mark. Answers the rows of all steps. */
export async function answerWritten(
  run: WriteRun,
  type: ObjectType,
  { fn, mark, all, changed }: Written,
): Promise<Done[]> {
  const rows = await readRows(run, type, idsOf(all));
  const logged = changed.map((step) => {
    const entry = { type, id: step.id, fn, old: step.before, new: rowAt(rows, step).row };
    return { position: step.plan.position, entry };
  });
  run.log.insert(mark, logged);
  return all.map((step) => answered(run, step, rowAt(rows, step).text));
}

/** A step with its answered row, and with members that only this answer has. Secrets of another person are null. */
export function answered(
  { actor }: Pick<WriteRun, "actor">,
  { plan, id, answerOnly }: Omit<Done, "rows">,
  text: string,
): Done {
  const row = actor.hidesSecrets ? withoutSecrets(plan, text) : text;
  const more = Object.entries(answerOnly).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const rows = [more.length === 0 ? row : `${row.slice(0, row.lastIndexOf("}"))}${more.join("")}}`];
  return { plan, id, answerOnly, rows };
}

function withoutSecrets({ type }: Done["plan"], text: string): string {
  const names = secretNames(type);
  if (names.length === 0) return text;
  // The text is made from the definition of the type: an object of its attributes.
  const row = JSON.parse(text) as Row;
  return JSON.stringify({ ...row, ...Object.fromEntries(names.map((name): [string, Json] => [name, null])) });
}
