import { hasColumn } from "../catalogue/derived.ts";
import type { Attribute } from "../catalogue/object-type.ts";
import { columnName } from "./bind.ts";

/** A column in `create table`; `type` includes the collation. A hidden column has all its properties in `type`. */
export interface ColumnDefinition {
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
}

/** The column of an attribute; null if it is computed or part of a composite reference. */
export function columnOf(attribute: Attribute): string | null {
  if (attribute.name === "gpk" || attribute.name === "is_own") return null;
  return hasColumn(attribute) ? columnName(attribute.name) : null;
}
