import type { AttributeRow } from "#contract/wire/metadata";
import { isList, type Json } from "#contract/wire/json";
import { pickText, type Locale } from "../text.ts";
import { readableName } from "./readable-name.ts";

/** What people read instead of the values of an attribute. */
export type ValueTexts = AttributeRow["value_language_dict"];

/** What tells how the values of an attribute are read. */
export type Read = Pick<AttributeRow, "value_language_dict" | "data_type">;

/** Whether the values are domain names. */
export function holdsNames({ data_type: type }: Read): boolean {
  return type.startsWith("fqdn");
}

/** How the values of an attribute are read, where that is not as they are stored. */
export function readFor(attribute: Read | null): { readonly read?: Read } {
  if (attribute === null) return {};
  return attribute.value_language_dict !== undefined || holdsNames(attribute) ? { read: attribute } : {};
}

/** A value as it is read: the text of its attribute for it (`in_work`: "in Arbeit"), a domain name in its own letters, otherwise itself; the elements of a list one by one. */
export function namedValue(read: Read | null | undefined, value: Json, locale: Locale): Json {
  if (read === null || read === undefined) return value;
  if (isList(value)) return value.map((one) => namedValue(read, one, locale));
  if (typeof value !== "string") return value;
  if (holdsNames(read)) return readableName(value);
  const { value_language_dict: texts } = read;
  if (texts === undefined || !Object.hasOwn(texts, value)) return value;
  return pickText(texts[value], locale) ?? value;
}

/** The values whose text holds what was typed. */
export function valuesReading(texts: ValueTexts, q: string, locale: Locale): readonly string[] {
  const typed = q.toLowerCase();
  return Object.entries(texts ?? {}).flatMap(([value, names]) =>
    (pickText(names, locale) ?? "").toLowerCase().includes(typed) ? [value] : [],
  );
}
