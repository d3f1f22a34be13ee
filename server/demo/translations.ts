import type { Catalogue } from "../catalogue/object-type.ts";
import type { Row, Table } from "./rows.ts";
import type { Unit } from "./units.ts";
import ENGLISH from "./data/english.json" with { type: "json" };

/**
 * German and English texts of all rows that have some: the German one is the attribute itself (wire contract 3.10). Rows without ids are skipped,
 * because the table already has the texts of the definitions.
 */
export function translationTables(
  tables: readonly Table[],
  units: readonly Unit[],
  catalogue: Catalogue,
): readonly Table[] {
  const english = new Map<string, string>([
    ...units.map((unit) => [unit.title, unit.titleEn] as const),
    ...Object.entries(ENGLISH),
  ]);
  const rows: Row[] = [];
  for (const { type, rows: translated } of tables) {
    const { gpk, languageAttributes = [] } = catalogue.type(type).spec;
    for (const key of languageAttributes)
      for (const row of translated) {
        const german = row[key];
        if (typeof german !== "string") continue;
        const object = {
          object_gfk: `${gpk}-${String(row["id"])}`,
          lang_attr_key: key,
          object_fq_name: type,
        };
        rows.push({ ...object, language_tag: "de", value: german });
        const value = english.get(german);
        if (value !== undefined) rows.push({ ...object, language_tag: "en", value });
      }
  }
  return [{ type: "cntl.ot_lang_attr_val", rows }];
}
