import { isList, type Json, type Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { isPlannedGpk } from "../../catalogue/planned-gpk.ts";
import type { Plan } from "./draft.ts";
import { namesOf, type Names } from "./renamed.ts";

/** The steps in terms of the present state: with the present names of objects, and without objects that do not exist yet. */
export function asIs(steps: readonly Step[], plan: Plan, catalogue: Catalogue): readonly Step[] {
  const sent = steps.map((step) => stepAsIs(step, plan, catalogue));
  return sent.every((step, at) => step === steps[at]) ? steps : sent;
}

function stepAsIs(step: Step, plan: Plan, catalogue: Catalogue): Step {
  const { old } = step;
  if (old === undefined) return step;
  // An empty list of numbers finds nothing.
  if (Object.values(old).some(isPlannedValue)) return { ...step, old: { gpk_list: [] } };
  if (Object.values(old).some(hasPlanned)) return stepAsIs(withoutPlanned(step, old), plan, catalogue);
  const type = catalogue.objectType(step.name.slice(0, step.name.lastIndexOf(".")));
  if (type === null || plan.renamedNow.size === 0) return step;
  const present = Object.entries(old).map(([name, value]): readonly [string, Json] => {
    const before = namesIn(type, name, old, plan, catalogue).flatMap((names) => names.before(value));
    return [name, before[0] ?? value];
  });
  const params: Params = Object.fromEntries(present);
  return present.every(([name, value]) => value === old[name]) ? step : { ...step, old: params };
}

/** New names for a parameter that names one object: a reference, or the whole key of the type. */
function namesIn(
  type: ObjectTypeMeta,
  name: string,
  old: Params,
  { renamedNow }: Plan,
  catalogue: Catalogue,
): readonly Names[] {
  const isKey = type.key.includes(name) && type.key.every((part) => old[part] !== undefined);
  const isReference = type.attribute(name)?.refersTo != null;
  return isKey || isReference ? (namesOf(type, name, renamedNow, catalogue)?.(old) ?? []) : [];
}

/** A value, or a list of values, with new objects only. */
function isPlannedValue(value: Json): boolean {
  return isList(value) ? value.length > 0 && value.every(isPlannedGpk) : isPlannedGpk(value);
}

function hasPlanned(value: Json): boolean {
  return isList(value) && value.some(isPlannedGpk);
}

function withoutPlanned(step: Step, old: Params): Step {
  const kept = Object.entries(old).map(([name, value]): readonly [string, Json] => {
    return [name, isList(value) ? value.filter((one) => !isPlannedGpk(one)) : value];
  });
  return { ...step, old: Object.fromEntries(kept) };
}
