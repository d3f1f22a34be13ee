import type { Catalogue } from "#core/catalogue/catalogue";

/** True if objects of the type can change, so that the log has entries for them. */
export function isLogged(catalogue: Catalogue, type: string): boolean {
  return (["create", "update", "delete"] as const).some((fn) => catalogue.fn(type, fn) !== null);
}
