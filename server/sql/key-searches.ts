import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { Condition } from "./filter.ts";
import { keySearch, type KeySearch } from "./shared-search.ts";

/** The searches in keys for the separate conditions of a list. */
export function keySearches(
  type: ObjectType,
  catalogue: Catalogue,
  conditions: readonly Condition[],
): readonly KeySearch[] {
  return conditions.flatMap((one) =>
    one.kind === "attribute"
      ? (keySearch(type, catalogue, one.attribute, one.operator, one.value) ?? [])
      : [],
  );
}
