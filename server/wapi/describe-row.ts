import type { Json, Localised } from "#contract/wire/json";
import type { ObjectType } from "../catalogue/object-type.ts";

/** A row of a metadata type as it is stored: `id` is text, references hold the id of their target. */
export type MetadataRow = Readonly<Record<string, Json>>;

/** Id of an object type's row; also how other rows of metadata refer to it. */
export function typeId(type: Pick<ObjectType, "name">): string {
  return type.name.replaceAll(".", "-");
}

/** `{"name": {"de": …, "en": …}}`: texts as they are told everywhere (wire contract 5.2). */
export function languageDict(texts: Readonly<Record<string, Localised>>): Json {
  return Object.fromEntries(Object.entries(texts).map(([name, { de, en }]) => [name, { de, en }]));
}

/** A text in both languages as the value of a row. */
export function languageText({ de, en }: Localised): Json {
  return { de, en };
}

/** The texts of such a value; null for any other. */
export function spokenText(value: Json): Localised | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  if (!("de" in value) || !("en" in value) || Object.keys(value).length !== 2) return null;
  const { de, en } = value;
  return typeof de === "string" && typeof en === "string" ? { de, en } : null;
}
