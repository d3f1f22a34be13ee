import { isList, type Json, type Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { isPlannedGpk } from "../../catalogue/planned-gpk.ts";
import type { Plan } from "./draft.ts";
import type { Names } from "./renamed.ts";

/** The steps as the server knows their objects: by the names that they have now, and without objects that are not there yet. */
export function asIs(steps: readonly Step[], plan: Plan, catalogue: Catalogue): readonly Step[] {
  const sent = steps.map((step) => stepAsIs(step, plan, catalogue));
  return sent.every((step, at) => step === steps[at]) ? steps : sent;
}

function stepAsIs(step: Step, plan: Plan, catalogue: Catalogue): Step {
  const { old } = step;
  if (old === undefined) return step;
  // An empty list of numbers finds nothing.
  if (Object.values(old).some(namesPlanned)) return { ...step, old: { gpk_list: [] } };
  const type = catalogue.objectType(step.name.slice(0, step.name.lastIndexOf(".")));
  if (type === null || plan.renamedNow.size === 0) return step;
  const present = Object.entries(old).map(([name, value]): readonly [string, Json] => {
    return [name, nameBefore(namesOf(type, name, old, plan), value)];
  });
  const params: Params = Object.fromEntries(present);
  return present.every(([name, value]) => value === old[name]) ? step : { ...step, old: params };
}

/** New names for a parameter that names one object: a reference, or the whole key of the type. */
function namesOf(type: ObjectTypeMeta, name: string, old: Params, { renamedNow }: Plan): Names | null {
  const to = type.attribute(name)?.refersTo;
  if (to !== null && to !== undefined) return renamedNow.get(`${to.object}.${to.attribute}`) ?? null;
  const isKey = type.key.includes(name) && type.key.every((part) => old[part] !== undefined);
  return (isKey ? renamedNow.get(`${type.name}.${name}`) : undefined) ?? null;
}

function nameBefore(names: Names | null, value: Json): Json {
  return names?.before(value)[0] ?? value;
}

function namesPlanned(value: Json): boolean {
  return isList(value) ? value.some(isPlannedGpk) : isPlannedGpk(value);
}
