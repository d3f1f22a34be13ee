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

/** By language, made from the answer in every language. */
export async function prepareShort(
  answer: string,
  catalogue: Catalogue,
): Promise<ReadonlyMap<Json, ShortMetadata>> {
  // Parse boundary: our own answer, one list of rows (wire contract 1.2).
  const [rows = []] = JSON.parse(answer) as readonly (readonly Row[])[];
  const short = LANGUAGES.map(
    async (language) =>
      [language, await prepared(rows.map((row) => shortRow(row, catalogue, language)))] as const,
  );
  return new Map(await Promise.all(short));
}

async function prepared(rows: readonly Row[]): Promise<ShortMetadata> {
  const texts = rows.map((row) => JSON.stringify(row));
  const all = await prepare(`[[${texts.join(",")}]]`);
  // Rows are read from the whole answer, so that their texts are not kept twice.
  const places = new Map<string, readonly [from: number, to: number]>();
  let from = "[[".length;
  for (const [at, row] of rows.entries()) {
    const to = from + Buffer.byteLength(texts[at] ?? "");
    places.set(textIn(row["object_fq_name"]), [from, to]);
    from = to + ",".length;
  }
  const rowOf = (name: string): string => all.plain.toString("utf8", ...(places.get(name) ?? [0, 0]));
  return { all, of: (name) => `[[${rowOf(name)}]]` };
}
