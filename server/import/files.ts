import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { IncludedFile } from "#imports/shared/including";
import type { NetboxFile } from "#imports/netbox/read";
import type { SourceFile } from "#imports/shared/roots";
import { rowAt, type Rejected } from "#imports/shared/steps";
import type { Say, TextKey } from "#imports/shared/texts";
import { byteText, decoded, type Guess } from "#contract/values/decoded";

/** Context for reading files: the sentences, and the place for notes about a guessed encoding, by file name. */
export interface FileReading {
  readonly say: Say;
  readonly guesses: Map<string, Guess>;
}

/** The text of a named file. Throws an error with a sentence for the user if the file cannot be read. */
export function readText(path: string, reading: FileReading): string {
  return textOf(
    path,
    orTold(() => readFileSync(path), path, reading.say),
    reading,
  );
}

function textOf(path: string, bytes: Uint8Array, { say, guesses }: FileReading): string {
  const read = decoded(bytes);
  if (!read.ok) throw new Error(say("noText", { file: path, line: read.line, byte: byteText(read.byte) }));
  if (read.guess !== undefined) guesses.set(nameOf(path), read.guess);
  return read.text;
}

/** Notes about files whose encoding was guessed: each ambiguous character as it was read, with the first line that has it. */
export function guessNotes({ say, guesses }: FileReading): readonly Rejected[] {
  return [...guesses].flatMap(([file, { encoding, lines }]) =>
    lines.map(({ line, text, signs }) => ({
      ...rowAt({ file, line }, text),
      reason: encoding === "UTF-16" ? say("guessedWide") : say("guessedEncoding", { encoding, signs }),
    })),
  );
}

const WHY: Readonly<Record<string, TextKey>> = { ENOENT: "noFile", ENOTDIR: "noFile", EISDIR: "isFolder" };

function orTold<T>(read: () => T, file: string, say: Say): T {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new Error(say(WHY[code] ?? "notReadable", { file, code }), { cause });
  }
}

/** Named files, each with the other files of its folder. */
export function sourceFiles(paths: readonly string[], reading: FileReading): readonly SourceFile[] {
  const names = new Set(paths.map(nameOf));
  return [...names].map((name) => ({ ...filesBeside(name, reading), name, text: readText(name, reading) }));
}

/** One name for each file: its path from the working folder, or the whole path if it is outside. */
export function nameOf(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? resolve(path) : near;
}

/** Finds a path in the folder of a file and below it, or the last part of the path in that folder, because copied configurations keep their old paths. */
function filesBeside(file: string, reading: FileReading): Pick<SourceFile, "find" | "asName"> {
  const folder = resolve(dirname(file));
  return {
    asName: (path) => nameOf(resolve(folder, path)),
    find(path) {
      const isInside = !relative(folder, resolve(folder, path)).startsWith("..");
      const inside = isInside ? readable(resolve(folder, path), reading) : null;
      return inside ?? readable(join(folder, basename(path)), reading);
    },
  };
}

/** An included file; null if it is missing. An included file that is not text is refused like a named one. */
function readable(path: string, reading: FileReading): IncludedFile | null {
  const bytes = bytesOf(path);
  return bytes === null ? null : { name: nameOf(path), text: textOf(path, bytes, reading) };
}

function bytesOf(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** The file, or all files of the folder whose names end in `.json` or `.csv`. */
export function netboxFiles(path: string, reading: FileReading): readonly NetboxFile[] {
  const isFolder = orTold(() => statSync(path), path, reading.say).isDirectory();
  const names = isFolder
    ? readdirSync(path).filter((name) => /\.(?:json|csv)$/i.test(name))
    : [basename(path)];
  const folder = isFolder ? path : dirname(path);
  return names.toSorted().map((name) => ({ name, text: readText(join(folder, name), reading) }));
}
