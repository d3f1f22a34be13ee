import type { Node } from "jsonc-parser";
import { jsonPieces } from "./json-pieces.ts";
import { nodeOf, TreeReader, type JsonProblem } from "./json-reader.ts";
import { firstBy, rowAt, toldIn, type Place, type Rejected, type SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";

export interface JsonText {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
}

/** Rows of the unreadable parts of a text, one for each line. */
export function brokenRows(
  problems: readonly JsonProblem[],
  { text, placeOf }: JsonText,
  say: Say,
): readonly Rejected[] {
  const rows = problems.map(({ offset, key }): Rejected => {
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    return { ...rowAt(placeOf(offset), startOf(text, start, offset - start)), reason: say(key) };
  });
  return [...firstBy(rows, ({ file, line }) => `${file ?? ""} ${String(line)}`).values()];
}

const LONGEST_TOLD = 80;

/** The first characters of a line from an offset on, without blanks at its beginning. */
function startOf(text: string, offset: number, skipped = 0): string {
  const line = text.slice(offset, offset + skipped + LONGEST_TOLD).split("\n", 1)[0] ?? "";
  return line.trim().slice(0, LONGEST_TOLD);
}

export interface BrokenText extends JsonText {
  readonly problems: readonly JsonProblem[];
  /** Texts about the problems. */
  readonly broken: readonly Rejected[];
}

/** The row of an object without the value that it is called by. If that value cannot be read, the row of the object reports this. */
export function rowOfUnread(node: Node, { text, placeOf, problems, broken }: BrokenText): SourceRow {
  const values = (node.children ?? []).flatMap(({ children = [] }) => children[1] ?? []);
  const problem = problems.find(
    ({ offset }) => isWithin(node, offset) && !values.some((value) => isWithin(value, offset)),
  );
  if (problem === undefined) return rowAt(placeOf(node.offset), startOf(text, node.offset));
  const place = placeOf(problem.offset);
  const told = broken.find(({ file, line }) => file === place.file && line === place.line);
  return rowAt(place, told?.value ?? "");
}

function isWithin({ offset: start, length }: Node, offset: number): boolean {
  return offset >= start && offset < start + length;
}

export interface JsonTree {
  /** The value of the text; a list if several values follow one another. */
  readonly root: Node;
  readonly problems: readonly JsonProblem[];
}

/**
 * The tree of a JSON text that may contain comments, numbers like `.5` and commas at the end of a list. An unreadable piece costs its member or
 * element, and reading continues after it. Throws for a text without an object or a list.
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
