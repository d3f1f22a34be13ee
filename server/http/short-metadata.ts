import type { Json, Localised, Row } from "#contract/wire/json";
import { textIn } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { shortRow } from "../wapi/describe/short.ts";
import { prepare, type Prepared } from "./described.ts";

/** Metadata in one language (wire contract 5.1). */
export interface ShortMetadata {
  /** The answer with every object type. */
  readonly all: Prepared;
  /** The answer with one object type; without a row for an unknown name. */
  readonly of: (name: string) => string;
}

const LANGUAGES = ["de", "en"] as const satisfies readonly (keyof Localised)[];

/** By language, made from the answer in every language: one after the other, because packing takes memory. */
export async function prepareShort(
  answer: string,
  catalogue: Catalogue,
): Promise<ReadonlyMap<Json, ShortMetadata>> {
  // Parse boundary: our own answer, one list of rows (wire contract 1.2).
  const [rows = []] = JSON.parse(answer) as readonly (readonly Row[])[];
  const short = new Map<Json, ShortMetadata>();
  for (const language of LANGUAGES) {
    const texts = rows.map(
      (row) => [textIn(row["object_fq_name"]), JSON.stringify(shortRow(row, catalogue, language))] as const,
    );
    short.set(language, await prepared(texts));
  }
  return short;
}

/** From the name and the text of each row. */
async function prepared(texts: readonly (readonly [string, string])[]): Promise<ShortMetadata> {
  const all = await prepare(`[[${texts.map(([, text]) => text).join(",")}]]`);
  // Rows are read from the whole answer, so that their texts are not kept twice.
  const places = new Map<string, readonly [from: number, to: number]>();
  let from = "[[".length;
  for (const [name, text] of texts) {
    const to = from + Buffer.byteLength(text);
    places.set(name, [from, to]);
    from = to + ",".length;
  }
  const rowOf = (name: string): string => all.plain.toString("utf8", ...(places.get(name) ?? [0, 0]));
  return { all, of: (name) => `[[${rowOf(name)}]]` };
}
