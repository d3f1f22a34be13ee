import type { Json } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { ToAscii } from "#contract/values/fqdn";
import { normaliseValue } from "#core/form/grammar";

/** Whether every value a step filters by can exist at all; a value that cannot saves the request (screens.md 2). */
export function canExist(catalogue: Catalogue, step: Step, toAscii: ToAscii): boolean {
  const object = step.name.slice(0, step.name.lastIndexOf("."));
  const type = catalogue.objectType(object);
  return Object.entries(step.old ?? {}).every(([name, value]: [string, Json]) => {
    const attribute = type?.attribute(name);
    if (attribute === null || attribute === undefined || typeof value !== "string") return true;
    return normaliseValue(attribute.dataType, value, toAscii).ok;
  });
}
