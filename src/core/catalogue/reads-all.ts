import type { Catalogue } from "./catalogue.ts";

/** True if the account reads every object of the type: by a permission, or because everybody does. */
export function readsAll(catalogue: Catalogue, type: string, permissions: ReadonlySet<string>): boolean {
  const list = catalogue.fn(type, "list");
  const needed = list?.permission_list ?? [];
  const isOpen = needed.length === 0 || (list?.grant_rule ?? null) !== null;
  return isOpen || needed.some((name) => permissions.has(name));
}
