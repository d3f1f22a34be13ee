import type { Json, Row } from "#contract/wire/json";
import type { AttributeMeta, ObjectTypeMeta } from "./catalogue.ts";
import { holdsNames } from "./named-value.ts";
import { readableName } from "./readable-name.ts";

/** Says a value that is not null; the attribute is null where the type does not know it. */
export type ValueText = (value: Json, attribute: AttributeMeta | null) => string;

/** What names a row to a person: its title attributes, otherwise its key, otherwise its gpk. */
export function titleOf(type: ObjectTypeMeta | null, row: Row, text: ValueText = plainText): string {
  const gpk = row["gpk"];
  const joined = (names: readonly string[]): string =>
    names
      .flatMap((name) => {
        const value = row[name] ?? null;
        return value === null ? [] : [text(value, type?.attribute(name) ?? null)];
      })
      .join(" ");
  const candidates = [joined(type?.title ?? []), joined(type?.key ?? [])];
  return candidates.find((one) => one !== "") ?? (typeof gpk === "string" ? gpk : "");
}

/**
 * What names a row where other objects refer to it: its title behind the rest of its natural key, since a room is known by its number in
 * its building alone.
 */
export function referenceTitle(type: ObjectTypeMeta | null, row: Row, text: ValueText = nameText): string {
  const isPartOfKey = type?.key.some((name) => type.title.includes(name)) ?? false;
  const place = (isPartOfKey ? (type?.key ?? []) : []).filter(
    (name) => !(type?.title.includes(name) ?? false) && type?.attribute(name)?.data_type !== "gpk",
  );
  const parts = place.map((name) => row[name] ?? null).filter((value) => value !== null);
  return [...parts.map((value) => plainText(value)), titleOf(type, row, text)].join("/");
}

/**
 * The part of a title that people look for: of several values the first, of a domain name its first label, of a place the innermost part.
 * Null where the title is one word anyway.
 */
export function strongPart(type: ObjectTypeMeta, title: string, row: Row): string | null {
  const strong = strongIn(type, title, row);
  return strong === undefined || strong === title ? null : strong;
}

function strongIn(type: ObjectTypeMeta, title: string, row: Row): string | undefined {
  const [first = "", ...others] = type.title;
  if (type.attribute(first)?.data_type === "fqdn") return /^[^.]+/.exec(title)?.[0];
  if (first === "fq_name") return title.slice(title.lastIndexOf("/") + 1);
  if (others.length === 0) return undefined;
  const value = row[first];
  return typeof value === "string" && title.startsWith(value) ? value : title.split(" ", 1)[0];
}

/** Values as they are read: domain names in their own letters. */
function nameText(value: Json, attribute: AttributeMeta | null): string {
  const text = plainText(value);
  return attribute !== null && holdsNames(attribute) ? readableName(text) : text;
}

function plainText(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
