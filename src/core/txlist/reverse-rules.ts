import type { ReverseRow } from "#contract/wire/metadata";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";

const NONE: ReverseRow = {};

/** What the definition of a type says of reversals. */
export function reverseRuleOf({ definition }: ObjectTypeMeta): ReverseRow {
  return definition.reverse ?? NONE;
}
