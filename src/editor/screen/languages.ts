import type { Json, Row } from "#contract/wire/json";

/** The row as its reader reads it: translated attributes in the chosen language. */
export function rowIn(row: Row, locale: string): Row {
  const dict = row["language_dict"];
  if (typeof dict !== "object" || dict === null || Array.isArray(dict)) return row;
  const texts = Object.keys(dict).map((name) => [name, valueIn(row, name, locale)] as const);
  return { ...row, ...Object.fromEntries(texts) };
}

/** Value of an attribute in the reader's language; the plain attribute holds the German text. */
export function valueIn(row: Row, attribute: string, locale: string): Json {
  const plain = row[attribute] ?? null;
  const dict = row["language_dict"];
  if (typeof dict !== "object" || dict === null || Array.isArray(dict)) return plain;
  const texts: unknown = (dict as Readonly<Record<string, Json>>)[attribute];
  if (typeof texts !== "object" || texts === null) return plain;
  const own: unknown = (texts as Readonly<Record<string, Json>>)[locale === "en" ? "en" : "de"];
  return typeof own === "string" && own !== "" ? own : plain;
}
