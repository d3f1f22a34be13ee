import type { Json, Localised, Row } from "#contract/wire/json";
import { textIn } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { inPieces } from "../wapi/pieces.ts";
import { shortRow } from "../wapi/describe/short.ts";
import { prepare, type Prepared } from "./described.ts";

/** Metadata in one language (wire contract 5.1). */
export interface ShortMetadata {
  /** The answer with all object types. */
  readonly all: Prepared;
  /** The answer with one object type; an unknown name gives no row. */
  readonly of: (name: string) => string;
}

const LANGUAGES = ["de", "en"] as const satisfies readonly (keyof Localised)[];

/** Answers by language. Each is made from the answer in all languages on first use, so that a start is not delayed. */
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

/** Name and text of each row, with a pause after each, because all of them take longer than others may wait. */
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

/** Answers made of the name and the text of each row. */
function prepared(texts: readonly (readonly [string, string])[]): ShortMetadata {
  const all = prepare(`[[${texts.map(([, text]) => text).join(",")}]]`);
  // Rows are taken from the whole answer, so that their texts are stored once.
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
