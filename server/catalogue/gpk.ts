import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "./object-type.ts";

/** The gpk of the object of this type with this id: `bcd-9`. */
export function gpkOf({ spec }: Pick<ObjectType, "spec">, id: string): string {
  return `${spec.gpk}-${id}`;
}

/** Type and id in `bcd-9`; null for an unknown prefix or an invalid id. The object may be missing. */
export function parseGpk(gpk: string, catalogue: Catalogue): { type: ObjectType; id: string } | null {
  const type = catalogue.byGpkPrefix.get(gpk.slice(0, Math.max(gpk.indexOf("-"), 0)));
  const id = type === undefined ? null : idInGpk(gpk, type);
  return type === undefined || id === null ? null : { type, id };
}

/** The id in a gpk of this type; null for any other text. */
export function idInGpk(gpk: Json | undefined, type: ObjectType): string | null {
  const start = gpkOf(type, "");
  if (typeof gpk !== "string" || !gpk.startsWith(start)) return null;
  const id = gpk.slice(start.length);
  if (type.idType === "bigint") return /^(0|[1-9]\d{0,17})$/.test(id) ? id : null;
  return id === "" ? null : id;
}
