import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** Code that a server runs, and its data. */
const SHIPPED = ["server", "src/contract", "src/imports", "schemas", "templates", "examples"];
/** Programs that only the repository needs. */
const OF_REPOSITORY = ["server/dev.ts"];

// Parse boundary: package.json of this project, of which these members are read.
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
};

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith("tsconfig.json"));
}

/** All string literals of a module, because some packages are found by name and not imported. */
function textsOf(path: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest));
  return texts;
}

function importsOf(path: string): readonly string[] {
  return ts
    .preProcessFile(readFileSync(join(ROOT, path), "utf8"))
    .importedFiles.map(({ fileName }) => fileName);
}

const modules = SHIPPED.flatMap(filesOf).filter(
  (path) => path.endsWith(".ts") && !OF_REPOSITORY.includes(path),
);

describe("a packed release", () => {
  it("holds everything that a server runs from, and the built portal", () => {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const out = execFileSync("npm", args, {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    // Parse boundary: the report of npm about one package.
    const [packed] = JSON.parse(out) as readonly [{ readonly files: readonly { readonly path: string }[] }];
    const paths = new Set(packed.files.map(({ path }) => path));
    expect(SHIPPED.flatMap(filesOf).filter((path) => !paths.has(path))).toEqual([]);
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "npm-shrinkwrap.json"]));
    expect([...paths].filter((path) => /^(src\/(?!contract|imports)|tests|scripts)/.test(path))).toEqual([]);
  }, 60_000);

  it("needs no development package, and installs no unused package", () => {
    const named = new Set(modules.flatMap(textsOf).map(packageOf));
    const imported = modules
      .flatMap(importsOf)
      .filter((name) => !/^(\.|#(?:contract|imports)\/|node:)/.test(name));
    const own = Object.keys(manifest.dependencies);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.map(packageOf).filter((name) => !own.includes(name))).toEqual([]);
    expect(own.filter((name) => !named.has(name))).toEqual([]);
  }, 60_000);
});

/** The package that contains the path, for example `@fastify/static`. */
function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}
