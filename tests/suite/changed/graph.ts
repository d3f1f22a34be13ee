import { dirname, join, matchesGlob } from "node:path";
import ts from "typescript";
import type { Tree } from "./tree.ts";

/** What a text loads: modules by import, and files by names that stand in it. */
interface Loads {
  readonly modules: readonly string[];
  readonly names: readonly string[];
}

/** Files that are loaded by the names of their folders: those that match the second are loaded by those that match the first. */
export const BY_NAME: readonly (readonly [by: RegExp, what: RegExp])[] = [
  [/^server\/catalogue\/load\.ts$/, /^server\/(domain|services\/types)\/.*\.ts$/],
  [/^server\/db\/migrations\.ts$/, /^server\/db\/migrations\//],
  [/^server\/hub\/files\.ts$/, /^(schemas|templates)\//],
  [/^server\/http\/portal\.ts$/, /^(index\.html|public\/.*)$/],
  [/^src\/app\/text-files\.ts$/, /^(locales\/.*|scripts\/texts\.ts)$/],
  [/^index\.html$/, /^(src\/app\/main\.ts|vite\.config\.ts)$/],
  [/^tests\/e2e\/.*\.spec\.ts$/, /^(index\.html|playwright\.config\.ts)$/],
  [/^playwright\.config\.ts$/, /^(server\/main\.ts|tests\/e2e\/support\/ground\.ts)$/],
  [/^tests\/(wapi|portal|beside|measured)\/.*\.test\.tsx?$/, /^tests\/support\/global-setup\.ts$/],
  [/^tests\/.*\.test\.tsx?$/, /^vite\.config\.ts$/],
];

const ALIAS = /^#(\w+)\//;
const CODE = /\.tsx?$/;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts"];
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** A path in a text: two parts at least, or one part with an ending. */
const PATH = /(?:\.{1,2}\/)*[\w@*{},.-]+(?:\/[\w@*{},.-]+)+|[\w-]+(?:\.[\w-]+)+/g;
const JOINED = /\bjoin\(([^()]*)\)/g;
const IS_TYPE = /^(?:import|export) type\b/;

const known = new Map<string, Loads>();

/** For each file the files that load it: by an import that is there at run time, by name, or by its path in the text of a test or script. */
export function loadersOf(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const loaders = new Map<string, Set<string>>();
  const add = (what: string, by: string): void => {
    if (what !== by) loaders.set(what, (loaders.get(what) ?? new Set()).add(by));
  };
  const files = [...tree.files.keys()];
  const find = finder(files);
  for (const [file, content] of tree.files) {
    if (!CODE.test(file)) continue;
    let loads = known.get(content);
    if (loads === undefined) known.set(content, (loads = read(tree.text(file))));
    for (const name of loads.modules) for (const one of find.module(file, name)) add(one, file);
    if (/^(tests|scripts)\//.test(file) || !file.includes("/"))
      for (const name of loads.names) for (const one of find.named(file, name)) add(one, file);
  }
  for (const [by, what] of BY_NAME) {
    const some = files.filter((file) => by.test(file));
    for (const file of files) if (what.test(file)) for (const one of some) add(file, one);
  }
  return new Map([...loaders].map(([file, by]) => [file, [...by]]));
}

function read(text: string): Loads {
  const modules = ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const begin = Math.max(text.lastIndexOf("\nimport ", pos), text.lastIndexOf("\nexport ", pos)) + 1;
    return IS_TYPE.test(text.slice(begin, pos)) ? [] : [fileName];
  });
  const plain = text.replace(COMMENT, "");
  const joined = [...plain.matchAll(JOINED)].map(([, args = ""]) =>
    [...args.matchAll(/"([^"]*)"/g)].map(([, part = ""]) => part).join("/"),
  );
  return { modules, names: [...new Set([...joined, ...(plain.match(PATH) ?? [])])] };
}

interface Finder {
  readonly module: (from: string, name: string) => readonly string[];
  readonly named: (from: string, name: string) => readonly string[];
}

function finder(files: readonly string[]): Finder {
  const all = new Set(files);
  const inFolder = new Map<string, string[]>();
  for (const file of files)
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
      inFolder.set(folder, [...(inFolder.get(folder) ?? []), file]);
  const globs = new Map<string, readonly string[]>();
  const matching = (glob: string): readonly string[] => {
    let found = globs.get(glob);
    if (found === undefined) globs.set(glob, (found = files.filter((file) => matchesGlob(file, glob))));
    return found;
  };
  return {
    module(from, name) {
      const plain = name.replace(/\?.*$/, "");
      const path = plain.startsWith(".") ? join(dirname(from), plain) : plain.replace(ALIAS, "src/$1/");
      const found = ENDINGS.map((ending) => path + ending).find((one) => all.has(one));
      return found === undefined ? [] : [found];
    },
    named(from, name) {
      if (name.includes("*")) return name.includes("/") ? matching(name) : [];
      const fromRoot = join(name.replace(/^(\.\.\/)+/, ""));
      const places = name.startsWith(".") ? [join(dirname(from), name), fromRoot] : [fromRoot];
      return places.flatMap((path) =>
        all.has(path) ? [path] : (inFolder.get(path.replace(/\/$/, "")) ?? []),
      );
    },
  };
}
