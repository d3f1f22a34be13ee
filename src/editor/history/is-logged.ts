import type { Catalogue } from "#core/catalogue/catalogue";

/** Whether objects of the type can be changed, so that the log tells of them. */
export function isLogged(catalogue: Catalogue, type: string): boolean {
  return (["create", "update", "delete"] as const).some((fn) => catalogue.fn(type, fn) !== null);
}
