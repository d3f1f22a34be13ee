import type { Json, Localised, Row } from "#contract/wire/json";
import { textIn } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { inPieces } from "../wapi/pieces.ts";
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

/** By language, each made from the answer in every language when it is first asked for, so that a start need not wait for it. */
export function shortMetadata(
  answer: Buffer,
  catalogue: Catalogue,
): ReadonlyMap<Json, () => Promise<ShortMetadata>> {
  const of = (language: (typeof LANGUAGES)[number]) => {
    let made: Promise<ShortMetadata> | null = null;
    return () =>
      (made ??= inPieces(shortTexts(answer, catalogue, language))
        .then(prepared)
        .catch((error: unknown) => {
          // The next call tries again.
          made = null;
          throw error;
        }));
  };
  return new Map(LANGUAGES.map((language) => [language, of(language)]));
}

/** Name and text of each row, with a pause behind each: all of them take longer than others may wait. */
function* shortTexts(
  answer: Buffer,
  catalogue: Catalogue,
  language: (typeof LANGUAGES)[number],
): Generator<undefined, readonly (readonly [string, string])[]> {
  // Parse boundary: our own answer, one list of rows (wire contract 1.2).
  const [rows = []] = JSON.parse(answer.toString()) as readonly (readonly Row[])[];
  const texts: (readonly [string, string])[] = [];
  for (const row of rows) {
    texts.push([textIn(row["object_fq_name"]), JSON.stringify(shortRow(row, catalogue, language))]);
    yield undefined;
  }
  return texts;
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
