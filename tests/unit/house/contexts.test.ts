import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const MOST = 5;
/** Contexts of one thing that has more parts; upper limits, which may fall but never rise. */
const LARGER: Readonly<Record<string, number>> = { Planner: 7, SectionScreen: 8 };
/** Rooms that know no React. A type of them is one thing, such as a store or the catalogue. */
const ONE_THING = /^(?:react$|#core\/|#contract\/|(?:\.\.\/)+(?:api|state)\/)/;
const COLLECTIONS = new Set(["ReadonlyArray", "ReadonlyMap", "ReadonlySet"]);
/** The one function that makes contexts for a type that its caller names. */
const PORT = "src/ui/port.ts";

const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => file !== PORT);

it("a part of the portal asks for what it uses: a context has at most five members", () => {
  const contexts = files.flatMap((file) => contextsIn(file, readFileSync(join(ROOT, file), "utf8")));
  expect(contexts.length).toBeGreaterThan(25);
  expect(contexts.flatMap(fault)).toEqual([]);
}, 60_000);

it("a planted context of the whole portal is found, however it is written", () => {
  const planted = (text: string) => contextsIn("src/editor/planted.ts", text).flatMap(fault);
  const six = "{ a: 1; b: 2; c: 3; d: 4; e: 5; f: 6 }";
  const tooMany = ["src/editor/planted.ts: 6 members"];
  expect(planted(`interface Portal ${six}\nconst All = createContext<Portal | null>(null);`)).toEqual(
    tooMany,
  );
  expect(planted(`type Portal = ${six};\nexport const [P, useP] = port<Portal>();`)).toEqual(tooMany);
  expect(planted(`const All = React.createContext<${six}>(all);`)).toEqual(tooMany);
  const halves = "interface A { a: 1; b: 2; c: 3 }\ninterface B { d: 4; e: 5; f: 6 }\n";
  expect(planted(`${halves}const All = port<A & B>();`)).toEqual(tooMany);
  expect(planted(`${halves}interface C extends A, B {}\nconst All = port<C>();`)).toEqual(tooMany);
  const uncounted = ["src/editor/planted.ts: members that cannot be counted"];
  const imported = 'import type { Portal } from "../app/portal.ts";\n';
  expect(planted(`${imported}const All = port<Portal>();`)).toEqual(uncounted);
  expect(planted(`${imported}const All = port<Pick<Portal, "a">>();`)).toEqual(uncounted);
  expect(planted("const All = createContext(portal);")).toEqual(uncounted);
});

it("a context of one store, of five members, or of a function is accepted", () => {
  const planted = (text: string) => contextsIn("src/editor/planted.ts", text).flatMap(fault);
  expect(
    planted('import type { ShellStore } from "../state/shell.ts";\nconst One = port<ShellStore>();'),
  ).toEqual([]);
  expect(planted("const Five = createContext<{ a: 1; b: 2; c: 3; d: 4; e: 5 } | null>(null);")).toEqual([]);
  expect(planted("const One = port<(path: string) => void>();")).toEqual([]);
});

interface Context {
  readonly file: string;
  /** The text of the type of its value. */
  readonly of: string;
  /** Infinity where they cannot be counted. */
  readonly members: number;
}

function fault({ file, of, members }: Context): readonly string[] {
  if (members <= (LARGER[of] ?? MOST)) return [];
  return [
    `${file}: ${members === Infinity ? "members that cannot be counted" : `${String(members)} members`}`,
  ];
}

function contextsIn(file: string, text: string): readonly Context[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Context[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)(?:createContext|port)$/.test(node.expression.getText())) {
      const [type] = node.typeArguments ?? [];
      const [start] = node.arguments;
      const isSwitch =
        start?.kind === ts.SyntaxKind.FalseKeyword || start?.kind === ts.SyntaxKind.TrueKeyword;
      const members = type === undefined ? (isSwitch ? 1 : Infinity) : membersOf(type, source);
      found.push({ file, of: type?.getText().replace(" | null", "") ?? "", members });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function membersOf(type: ts.TypeNode, source: ts.SourceFile): number {
  if (ts.isTypeLiteralNode(type)) return type.members.length;
  if (ts.isParenthesizedTypeNode(type)) return membersOf(type.type, source);
  if (ts.isUnionTypeNode(type)) return Math.max(...type.types.map((one) => membersOf(one, source)));
  if (ts.isIntersectionTypeNode(type)) return sum(type.types.map((one) => membersOf(one, source)));
  if (ts.isTypeReferenceNode(type)) return membersOfName(type.typeName.getText(), type.typeArguments, source);
  return isOneThing(type) ? 1 : Infinity;
}

function isOneThing(type: ts.TypeNode): boolean {
  return (
    ts.isFunctionTypeNode(type) ||
    ts.isLiteralTypeNode(type) ||
    ts.isArrayTypeNode(type) ||
    type.kind === ts.SyntaxKind.BooleanKeyword ||
    type.kind === ts.SyntaxKind.NumberKeyword ||
    type.kind === ts.SyntaxKind.StringKeyword
  );
}

function membersOfName(
  name: string,
  given: readonly ts.TypeNode[] | undefined,
  source: ts.SourceFile,
): number {
  if (COLLECTIONS.has(name)) return 1;
  if (given !== undefined) return Infinity;
  for (const one of source.statements) {
    if (ts.isTypeAliasDeclaration(one) && one.name.text === name) return membersOf(one.type, source);
    if (ts.isInterfaceDeclaration(one) && one.name.text === name) {
      const inherited = (one.heritageClauses ?? []).flatMap(({ types }) =>
        types.map(({ expression, typeArguments }) =>
          membersOfName(expression.getText(), typeArguments, source),
        ),
      );
      return one.members.length + sum(inherited);
    }
  }
  return ONE_THING.test(importOf(name, source) ?? "") ? 1 : Infinity;
}

/** The module that a name is imported from. */
function importOf(name: string, source: ts.SourceFile): string | null {
  for (const one of source.statements) {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) continue;
    const names = one.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names)) continue;
    if (names.elements.some((element) => element.name.text === name)) return one.moduleSpecifier.text;
  }
  return null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
