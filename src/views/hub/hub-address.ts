import type { Params } from "#contract/wire/json";

export const HUB_PATH = "/tools/hub";
const TEMPLATE = "template";

/** Address that opens a workflow of the hub (LAUNCH-08). */
export function templateHref(name: string): string {
  return `${HUB_PATH}?${TEMPLATE}=${encodeURIComponent(name)}`;
}

/** The workflow an address opens, and the values it names for fields of the same name (LAUNCH-03); null for the list alone. */
export function openedBy(query: URLSearchParams): { readonly name: string; readonly given: Params } | null {
  const name = query.get(TEMPLATE);
  if (name === null || name === "") return null;
  const given = [...query].filter(([member]) => member !== TEMPLATE);
  return { name: name.endsWith(".json") ? name : `${name}.json`, given: Object.fromEntries(given) };
}
