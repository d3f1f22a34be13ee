import type { Catalogue } from "../catalogue/object-type.ts";
import type { Row, Table } from "./rows.ts";
import type { Unit } from "./units.ts";
import ENGLISH from "./data/english.json" with { type: "json" };

/**
 * German and English texts of all rows that have some: the German one is the attribute itself (wire contract 3.10). Without ids: the table
 * holds texts of the definitions already.
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
  for (const table of tables) {
    const { spec } = catalogue.type(table.type);
    for (const key of spec.languageAttributes ?? [])
      for (const row of table.rows)
        rows.push(...textsOf(table.type, `${spec.gpk}-${String(row["id"])}`, key, row, english));
  }
  return [{ type: "cntl.ot_lang_attr_val", rows }];
}

function textsOf(
  type: string,
  gpk: string,
  key: string,
  row: Row,
  english: ReadonlyMap<string, string>,
): readonly Row[] {
  const german = row[key];
  if (typeof german !== "string") return [];
  const text = (tag: string, value: string): Row => ({
    object_gfk: gpk,
    language_tag: tag,
    lang_attr_key: key,
    object_fq_name: type,
    value,
  });
  const translated = english.get(german);
  return [text("de", german), ...(translated === undefined ? [] : [text("en", translated)])];
}
