import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName } from "../plan.ts";
import { extraParameters, namesRow } from "./plan.ts";
import { behaviourOf } from "../behaviour.ts";
import { lockRows } from "./lock-rows.ts";
import { complete } from "./permission.ts";
import { placed } from "./references.ts";
import type { Done, Given, WriteRun } from "./stages.ts";

/** Does the steps of a function that only the type has. Row, permission, old values and references are checked as for an update; then the behaviour runs. */
export async function moreBatch(run: WriteRun, type: ObjectType, given: readonly Given[]): Promise<Done[]> {
  const [first] = given;
  if (first === undefined) return [];
  const fn = functionName(first.plan);
  const behaviour = behaviourOf(type).functions?.[fn];
  if (behaviour === undefined) throw new Error(`${type.name}.${fn} does nothing`);
  const steps = given.map((step) => ({ ...step, given: withDefaults(step, fn) }));
  const asked = await placed(run, steps);
  await behaviour.lock?.(run, asked);
  const found = namesRow(type, fn) ? await lockRows(run, type, asked, fn) : asked;
  const allowed = complete(found);
  const rows = await behaviour.run(run, allowed);
  return allowed.map(({ plan, id, answerOnly }, at) => ({ plan, id, answerOnly, rows: rows[at] ?? [] }));
}

function withDefaults({ plan, given }: Given, fn: string): Record<string, Json> {
  const defaults = Object.entries(extraParameters(plan.type, fn)).map(([name, spec]): [string, Json] => [
    name,
    given[name] ?? spec.default ?? null,
  ]);
  return { ...given, ...Object.fromEntries(defaults) };
}
