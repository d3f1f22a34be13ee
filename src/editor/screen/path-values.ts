import { isList, type Json } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { ToAscii } from "#contract/values/fqdn";
import { normaliseValue } from "#core/form/grammar";
import type { Screen } from "#core/screen/screen";

/**
 * Whether what the path names can exist at all: the current object, or without one what the first step looks up by
 * the values of the path.
 */
export function pathCanExist(
  catalogue: Catalogue,
  screen: Screen,
  steps: readonly Step[],
  params: Readonly<Record<string, string>>,
  toAscii: ToAscii,
): boolean {
  const [first] = steps;
  if (screen.current === undefined && first !== undefined) {
    const given = new Set<Json>(Object.values(params));
    const old = Object.entries(first.old ?? {}).filter(([, value]) => given.has(value));
    return canExist(catalogue, { ...first, old: Object.fromEntries(old) }, toAscii);
  }
  return steps.every((step) => step.idx !== screen.current?.of || canExist(catalogue, step, toAscii));
}

/** Whether every value a step filters by can exist at all; a value that cannot saves the request. */
function canExist(catalogue: Catalogue, step: Step, toAscii: ToAscii): boolean {
  const object = step.name.slice(0, step.name.lastIndexOf("."));
  const type = catalogue.objectType(object);
  return Object.entries(step.old ?? {}).every(([name, value]: [string, Json]) => {
    const attribute = type?.attribute(name.replace(/_list$/, "")) ?? type?.attribute(name) ?? null;
    if (attribute === null || attribute.dataType.is_array) return true;
    const values = isList(value) ? value : [value];
    return values.every(
      (one) => typeof one !== "string" || normaliseValue(attribute.dataType, one, toAscii).ok,
    );
  });
}
