import type { Localised } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";

/** A sentence for each object that no service can answer as it was applied. */
export async function unservedOf(query: Query, catalogue: Catalogue): Promise<readonly Localised[]> {
  const sentences: Localised[] = [];
  for (const { spec } of catalogue.types.values()) {
    for (const { text, sql } of spec.service?.unserved ?? []) {
      const told = (object: string): Localised => ({
        de: text.de.replace("{object}", object),
        en: text.en.replace("{object}", object),
      });
      sentences.push(...(await query.query<{ object: string }>(sql)).map(({ object }) => told(object)));
    }
  }
  return sentences;
}
