import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A numbered statement of docs/contract/requirements.md, and the test files that name it in a title. */
export interface Covered {
  readonly id: string;
  readonly area: string;
  readonly text: string;
  readonly tests: readonly string[];
}

export interface Coverage {
  readonly statements: readonly Covered[];
  /** Numbers that a test names but the register does not contain. */
  readonly unknown: readonly string[];
}

const STATEMENT = /^- \*\*(([A-Z0-9]+)-\d+)\*\* (.+)$/gm;
// Numbers are in square brackets, one or several: "[TA-19] …", "[TA-03] [TA-04] …", "[TA-19, SRCH-03] …".
const NAMED = /\[([A-Z][A-Z0-9]*-\d+(?:[, ]+[A-Z][A-Z0-9]*-\d+)*)\]/g;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/** The statements of the register that the tests name; `tests` maps the path of each test file to its text. */
export function coverageOf(register: string, tests: ReadonlyMap<string, string>): Coverage {
  const files = new Map<string, string[]>();
  for (const [file, text] of tests) {
    const ids = [...text.replace(COMMENT, "").matchAll(NAMED)].flatMap(([, list = ""]) =>
      list.split(/[, ]+/),
    );
    for (const id of new Set(ids)) files.set(id, [...(files.get(id) ?? []), file]);
  }
  const statements = [...register.matchAll(STATEMENT)].map(([, id = "", area = "", text = ""]): Covered => ({
    id,
    area,
    text,
    tests: files.get(id) ?? [],
  }));
  const known = new Set(statements.map(({ id }) => id));
  return { statements, unknown: [...files.keys()].filter((id) => !known.has(id)) };
}

/** The coverage of the project in this folder. */
export function readCoverage(root: string): Coverage {
  const register = readFileSync(join(root, "docs/contract/requirements.md"), "utf8");
  const files = globSync("tests/**/*.{test,spec}.{ts,tsx}", { cwd: root }).toSorted();
  return coverageOf(register, new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")])));
}

/** The report in lines: figures of each area, missing statements, and the tests of each statement in `wanted` (areas or numbers). */
export function linesOf({ statements, unknown }: Coverage, wanted: readonly string[]): readonly string[] {
  const covered = (some: readonly Covered[]): string =>
    `${String(some.filter(({ tests }) => tests.length > 0).length).padStart(4)} of ${String(some.length)}`;
  const areas = Map.groupBy(statements, ({ area }) => area);
  const ofArea = ([area, some]: [string, readonly Covered[]]): readonly string[] => [
    `${area.padEnd(8)}${covered(some)}`,
    ...some
      .filter(({ id, tests }) => tests.length === 0 || wanted.includes(area) || wanted.includes(id))
      .flatMap(({ id, text, tests }) => [
        `  ${tests.length === 0 ? "missing " : ""}${id} ${text}`,
        ...tests.map((file) => `    ${file}`),
      ]),
  ];
  return [
    ...[...areas].flatMap(ofArea),
    `${"total".padEnd(8)}${covered(statements)}`,
    ...unknown.map((id) => `not in the register: ${id}`),
  ];
}

if (import.meta.main) {
  const coverage = readCoverage(join(import.meta.dirname, ".."));
  for (const line of linesOf(coverage, process.argv.slice(2))) console.log(line);
  const isWhole = coverage.unknown.length === 0 && coverage.statements.every(({ tests }) => tests.length > 0);
  process.exitCode = isWhole ? 0 : 1;
}
