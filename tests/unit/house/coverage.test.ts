import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coverageOf, linesOf, readCoverage } from "../../../scripts/coverage.ts";

const REGISTER = [
  "## TA — List",
  "- **TA-01** (1) One. [unit]",
  "- **TA-02** (1) Two. [e2e]",
  "- **I18N-1** Three. [api]",
].join("\n");

describe("statements named by tests", () => {
  // Numbers in brackets here would count as named by this file.
  const named = (...ids: readonly string[]): string => `[${ids.join(", ")}]`;
  const tests = new Map([
    ["a.test.ts", `it("${named("TA-01")} ${named("I18N-1")} both", f);\n// ${named("TA-02")} of a comment`],
    ["b.spec.ts", `test("${named("TA-01", "TA-09")} one again", f);\n/[A-Z0-9]/;`],
  ]);
  const coverage = coverageOf(REGISTER, tests);

  it("a statement has the files whose titles name it, and comments do not count", () => {
    expect(coverage.statements.map(({ id, area, tests: named }) => [id, area, named])).toEqual([
      ["TA-01", "TA", ["a.test.ts", "b.spec.ts"]],
      ["TA-02", "TA", []],
      ["I18N-1", "I18N", ["a.test.ts"]],
    ]);
    expect(coverage.unknown).toEqual(["TA-09"]);
  });

  it("areas have figures; statements without a test are always listed, others on demand", () => {
    expect(linesOf(coverage, ["I18N"])).toEqual([
      "TA         1 of 2",
      "  missing TA-02 (1) Two. [e2e]",
      "I18N       1 of 1",
      "  I18N-1 Three. [api]",
      "    a.test.ts",
      "total      2 of 3",
      "not in the register: TA-09",
    ]);
    expect(linesOf(coverage, ["TA-01"])).toContain("  TA-01 (1) One. [unit]");
  });

  it("every statement of the project is named by a test, and tests name no other statement", () => {
    const { statements, unknown } = readCoverage(join(import.meta.dirname, "../../.."));
    expect(statements.length).toBeGreaterThan(800);
    expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length);
    expect(statements.filter(({ tests: named }) => named.length === 0).map(({ id }) => id)).toEqual([]);
    expect(unknown).toEqual([]);
  });
});
