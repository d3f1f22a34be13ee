import type { AttributeRow } from "#contract/wire/metadata";
import { isList, type Json } from "#contract/wire/json";
import { pickText, type Locale } from "../text.ts";
import { readableName } from "./readable-name.ts";

export type ValueTexts = AttributeRow["value_language_dict"];

/** Members that decide how values are displayed. */
export type Read = Pick<AttributeRow, "value_language_dict" | "data_type">;

/** True for domain names. */
export function holdsNames({ data_type: type }: Read): boolean {
  return type.startsWith("fqdn");
}

/** `read` is set for attributes whose displayed values differ from the stored ones. */
export function readFor(attribute: Read | null): { readonly read?: Read } {
  if (attribute === null) return {};
  return attribute.value_language_dict !== undefined || holdsNames(attribute) ? { read: attribute } : {};
}

/** The displayed value: its label (`in_work`: "in Arbeit"), a domain name in its own script, otherwise itself; for a list each element. */
export function namedValue(read: Read | null | undefined, value: Json, locale: Locale): Json {
  if (read === null || read === undefined) return value;
  if (isList(value)) return value.map((one) => namedValue(read, one, locale));
  if (typeof value === "number") return labelOf(read, String(value), locale) ?? value;
  if (typeof value !== "string") return value;
  return holdsNames(read) ? readableName(value) : (labelOf(read, value, locale) ?? value);
}

function labelOf({ value_language_dict: texts = {} }: Read, value: string, locale: Locale): string | null {
  return Object.hasOwn(texts, value) ? pickText(texts[value], locale) : null;
}

/** Values whose label contains the typed text. */
export function valuesReading(texts: ValueTexts, q: string, locale: Locale): readonly string[] {
  const typed = q.toLowerCase();
  return Object.entries(texts ?? {}).flatMap(([value, names]) =>
    (pickText(names, locale) ?? "").toLowerCase().includes(typed) ? [value] : [],
  );
}
