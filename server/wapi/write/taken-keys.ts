import { actorValues, visibleSql } from "../../access/rules.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import type { Key } from "./key-join.ts";
import { idsByKey, keyIn } from "./ids-by-key.ts";
import type { Allowed, Reader, WriteRun } from "./stages.ts";
import { refuseEach } from "./steps-of-error.ts";

/**
 * If the call tells all faults, refuses at once all new objects whose keys are taken. The database would name them one by one; its constraint still
 * guards the rule.
 */
export async function refuseTakenKeys(
  run: WriteRun,
  type: ObjectType,
  steps: readonly Allowed[],
): Promise<void> {
  if (!run.context.allFaults) return;
  const asked = steps.flatMap((step) => {
    const key = keyIn(type, step.given);
    return key === null || key.includes(null) ? [] : [{ plan: step.plan, key }];
  });
  if (asked.length < 2) return;
  const keys = asked.map(({ key }) => key);
  const ids = await idsByKey(run, type, keys);
  const taken = asked.filter((_, at) => ids[at] !== null);
  const takenKeys = taken.map(({ key }) => key);
  const unseen = await unseenKeys(run, type, takenKeys);
  refuseEach(taken, ({ key }) => {
    const place = { object_fq_name: type.name, attribute_list: type.spec.key, value_list: key };
    const hint = unseen.has(JSON.stringify(key)) ? TAKEN_UNSEEN : undefined;
    return refuse("unique_violation", place, undefined, hint);
  });
}

/** The hint for an account that cannot see the object in the way. A hint to use another value would not help a person who means this object. */
export const TAKEN_UNSEEN = {
  de: "Sie dürfen es nicht lesen. Legen Sie es nicht an, sondern nennen Sie es, wo es gebraucht wird.",
  en: "You may not read it. Do not create it: name it where it is needed.",
} as const;

/** Keys of existing objects that the account may not read, each as JSON. */
export async function unseenKeys(
  run: Reader,
  type: ObjectType,
  keys: readonly Key[],
): Promise<ReadonlySet<string>> {
  const rule = visibleSql(type, run.actor);
  if (rule === null || keys.length === 0) return new Set();
  const ids = await idsByKey(run, type, keys);
  const params = createParams();
  const there = ids.filter((id) => id !== null);
  const asked = params.add(there, `${type.idType}[]`);
  const visible = bind(rule, actorValues(run.actor), params);
  const sql = `select t.id::text as id from ${type.table} t where t.id = any(${asked}) and ${visible}`;
  const seen = new Set((await run.tx.query<{ id: string }>(sql, params.values)).map(({ id }) => id));
  const unseen = keys.filter((_, at) => ids[at] != null && !seen.has(ids[at]));
  return new Set(unseen.map((key) => JSON.stringify(key)));
}
