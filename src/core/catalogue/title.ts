import { shownSigns } from "#contract/values/signs";
import { textIn, type Json, type Row } from "#contract/wire/json";
import { isPlannedGpk } from "./planned-gpk.ts";
import type { AttributeMeta, ObjectTypeMeta } from "./catalogue.ts";
import { holdsNames } from "./named-value.ts";
import { readableName } from "./readable-name.ts";

/** Formats a value that is not null; the attribute is null if the type does not know it. */
export type ValueText = (value: Json, attribute: AttributeMeta | null) => string;

/** Title of a row: its title attributes, else its key, else its gpk. */
export function titleOf(type: ObjectTypeMeta | null, row: Row, text: ValueText = plainText): string {
  const gpk = textIn(row["gpk"]);
  if (type === null) return gpk;
  const joined = (names: readonly string[]): string =>
    names
      .flatMap((name) => {
        const value = row[name] ?? null;
        return value === null ? [] : [text(value, type.attribute(name))];
      })
      .join(" ");
  const named = [joined(type.title), isPlannedGpk(gpk) ? joined(namesGiven(type)) : joined(type.key)];
  return named.find((one) => one !== "") ?? gpk;
}

/** Attributes that name an object before the server has computed anything for it: its key, or if that is its number, its first designation. */
function namesGiven(type: ObjectTypeMeta): readonly string[] {
  if (!type.key.includes("gpk")) return type.key;
  const designations = type.attributes.filter((one) => one.is_designation === true);
  return designations.map(({ name }) => name).slice(0, 1);
}

/** Title of a row in references, after the rest of its natural key: the number of a room is unique only in its building. */
export function referenceTitle(type: ObjectTypeMeta | null, row: Row, text: ValueText = nameText): string {
  if (type === null) return titleOf(type, row);
  const rest = type.key.filter((name) => !type.title.includes(name));
  const isPartOfKey = rest.length < type.key.length;
  const place = isPartOfKey ? rest.filter((name) => type.attribute(name)?.data_type !== "gpk") : [];
  const parts = place.map((name) => row[name] ?? null).filter((value) => value !== null);
  return [...parts.map((value) => plainText(value)), titleOf(type, row, text)].join("/");
}

/**
 * The significant part of a title: the first of several values, the first label of a domain name, the innermost part of a place. Null for a title of
 * one word.
 */
export function strongPart(type: ObjectTypeMeta, title: string, row: Row): string | null {
  const strong = strongIn(type, title, row);
  return strong === undefined || strong === title ? null : strong;
}

function strongIn(type: ObjectTypeMeta, title: string, row: Row): string | undefined {
  const [first = "", ...others] = type.title;
  if (type.attribute(first)?.data_type === "fqdn") return /[^.]+/.exec(title)?.[0];
  if (first === "fq_name") return title.slice(title.lastIndexOf("/") + 1);
  if (others.length === 0) return undefined;
  const value = row[first];
  if (typeof value === "string" && title.startsWith(value)) return value;
  // Times and names of other objects are displayed differently from their values, and may contain blanks.
  const rest = others.map((name) => (row[name] === null ? "" : ` ${textIn(row[name])}`)).join("");
  return title.endsWith(rest) ? title.slice(0, title.length - rest.length) : title.split(" ", 1)[0];
}

/** Values in displayed form, with domain names in their own script. */
function nameText(value: Json, attribute: AttributeMeta | null): string {
  const text = plainText(value);
  return attribute !== null && holdsNames(attribute) ? readableName(text) : text;
}

/** A text with invisible characters in a visible form, any other value as JSON. */
export function plainText(value: Json): string {
  return shownSigns(typeof value === "object" ? JSON.stringify(value) : String(value));
}
