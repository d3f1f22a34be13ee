import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { IncludedFile } from "#contract/import/including";
import type { NetboxFile } from "#contract/import/netbox";
import type { SourceFile } from "#contract/import/roots";
import type { Say, TextKey } from "#contract/import/texts";
import { byteText, decoded } from "#contract/values/decoded";

/** The text of a named file. Throws an error with a sentence for the user if it cannot be read. */
export function readText(path: string, say: Say): string {
  const read = decoded(orTold(() => readFileSync(path), path, say));
  if (!read.ok) throw new Error(say("noText", { file: path, line: read.line, byte: byteText(read.byte) }));
  return read.text;
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

/** Files that were named, each with what lies in its folder. */
export function sourceFiles(paths: readonly string[], say: Say): readonly SourceFile[] {
  const names = new Set(paths.map(nameOf));
  return [...names].map((name) => ({ ...filesBeside(name), name, text: readText(name, say) }));
}

/** One name for each file: its path from here, or the whole path if it lies elsewhere. */
export function nameOf(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? resolve(path) : near;
}

/** Finds a path in the folder of a file and below, or the last part of the path in that folder, because copied configurations keep their old paths. */
function filesBeside(file: string): Pick<SourceFile, "find" | "asName"> {
  const folder = resolve(dirname(file));
  return {
    asName: (path) => nameOf(resolve(folder, path)),
    find(path) {
      const isInside = !relative(folder, resolve(folder, path)).startsWith("..");
      return (isInside ? readable(resolve(folder, path)) : null) ?? readable(join(folder, basename(path)));
    },
  };
}

function readable(path: string): IncludedFile | null {
  try {
    const read = decoded(readFileSync(path));
    return read.ok ? { name: nameOf(path), text: read.text } : null;
  } catch {
    return null;
  }
}

/** The file, or all files of the folder whose names end in `.json` or `.csv`. */
export function netboxFiles(path: string, say: Say): readonly NetboxFile[] {
  const isFolder = orTold(() => statSync(path), path, say).isDirectory();
  const names = isFolder
    ? readdirSync(path).filter((name) => /\.(?:json|csv)$/i.test(name))
    : [basename(path)];
  const folder = isFolder ? path : dirname(path);
  return names.toSorted().map((name) => ({ name, text: readText(join(folder, name), say) }));
}
