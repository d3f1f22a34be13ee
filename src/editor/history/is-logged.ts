import type { Catalogue } from "#core/catalogue/catalogue";

/** True if objects of the type can change and are no settings, so that the log has entries for them. */
export function isLogged(catalogue: Catalogue, type: string): boolean {
  if (catalogue.objectType(type)?.definition.is_setting === true) return false;
  return (["create", "update", "delete"] as const).some((fn) => catalogue.fn(type, fn) !== null);
}
