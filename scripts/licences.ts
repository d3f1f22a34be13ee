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

/** The description of a package; `licenses` is its old form. */
interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly repository?: string | { readonly url: string };
}

function licenceOf(folder: string): string {
  // Parse boundary: the description of a package.
  const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Description;
  const { name, version, license = found.licenses?.map(({ type }) => type).join(" OR ") } = found;
  const files = filesOf(folder).map((file) => readFileSync(file, "utf8").trim());
  const texts = files.length > 0 ? files : readmeOf(folder);
  const quoted = texts.join("\n\n").replace(/^/gm, "> ").replace(/ $/gm, "");
  const parts = [
    `## ${name} ${version}${license === undefined ? "" : ` (${license})`}`,
    ...(files.length > 0
      ? []
      : [`The package has no file with its licence. It comes from ${sourceOf(found)}.`]),
    ...(texts.length > 0 ? [quoted] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sourceOf({ name, repository }: Description): string {
  const url = typeof repository === "string" ? repository : repository?.url;
  return url?.replace(/^git(?:\+https)?:/, "https:") ?? `https://www.npmjs.com/package/${name}`;
}

/** What the readme of a package says under the heading of its licence. */
function readmeOf(folder: string): readonly string[] {
  const file = readdirSync(folder).find((name) => /^readme\b/i.test(name));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
  const [, told = ""] =
    /^(?:#+ *licen[cs]e *|licen[cs]e\n=+)\n+([\s\S]*?)(?:^#|(?![\s\S]))/im.exec(text) ?? [];
  return told.trim() === "" ? [] : [told.trim()];
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
