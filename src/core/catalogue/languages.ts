import { isObject, objectIn, type Json, type Row } from "#contract/wire/json";

/** The row as its reader reads it: translated attributes in the chosen language. */
export function rowIn(row: Row, locale: string): Row {
  const dict = row["language_dict"];
  if (!isObject(dict)) return row;
  const texts = Object.keys(dict).map((name) => [name, valueIn(row, name, locale)] as const);
  return { ...row, ...Object.fromEntries(texts) };
}

/** Value of an attribute in the reader's language; the plain attribute holds the German text. */
export function valueIn(row: Row, attribute: string, locale: string): Json {
  const plain = row[attribute] ?? null;
  const texts = objectIn(objectIn(row["language_dict"])?.[attribute]);
  const own = texts?.[locale === "en" ? "en" : "de"];
  return typeof own === "string" && own !== "" ? own : plain;
}
