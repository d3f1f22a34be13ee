import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName } from "../plan.ts";
import { extraParameters, namesRow } from "../plan-write.ts";
import { behaviourOf } from "./behaviour.ts";
import { findRows } from "./find.ts";
import { refuseMissing } from "./permission.ts";
import { resolveReferences } from "./references.ts";
import type { Work, WriteRun } from "./work.ts";

/** Steps of a function that only the type has: row, permission, old values and references as for an update, then what its behaviour does. */
export async function moreBatch(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const [first] = works;
  if (first === undefined) return;
  const fn = functionName(first.plan);
  const behaviour = behaviourOf(type).functions?.[fn];
  if (behaviour === undefined) throw new Error(`${type.name}.${fn} does nothing`);
  for (const work of works) applyParameterDefaults(work, fn);
  await resolveReferences(run, works);
  await behaviour.lock?.(run, works);
  if (namesRow(type, fn)) await findRows(run, type, works, fn);
  refuseMissing(works, null);
  await behaviour.run(run, works);
}

function applyParameterDefaults(work: Work, fn: string): void {
  for (const [name, spec] of Object.entries(extraParameters(work.plan.type, fn)))
    work.given[name] ??= spec.default ?? null;
}
