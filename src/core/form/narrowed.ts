import type { NarrowRow } from "#contract/wire/metadata";
import type { DataTypeMeta } from "../catalogue/catalogue.ts";

/** The data type within the bounds of an attribute or parameter (wire contract 5.2, 5.3). */
export function narrowedType(type: DataTypeMeta, by: NarrowRow): DataTypeMeta {
  const { min, max, text_length: length, pattern = null } = by;
  const { element } = type;
  if (element !== undefined) return { ...type, element: narrowedType(element, by) };
  const values = valuesOf(by);
  return {
    ...type,
    min: min ?? type.min,
    max: max ?? type.max,
    text_length: length ?? type.text_length,
    ...(pattern === null && values === null ? {} : { narrowing: { pattern, values } }),
  };
}

function valuesOf({ value_language_dict: values, has_other_values }: NarrowRow): readonly string[] | null {
  return values === undefined || has_other_values === true ? null : Object.keys(values);
}
