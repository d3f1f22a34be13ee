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

const NAMES = new Set<string>(types.flatMap(({ name, system }) => (isSubject(system) ? [name] : [])));

it("the generic code of the server names no object type except those of the API itself", () => {
  const name = new RegExp(`\\b(?:${[...new Set(systems)].filter(isSubject).join("|")})\\."?\\w*`, "g");
  const found = GENERIC.flatMap(filesIn).flatMap((file): [string, string][] => {
    const names = new Set(textsOf(file).flatMap((text) => text.match(name) ?? []));
    return names.size === 0 ? [] : [[file, [...names].sort().join(" ")]];
  });
  expect(Object.fromEntries(found)).toEqual({});
}, 60_000);

/** The rooms of the portal that draw, call and keep things of any type. Pages, screens and rules of one type are in `src/subjects` and in its definition. */
const GENERIC_OF_PORTAL = ["core", "editor", "api", "state", "ui"].map((room) => `src/${room}`);

it("the generic rooms of the portal name no object type except those of the API itself", () => {
  const found = GENERIC_OF_PORTAL.flatMap(filesIn).flatMap((file): [string, string][] => {
    const names = typesIn(textsOf(file));
    return names.length === 0 ? [] : [[file, names.join(" ")]];
  });
  expect(Object.fromEntries(found)).toEqual({});
}, 60_000);

it("a type that a room of the portal names is found as a text, in a template and as a member", () => {
  const planted = (text: string): readonly string[] => typesIn(textsIn("planted.tsx", text));
  expect(planted('const step = { name: "macauth.client.list" };')).toEqual(["macauth.client"]);
  expect(planted("const name = `nd.bcd.${operation}`;")).toEqual(["nd.bcd"]);
  expect(planted('const RULES = { "cntl.mgr": { oneOf: [] } };')).toEqual(["cntl.mgr"]);
  expect(planted('function Line(): ReactNode { return <List of="dns.record" />; }')).toEqual(["dns.record"]);
  expect(planted('const log = "wapi.change_log"; const text = t("cntl.mgr_is_no_type");')).toEqual([]);
});

it("definitions and database name no schema except those of the generic code", () => {
  const isNamed = new RegExp(`^(?:${[...new Set(systems)].filter(isSubject).join("|")})$`);
  const rooms = ["catalogue", "sql", "db"].map((room) => `server/${room}`);
  const found = rooms.flatMap(filesIn).flatMap((file) => textsOf(file).filter((text) => isNamed.test(text)));
  expect(found).toEqual([]);
});

/** What a subject is called besides its types: its system, and the module of portals that shows it. */
const CALLED = new Set(
  types.flatMap(({ system, spec }) => [
    ...(isSubject(system) ? [system] : []),
    ...(spec.system?.module === undefined ? [] : [spec.system.module.name]),
  ]),
);
const calledIn = (texts: readonly string[]): readonly string[] => texts.filter((text) => CALLED.has(text));

it("generic rooms name no subject, neither its system nor its module", () => {
  const rooms = [...GENERIC, "server/domain/wapi", ...GENERIC_OF_PORTAL];
  const found = rooms.flatMap(filesIn).flatMap((file): [string, readonly string[]][] => {
    // The types of values in a call are generic themselves.
    const called = calledIn(textsOf(file)).filter((name) => name !== "tmp");
    return called.length === 0 ? [] : [[file, called]];
  });
  expect(CALLED.size).toBeGreaterThan(10);
  expect(Object.fromEntries(found)).toEqual({});
  expect(calledIn(textsIn("a.ts", 'const MODULES = ["dnsvs", "macfinder"];'))).toEqual(["dnsvs"]);
  expect(calledIn(textsIn("a.ts", 'const NAMES = [["macauth", "MAC authentication"]];'))).toEqual([
    "macauth",
  ]);
}, 60_000);

/** Folders and lists of the portal that may name a subject, besides the folder of the subject on each side. */
const NAMING = ["server/demo/", "src/subjects/subjects.ts", "src/subjects/parts.ts"];

/** Files outside of these places whose text has this word. */
function outside(word: string, files: readonly (readonly [file: string, text: string])[]): readonly string[] {
  const places = [`server/domain/${word}/`, `src/subjects/${word}/`, ...NAMING];
  return files.flatMap(([file, text]) =>
    new RegExp(`\\b${word}\\b`).test(text) && !places.some((place) => file.startsWith(place)) ? [file] : [],
  );
}

it("MAC authentication stands in its folder on each side, in the lists of subjects, and in the demo campus", () => {
  const files = ["server", "src"]
    .flatMap(filesIn)
    .map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);
  expect(files.length).toBeGreaterThan(900);
  expect(outside("macauth", files)).toEqual([]);
  const planted = [
    ["src/screens/heads/bcd.ts", 'bcdTab("screens.bcd.macauth", "x")'],
    ["server/http/state.ts", 'const MODULES = ["macauth"];'],
    ["server/domain/dns/record.ts", "// as macauth.client does"],
    ["server/domain/macauth/client.ts", 'name: "macauth.client"'],
    ["src/subjects/subjects.ts", 'import * as macauth from "./macauth/subject.ts";'],
  ] as const;
  expect(outside("macauth", planted)).toEqual(planted.slice(0, 3).map(([file]) => file));
});

it.each(["dns", "dhcp", "macauth"])("only the lists of subjects import %s in the portal", (subject) => {
  const imports = new RegExp(`from "(?:\\./|[^"]*subjects/)${subject}/[^"]+"`);
  const found = filesIn("src").filter(
    (file) =>
      !file.startsWith(`src/subjects/${subject}/`) && imports.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(found.toSorted()).toEqual(["src/subjects/parts.ts", "src/subjects/subjects.ts"]);
});

it("the start page takes the types of accounts and tokens from the rooms that own them", () => {
  expect(textsOf("src/screens/home.ts").filter((text) => text.startsWith("cntl."))).toEqual([]);
});

/** Object types among these texts, also as the beginning of a function. */
function typesIn(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => text.match(/(?<![\w./])[a-z]+\.[a-z0-9_]+/g) ?? []);
  return [...new Set(found.filter((name) => NAMES.has(name)))].sort();
}

function isSubject(system: string): boolean {
  return system !== "wapi";
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return entries.filter((entry) => /\.tsx?$/.test(entry)).map((entry) => `${folder}/${entry}`);
}

/** All strings of a file, including string types and parts of templates, without comments and imports. */
function textsOf(file: string): string[] {
  return textsIn(file, readFileSync(join(ROOT, file), "utf8"));
}

function textsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
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
