import { withPlainLines } from "#contract/values/decoded";
import { countBelow, lineFinder } from "./line-finder.ts";
import { toldIn, type Place } from "./steps.ts";
import type { Say } from "./texts.ts";

/** An included file. */
export interface IncludedFile {
  readonly name: string;
  readonly text: string;
}

/** The file behind a path that a configuration names; null if it cannot be read. */
export type Include = (path: string) => IncludedFile | null;

/** A configuration file. Its rows have the name, if there is one. */
export interface ConfigFile {
  readonly text: string;
  readonly name?: string | null;
  readonly include?: Include;
  /** The advice about a missing file: people who dropped files into the page should drop the missing one too. */
  readonly missing?: MissingText;
}

export type MissingText = "copyIncluded" | "dropIncluded";

interface Piece extends Place {
  readonly text: string;
}

const DEEPEST = 20;

/** The whole configuration, with included files in place. Comments with `#` are left out, because the JSON parser does not know them. */
export function readIncluding(
  { text: given, name: file = null, include = () => null, missing = "copyIncluded" }: ConfigFile,
  pattern: RegExp,
  say: Say,
) {
  const pieces: Piece[] = [];
  readPieces({ text: given, file, line: 1 }, { pattern, say, include, missing, within: [], pieces });
  const whole = pieces.map(({ text }) => text).join("");
  const lineOf = lineFinder(whole);
  let offset = 0;
  const places = pieces.map(({ text, file: own, line }) => {
    const start = { offset, file: own, line, lineInWhole: lineOf(offset) };
    offset += text.length;
    return start;
  });
  const starts = places.map((one) => one.offset);
  const placeOf = (place: number): Place => {
    const start = places[countBelow(starts, place + 1) - 1];
    if (start === undefined) return { file, line: 1 };
    return { file: start.file, line: start.line + lineOf(place) - start.lineInWhole };
  };
  return { text: whole, placeOf };
}

/** Names of the files that a configuration includes. */
export function includedBy(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(({ groups }) => groups?.["file"] ?? []);
}

/** Includes the same files, and notes their names in the order in which they are read. */
export function noted(include: Include, names: string[]): Include {
  return (path) => {
    const found = include(path);
    if (found !== null) names.push(found.name);
    return found;
  };
}

interface Reading extends Required<Pick<ConfigFile, "include" | "missing">> {
  /** Matches strings, comments and includes; the group `file` is the path of the included file. */
  readonly pattern: RegExp;
  readonly say: Say;
  /** Names of the files around. */
  readonly within: readonly string[];
  readonly pieces: Piece[];
}

function readPieces({ text: given, file, line }: Piece, reading: Reading): void {
  const { pieces, pattern } = reading;
  const text = withPlainLines(given);
  let [from, at] = [0, line];
  for (const match of text.matchAll(pattern)) {
    const [whole] = match;
    const path = match.groups?.["file"];
    if (path === undefined && !whole.startsWith("#")) continue;
    const before = text.slice(from, match.index);
    pieces.push({ text: before, file, line: at });
    at += linesIn(before);
    if (path !== undefined) readIncluded(path, { file, line: at }, reading);
    at += linesIn(whole);
    from = match.index + whole.length;
  }
  pieces.push({ text: text.slice(from), file, line: at });
}

function readIncluded(path: string, place: Place, reading: Reading): void {
  const { say, include, missing, within } = reading;
  const found = include(path);
  if (found === null) throw new Error(toldIn(place, say(missing, { file: path }), say));
  if (within.length >= DEEPEST || within.includes(found.name))
    throw new Error(toldIn(place, say("includedTooDeep", { file: path }), say));
  // A comment at the end of the file ends with it.
  const text = `${found.text}\n`;
  readPieces({ text, file: found.name, line: 1 }, { ...reading, within: [...within, found.name] });
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
