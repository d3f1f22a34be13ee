import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** Generic rooms, which work for every object type. */
const GENERIC = ["catalogue", "sql", "db", "access", "wapi", "http"].map((room) => `server/${room}`);

const types = [...(await loadCatalogue()).types.values()];
/** Schemas of object types, and of the tables that definitions make beside them. */
const systems = types.flatMap(({ system, spec }) => [system, ...(spec.storage?.schemas ?? [])]);

it("the machine knows no object type by name, except those of the API itself", () => {
  const name = new RegExp(`\\b(?:${[...new Set(systems)].filter(isSubject).join("|")})\\."?\\w*`, "g");
  const found = GENERIC.flatMap(filesIn).flatMap((file): [string, string][] => {
    const names = new Set(textsOf(file).flatMap((text) => text.match(name) ?? []));
    return names.size === 0 ? [] : [[file, [...names].sort().join(" ")]];
  });
  expect(Object.fromEntries(found)).toEqual({});
}, 60_000);

it("definitions and database know no schema by name, except those of the machine", () => {
  const isNamed = new RegExp(`^(?:${[...new Set(systems)].filter(isSubject).join("|")})$`);
  const rooms = ["catalogue", "sql", "db"].map((room) => `server/${room}`);
  const found = rooms.flatMap(filesIn).flatMap((file) => textsOf(file).filter((text) => isNamed.test(text)));
  expect(found).toEqual([]);
});

it("the start page takes the types of accounts and tokens from the rooms that know them", () => {
  expect(textsOf("src/screens/home.ts").filter((text) => text.startsWith("cntl."))).toEqual([]);
});

function isSubject(system: string): boolean {
  return system !== "wapi";
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return entries.filter((entry) => entry.endsWith(".ts")).map((entry) => `${folder}/${entry}`);
}

/** All strings of a file, including string types and parts of templates, without comments and imports. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}
