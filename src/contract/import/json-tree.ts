import type { Node } from "jsonc-parser";
import { jsonPieces } from "./json-pieces.ts";
import { nodeOf, TreeReader, type JsonProblem } from "./json-reader.ts";
import { firstBy, rowAt, toldIn, type Place, type Rejected } from "./steps.ts";
import type { Say } from "./texts.ts";

export interface JsonText {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
}

/** Rows of what cannot be read in a text, one for each line. */
export function brokenRows(
  problems: readonly JsonProblem[],
  { text, placeOf }: JsonText,
  say: Say,
): readonly Rejected[] {
  const rows = problems.map(({ offset, key }): Rejected => {
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    const line = text.slice(start, offset + LONGEST_TOLD).split("\n", 1)[0] ?? "";
    return { ...rowAt(placeOf(offset), line.trim().slice(0, LONGEST_TOLD)), reason: say(key) };
  });
  return [...firstBy(rows, ({ file, line }) => `${file ?? ""} ${String(line)}`).values()];
}

const LONGEST_TOLD = 80;

export interface JsonTree {
  /** The value of the text; a list if several values stand one behind the other. */
  readonly root: Node;
  readonly problems: readonly JsonProblem[];
}

/**
 * The tree of a JSON text, in which comments, numbers like `.5` and commas at the end of a list may stand. A piece that cannot be read costs the
 * member or the element it stands in, and reading goes on behind it. Throws for a text without an object or a list.
 */
export function jsonTree({ text, placeOf }: JsonText, say: Say): JsonTree {
  const reader = new TreeReader(text);
  for (const piece of jsonPieces(text)) reader.take(piece);
  const { roots, problems } = reader.end();
  const [root, ...others] = roots;
  if (root !== undefined)
    return { root: others.length === 0 ? root : { ...nodeOf("array", 0), children: [...roots] }, problems };
  const { offset, key } = problems[0] ?? { offset: 0, key: "badConfig" as const };
  throw new Error(toldIn(placeOf(offset), say(key), say));
}
