import { lineFinder } from "./line-finder.ts";
import type { Say } from "./texts.ts";

/** The text of a file that a configuration names; null if it cannot be read. */
export type Include = (name: string) => string | null;

/** Where a part of a text stands: in the configuration itself, or in a file that it includes. */
export interface Place {
  readonly line: number;
  readonly name: string | null;
}

interface Piece extends Place {
  readonly text: string;
}

export interface Including {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
}

const DEEPEST = 20;

/** A string, a comment of one of three kinds, or a place where another file stands. */
const PIECES = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|#[^\n]*|<\?include\s+"(?<file>[^"\n]+)"\s*\?>/g;

/** A configuration of Kea with the files that it includes in their places, and without `# …`, which a parser of JSON does not know as a comment. */
export function readIncluding(file: Omit<Piece, "line">, say: Say, include: Include): Including {
  const pieces = piecesOf({ ...file, line: 1 }, { say, include, depth: 0 });
  const whole = pieces.map(({ text }) => text).join("");
  const lineOf = lineFinder(whole);
  let offset = 0;
  const starts = pieces.map(({ text, name, line }) => {
    const start = { offset, name, line, lineInWhole: lineOf({ offset }) };
    offset += text.length;
    return start;
  });
  return {
    text: whole,
    placeOf(place) {
      const start = starts.findLast((one) => one.offset <= place);
      if (start === undefined) return { name: file.name, line: 1 };
      return { name: start.name, line: start.line + lineOf({ offset: place }) - start.lineInWhole };
    },
  };
}

interface Reading {
  readonly say: Say;
  readonly include: Include;
  readonly depth: number;
}

function piecesOf({ text, name, line }: Piece, reading: Reading): readonly Piece[] {
  const pieces: Piece[] = [];
  let [from, at] = [0, line];
  for (const match of text.matchAll(PIECES)) {
    const [whole] = match;
    const file = match.groups?.["file"];
    if (file === undefined && !whole.startsWith("#")) continue;
    const before = text.slice(from, match.index);
    pieces.push({ text: before, name, line: at });
    at += linesIn(before);
    if (file !== undefined) pieces.push(...included(file, { name, line: at }, reading));
    at += linesIn(whole);
    from = match.index + whole.length;
  }
  return [...pieces, { text: text.slice(from), name, line: at }];
}

function included(file: string, { line }: Place, { say, include, depth }: Reading): readonly Piece[] {
  if (depth >= DEEPEST) throw new Error(say("includedTooDeep", { file }));
  const text = include(file);
  if (text === null) throw new Error(say("noKeaInclude", { line, file }));
  return piecesOf({ text, name: file, line: 1 }, { say, include, depth: depth + 1 });
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
