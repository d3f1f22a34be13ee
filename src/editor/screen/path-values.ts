import { isList, type Json } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { ToAscii } from "#contract/values/fqdn";
import { normaliseValue } from "#core/form/grammar";
import type { Screen } from "#core/screen/screen";

/** False if the path has an impossible value. It looks at the current object, or without one at the first step that looks up values of the path. */
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

/** False if a filter of the step has an impossible value, which saves the request. */
function canExist(catalogue: Catalogue, step: Step, toAscii: ToAscii): boolean {
  const object = step.name.slice(0, step.name.lastIndexOf("."));
  const filters = catalogue.fn(object, "list")?.parameters;
  return Object.entries(step.old ?? {}).every(([name, value]: [string, Json]) => {
    const filter = filters?.[name];
    if (filter === undefined) return true;
    const { element_data_type: element } = catalogue.dataType(filter.data_type);
    const dataType = catalogue.dataType(element ?? filter.data_type);
    return (isList(value) ? value : [value]).every((one) => normaliseValue(dataType, one, toAscii).ok);
  });
}
