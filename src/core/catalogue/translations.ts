import { objectIn, type Json, type Row } from "#contract/wire/json";

/** The texts of an attribute in all languages except that of the plain attribute. */
export function translationsIn(row: Row, attribute: string): readonly Json[] {
  return Object.values(objectIn(objectIn(row["language_dict"])?.[attribute]) ?? {});
}
