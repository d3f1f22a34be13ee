import { readFileSync } from "node:fs";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { node } from "../vite.config.ts";
import { documents } from "./documents.ts";
import { FOLDER } from "./mutants.lines.ts";
import { texts } from "./texts.ts";

const tests = (process.env["MUTANTS_TESTS"] ?? "tests/unit").split(",");

/** Loads the mutated files in place of the original ones. */
function planted(): Plugin {
  // Parse boundary: `npm run mutants` wrote this file.
  const codes = JSON.parse(readFileSync(`${FOLDER}/planted.json`, "utf8")) as Record<string, string>;
  const root = process.cwd();
  return {
    name: "planted-mutants",
    enforce: "pre",
    transform: (_, id) => codes[relative(root, id.replace(/\?.*$/u, ""))] ?? null,
  };
}

/** Tests close to the changed code run first, so that slower tests of pages get fewer mutants. Tests on PostgreSQL run last, in the given order. */
class Nearest extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (moduleId.includes("tests/wapi/")) return 3 + tests.indexOf(relative(process.cwd(), moduleId));
  if (/unit\/(core|access|wapi|catalogue|contract)\//.test(moduleId)) return 0;
  return moduleId.endsWith("x") ? 2 : 1;
}

/** The unit tests with mutants, without tests of the build and of the sources: these read files and do not run them. */
// oxlint-disable-next-line import/no-default-export -- what vitest reads
export default defineConfig({
  plugins: [planted(), react(), texts({ isWhole: true }), documents()],
  root: process.cwd(),
  test: {
    ...node,
    runner: "scripts/mutants.runner.ts",
    include: tests.map((test) => (/\.tsx?$/.test(test) ? test : `${test}/**/*.test.{ts,tsx}`)),
    exclude: ["tests/unit/{build,house}/**"],
    globalSetup: tests.some((test) => test.startsWith("tests/wapi")) ? ["tests/support/global-setup.ts"] : [],
    hookTimeout: 120_000,
    maxWorkers: 1,
    sequence: { sequencer: Nearest },
    reporters: ["dot"],
  },
});
