import type { Json } from "#contract/wire/json";
import { actorValues, visibleSql } from "../../access/rules.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { idsByKey } from "./locate.ts";
import type { WriteRun } from "./stages.ts";

type Reading = Pick<WriteRun, "tx" | "catalogue" | "actor">;

/** The hint where an object is in the way that the account does not see: another value would not help whoever means this object. */
export const TAKEN_UNSEEN = {
  de: "Sie dürfen es nicht lesen. Legen Sie es nicht an, sondern nennen Sie es, wo es gebraucht wird.",
  en: "You may not read it. Do not create it: name it where it is needed.",
} as const;

/** Keys of objects that are there and that the account may not read, each as JSON. */
export async function unseenKeys(
  run: Reading,
  type: ObjectType,
  keys: readonly (readonly Json[])[],
): Promise<ReadonlySet<string>> {
  const rule = visibleSql(type, run.actor);
  if (rule === null || keys.length === 0) return new Set();
  const ids = await idsByKey(run, type, keys);
  const params = createParams();
  const asked = params.add(
    ids.filter((id) => id !== null),
    `${type.idType}[]`,
  );
  const visible = bind(rule, actorValues(run.actor), params);
  const sql = `select t.id::text id from ${type.table} t where t.id = any(${asked}) and ${visible}`;
  const seen = new Set((await run.tx.query<{ id: string }>(sql, params.values)).map(({ id }) => id));
  const unseen = keys.filter((_, at) => ids[at] != null && !seen.has(ids[at]));
  return new Set(unseen.map((key) => JSON.stringify(key)));
}
