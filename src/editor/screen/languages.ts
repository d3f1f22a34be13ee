import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";

const PREFIX = "__lang_";

type Dict = Record<string, Record<string, Json>>;

/** The lists of an answer with the translations of `__lang_…` merged into their rows by gpk (wire contract 3.10). */
export function mergeLanguages(lists: Lists): Lists {
  const merged: Record<string, readonly Row[]> = {};
  for (const [key, rows] of Object.entries(lists)) {
    if (key.startsWith(PREFIX)) continue;
    const translations = lists[`${PREFIX}${key}`];
    merged[key] =
      translations === undefined || translations.length === 0 ? rows : withDict(rows, translations);
  }
  return merged;
}

function withDict(rows: readonly Row[], translations: readonly Row[]): readonly Row[] {
  const dicts = new Map<string, Dict>();
  for (const entry of translations) {
    const dict = dicts.get(String(entry["object_gfk"])) ?? {};
    const texts = (dict[String(entry["lang_attr_key"])] ??= {});
    texts[String(entry["language_tag"])] = entry["value"] ?? null;
    dicts.set(String(entry["object_gfk"]), dict);
  }
  return rows.map((row) => {
    const dict = dicts.get(String(row["gpk"]));
    return dict === undefined ? row : { ...row, language_dict: dict };
  });
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
