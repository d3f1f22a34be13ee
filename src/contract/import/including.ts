import { countBelow, lineFinder } from "./line-finder.ts";
import type { SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";

/** The text of a file that a configuration names; null if it cannot be read. */
export type Include = (name: string) => string | null;

/** A configuration file. Its rows have the name, if there is one. */
export interface ConfigFile {
  readonly text: string;
  readonly name?: string | null;
  readonly include?: Include;
}

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

/** The whole configuration: other files stand in place of what includes them, and `# …` is left out, which a parser of JSON does not know as a comment. */
export function readIncluding(
  { text: file, name = null, include = () => null }: ConfigFile,
  pattern: RegExp,
  say: Say,
): Including {
  const pieces = piecesOf({ text: file, name, line: 1 }, { pattern, say, include, depth: 0 });
  const whole = pieces.map(({ text }) => text).join("");
  const lineOf = lineFinder(whole);
  let offset = 0;
  const places = pieces.map(({ text, name: own, line }) => {
    const start = { offset, name: own, line, lineInWhole: lineOf({ offset }) };
    offset += text.length;
    return start;
  });
  const starts = places.map((one) => one.offset);
  return {
    text: whole,
    placeOf(place) {
      const start = places[countBelow(starts, place + 1) - 1];
      if (start === undefined) return { name, line: 1 };
      return { name: start.name, line: start.line + lineOf({ offset: place }) - start.lineInWhole };
    },
  };
}

/** The row of what stands at a place. */
export function rowAt({ line, name }: Place, value: string): SourceRow {
  return { line, value: name === null ? value : `${name}: ${value}` };
}

/** Names of the files that a configuration includes. */
export function includedBy(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(({ groups }) => groups?.["file"] ?? []);
}

interface Reading {
  /** Matches strings, comments, and as the group `file` what includes another file. */
  readonly pattern: RegExp;
  readonly say: Say;
  readonly include: Include;
  readonly depth: number;
}

function piecesOf({ text: given, name, line }: Piece, reading: Reading): readonly Piece[] {
  const text = given.replaceAll(/\r\n?/g, "\n");
  const pieces: Piece[] = [];
  let [from, at] = [0, line];
  for (const match of text.matchAll(reading.pattern)) {
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

function included(file: string, { line }: Place, reading: Reading): readonly Piece[] {
  const { say, include, depth } = reading;
  if (depth >= DEEPEST) throw new Error(say("includedTooDeep", { file }));
  const text = include(file);
  if (text === null) throw new Error(say("notIncluded", { line, file }));
  return piecesOf({ text, name: file, line: 1 }, { ...reading, depth: depth + 1 });
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
