import type { AttributeRow } from "#contract/wire/metadata";
import { isList, type Json } from "#contract/wire/json";
import { pickText, type Locale } from "../text.ts";

/** What people read instead of the values of an attribute. */
export type ValueTexts = AttributeRow["value_language_dict"];

/** A value as it is read: the text of its attribute for it (`in_work`: "in Arbeit"), otherwise itself; the elements of a list one by one. */
export function namedValue(texts: ValueTexts, value: Json, locale: Locale): Json {
  if (texts === undefined) return value;
  if (isList(value)) return value.map((one) => namedValue(texts, one, locale));
  if (typeof value !== "string" || !Object.hasOwn(texts, value)) return value;
  return pickText(texts[value], locale) ?? value;
}

/** The values whose text holds what was typed. */
export function valuesReading(texts: ValueTexts, q: string, locale: Locale): readonly string[] {
  const typed = q.toLowerCase();
  return Object.entries(texts ?? {}).flatMap(([value, names]) =>
    (pickText(names, locale) ?? "").toLowerCase().includes(typed) ? [value] : [],
  );
}
