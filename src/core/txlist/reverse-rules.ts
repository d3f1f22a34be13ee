import type { ReverseRow } from "#contract/wire/metadata";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";

const NONE: ReverseRow = {};

/** Rules of a type's definition about reversals. */
export function reverseRuleOf({ definition }: ObjectTypeMeta): ReverseRow {
  return definition.reverse ?? NONE;
}
