import type { Json } from "#contract/wire/json";
import { gpkOf, parseGpk } from "../../catalogue/gpk.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters } from "../plan-write.ts";
import { readKeys } from "./rows.ts";

/** Natural keys of the objects that steps name by gpk, so that one object has one name while steps are ordered. */
export async function keysByGpk(
  tx: Tx,
  catalogue: Catalogue,
  plans: readonly WritePlan[],
): Promise<ReadonlyMap<string, readonly Json[]>> {
  const asked = new Map<ObjectType, Set<string>>();
  for (const plan of plans) {
    for (const { gpk, of } of gpksOf(plan)) {
      const found = parseGpk(gpk, catalogue);
      // The gpk of an object of another type names nothing here, and the step will say so.
      if (found === null || (of !== null && found.type.name !== of)) continue;
      const ids = asked.get(found.type) ?? new Set();
      asked.set(found.type, ids.add(found.id));
    }
  }
  const keys = new Map<string, readonly Json[]>();
  for (const [type, ids] of asked) {
    for (const [id, key] of await readKeys(tx, catalogue, type, [...ids])) keys.set(gpkOf(type, id), key);
  }
  return keys;
}

/** Gpks in the parameters of a step, each with the type that it has to be of; null where any type will do. */
function gpksOf(plan: WritePlan): readonly { readonly gpk: string; readonly of: string | null }[] {
  return [plan.old, plan.new].flatMap((side) =>
    Object.entries(side).flatMap(([name, gpk]) => {
      if (typeof gpk !== "string") return [];
      const attribute = plan.type.attributes.get(name);
      const ref = extraParameters(plan.type, functionName(plan))[name]?.ref ?? attribute?.ref;
      if (ref?.by === "gpk") return [{ gpk, of: ref.to }];
      if (attribute?.dataType.name !== "gpk") return [];
      return [{ gpk, of: name === "gpk" ? plan.type.name : null }];
    }),
  );
}
