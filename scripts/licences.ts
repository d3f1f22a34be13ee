import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const LICENCE_NAME = /^(licen[cs]e|copying)/i;

/**
 * Writes the licences of all packages in the portal into one file beside it.
 * Vite's own option (`build.license`) fails on packages that keep their licences in a folder.
 */
export function licences(fileName: string): Plugin {
  let root = "";
  return {
    name: "netportal:licences",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const file of Object.values(bundle)) {
        const sources =
          file.type === "chunk" ? file.moduleIds : file.originalFileNames.map((name) => join(root, name));
        for (const id of sources) folders.add(packageFolder(id) ?? "");
      }
      folders.delete("");
      const source = licencesOf("The portal contains these packages.", [...folders]);
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** The licences of the packages in these folders as one document, a heading `## name version (licence)` for each. */
export function licencesOf(sentence: string, folders: readonly string[]): string {
  return ["# Licences", "", sentence, "", ...folders.map(licenceOf).toSorted()].join("\n");
}

/** Folder of the package that contains a module; null for own modules and for those that the bundler generates. */
function packageFolder(module: string): string | null {
  if (module.startsWith("\0")) return null;
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0] ?? null;
}

function licenceOf(folder: string): string {
  // Parse boundary: the description of a package.
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const texts = filesOf(folder).map((file) => readFileSync(file, "utf8").trim());
  const quoted = texts.join("\n\n").replace(/^/gm, "> ").replace(/ $/gm, "");
  return `## ${name} ${version}${license === undefined ? "" : ` (${license})`}\n\n${quoted}\n`;
}

/** The licence files of a package, or those in its folder of licences. */
function filesOf(folder: string): readonly string[] {
  const found = readdirSync(folder)
    .filter((name) => LICENCE_NAME.test(name))
    .map((name) => join(folder, name));
  return found.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  );
}
