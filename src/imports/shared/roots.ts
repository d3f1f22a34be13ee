import type { Include, IncludedFile } from "./including.ts";
import { addAll } from "#contract/table/units";
import type { Say } from "./texts.ts";

/** A file of a run, and the files that it can include. */
export interface SourceFile extends IncludedFile {
  readonly find: Include;
  /** The name of the file to which a path in this file leads, if the file is there. */
  readonly asName: (path: string) => string;
  /** The file is read separately, even if another file includes it. */
  readonly isRoot?: boolean;
}

export type Root<T extends SourceFile = SourceFile> = T & { readonly include: Include };

/** Files that no other file includes, in their order. If files include each other, the first is a root, so that reading it reports this. */
export function rootsOf<T extends SourceFile>(
  files: readonly T[],
  included: (text: string) => readonly string[],
  say: Say,
): readonly Root<T>[] {
  const paths = new Map<string, string>();
  const all = files.map((file): Root<T> => ({ ...file, include: distinct(file, paths, say) }));
  const reach = new Map(all.map((file) => [file, reachedFrom(file, included)]));
  const reached = new Set(
    all.flatMap((file) => [...(reach.get(file) ?? [])].filter((name) => name !== file.name)),
  );
  const roots = new Set(all.filter(({ name, isRoot }) => isRoot === true || !reached.has(name)));
  const covered = new Set([...roots].flatMap((file) => [file.name, ...(reach.get(file) ?? [])]));
  for (const file of all) {
    const own = reach.get(file) ?? new Set();
    if (covered.has(file.name) || !own.has(file.name)) continue;
    roots.add(file);
    for (const name of own) covered.add(name);
  }
  return all.filter((file) => roots.has(file));
}

/** Names of the files that a file includes, directly or through others. */
function reachedFrom(
  { text, include }: Root,
  included: (text: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...included(text)];
  // The loop also visits the paths that are added to `waiting` meanwhile.
  for (const path of waiting) {
    const found = include(path);
    if (found === null || reached.has(found.name)) continue;
    reached.add(found.name);
    addAll(waiting, included(found.text));
  }
  return reached;
}

/** Files are found by the last part of a path as well, so two paths that lead to one file are refused. */
function distinct({ name, find, asName }: SourceFile, paths: Map<string, string>, say: Say): Include {
  return (path) => {
    const found = find(path);
    if (found === null) return null;
    const asked = asName(path);
    const other = found.name === name ? name : (paths.get(found.name) ?? asked);
    if (other !== asked) throw new Error(say("alikeIncluded", { first: other, second: asked }));
    paths.set(found.name, asked);
    return found;
  };
}
