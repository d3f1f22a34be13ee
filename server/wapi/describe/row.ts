import { isObject, type Json, type Localised } from "#contract/wire/json";
import type { NarrowSpec } from "../../catalogue/define-narrow.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";

/** A row of a metadata type as it is stored: `id` is text, references hold the id of their target. */
export type MetadataRow = Readonly<Record<string, Json>>;

/** Id of an object type's row; also how other rows of metadata refer to it. */
export function typeId(type: Pick<ObjectType, "name">): string {
  return type.name.replaceAll(".", "-");
}

/** The texts of a value that is a text in both languages; null for any other. */
export function spokenText(value: Json): Localised | null {
  if (!isObject(value)) return null;
  const { de, en } = value;
  return typeof de === "string" && typeof en === "string" ? { de, en } : null;
}

/** What narrows the data type of an attribute or parameter. */
export function narrowedRow(spec: NarrowSpec = {}): Readonly<Record<string, Json>> {
  const { min, max, textLength, pattern, values, hasOtherValues } = spec;
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(textLength === undefined ? {} : { text_length: textLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(values === undefined ? {} : { value_language_dict: values }),
    ...(hasOtherValues === undefined ? {} : { has_other_values: true }),
  };
}
