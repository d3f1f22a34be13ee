import { isObject, type Json, type Localised } from "#contract/wire/json";
import type { NarrowSpec } from "../../catalogue/define-narrow.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";

/** A row of a metadata type as it is stored: `id` is text, and references contain the id of their target. */
export type MetadataRow = Readonly<Record<string, Json>>;

/** Id of an object type's row; also how other rows of metadata refer to it. */
export function typeId(type: Pick<ObjectType, "name">): string {
  return type.name.replaceAll(".", "-");
}

/** The texts of a value with a text in both languages; null for any other value. */
export function spokenText(value: Json): Localised | null {
  if (!isObject(value)) return null;
  const { de, en } = value;
  return typeof de === "string" && typeof en === "string" ? { de, en } : null;
}

/** The members that are neither null nor undefined. */
export function said(members: Readonly<Record<string, Json | undefined>>): MetadataRow {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  );
}

/** The conditions that narrow the data type of an attribute or parameter. */
export function narrowedRow({ min, max, pattern, ...spec }: NarrowSpec = {}): MetadataRow {
  return said({
    min,
    max,
    text_length: spec.textLength,
    pattern,
    value_language_dict: spec.values,
    has_other_values: spec.hasOtherValues,
  });
}
