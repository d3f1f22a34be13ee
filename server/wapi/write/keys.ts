import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters } from "../plan-write.ts";
import { parseGpk } from "./locate.ts";
import { readKeys } from "./rows.ts";

/** Natural keys of the objects that steps name by gpk, so that one object has one name while steps are ordered. */
export async function keysByGpk(
  tx: Tx,
  catalogue: Catalogue,
  plans: readonly WritePlan[],
): Promise<ReadonlyMap<string, readonly Json[]>> {
  const asked = new Map<ObjectType, Set<string>>();
  for (const plan of plans) {
    for (const gpk of gpksOf(plan)) {
      const found = parseGpk(gpk, catalogue);
      if (found === null) continue;
      const ids = asked.get(found.type) ?? new Set();
      asked.set(found.type, ids.add(found.id));
    }
  }
  const keys = new Map<string, readonly Json[]>();
  for (const [type, ids] of asked) {
    for (const [id, key] of await readKeys(tx, catalogue, type, [...ids]))
      keys.set(`${type.spec.gpk}-${id}`, key);
  }
  return keys;
}

function gpksOf(plan: WritePlan): readonly string[] {
  const found: string[] = [];
  for (const side of [plan.old, plan.new]) {
    for (const [name, value] of Object.entries(side)) {
      if (typeof value !== "string") continue;
      if (isGpk(plan, name)) found.push(value);
    }
  }
  return found;
}

function isGpk(plan: WritePlan, name: string): boolean {
  const attribute = plan.type.attributes.get(name);
  const extra = extraParameters(plan.type, functionName(plan))[name];
  return (extra?.ref ?? attribute?.ref)?.by === "gpk" || attribute?.dataType.name === "gpk";
}
