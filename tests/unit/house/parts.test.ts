import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SMALL = 25;
const LONG = 60;
const LONG_SQL = 1500;
/** Upper limits, which may fall but never rise. */
const MOST = { smallFiles: 9, longFunctions: 0 };

const files = globSync("{src,server,examples}/**/*.{ts,tsx}", { cwd: ROOT });
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

it("a file of at most 25 lines that only one file imports belongs in that file", () => {
  const importers = importersOf(texts);
  const small = files.filter(
    (file) => linesOf(texts.get(file) ?? "") <= SMALL && importers.get(file)?.size === 1 && !isApart(file),
  );
  const named = small.map((file) => `${file} <- ${[...(importers.get(file) ?? [])].join()}`);
  expect(named.length > MOST.smallFiles ? named : []).toEqual([]);
});

it("a function has at most 60 lines", () => {
  const long = files.filter((file) => linesOf(texts.get(file) ?? "") > LONG).flatMap(longFunctions);
  expect(long.length > MOST.longFunctions ? long : []).toEqual([]);
}, 60_000);

it("an SQL statement is made of named parts of at most 1,500 characters", () => {
  expect(files.filter((file) => file.startsWith("server/")).flatMap((file) => longSql(file))).toEqual([]);
}, 60_000);

it("a planted statement of 1,501 characters is found, and one of 1,500 is not", () => {
  const sql = (length: number): string => `const A = \`select ${"a".repeat(length - 9)}\`;`;
  expect(longSql("server/planted.ts", sql(1501))).toEqual(["server/planted.ts, line 1: 1501 characters"]);
  expect(longSql("server/planted.ts", sql(1500))).toEqual([]);
});

/** Each data type, each record type, each validator that the build compiles, and what each subject adds to the portal has a file of its own, even if it is small. */
function isApart(file: string): boolean {
  return /^src\/contract\/(types|records)\/|\.validator\.ts$|^src\/subjects\/\w+\/(subject|parts)\.ts$/.test(
    file,
  );
}

/** The importers of each file. A file that is loaded later (`import()`) stays a file of its own and counts as imported by two. */
function importersOf(all: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of all) {
    for (const { name, isLater } of importsOf(text)) {
      const target = name.startsWith("#") ? `src/${name.slice(1)}.ts` : join(dirname(file), name);
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(file));
      if (isLater) known.add("later");
    }
  }
  return importers;
}

function importsOf(text: string): readonly { readonly name: string; readonly isLater: boolean }[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    name: fileName,
    isLater: /import\(\s*$/.test(text.slice(0, pos)),
  }));
}

function longFunctions(file: string): readonly string[] {
  const source = ts.createSourceFile(file, texts.get(file) ?? "", ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = linesOf(node.getText());
      if (lines > LONG)
        found.push(`${file}: ${node.name?.getText() ?? "arrow function"}, ${String(lines)} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function longSql(file: string, text = texts.get(file) ?? ""): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const sql = ts.isTemplateExpression(node) || ts.isStringLiteralLike(node) ? node.getText() : "";
    if (sql.length > LONG_SQL && /\b(?:select|insert|update|delete|create)\b/.test(sql)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}, line ${String(line + 1)}: ${String(sql.length)} characters`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function linesOf(text: string): number {
  return text.trimEnd().split("\n").length;
}
