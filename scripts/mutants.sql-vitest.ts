import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { node } from "../vite.config.ts";
import { documents } from "./documents.ts";
import { texts } from "./texts.ts";

const tests = (process.env["MUTANTS_TESTS"] ?? "").split(",");

/** The files in the order that the tool gives. */
class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      tests.indexOf(relative(process.cwd(), moduleId));
    return Promise.resolve(files.toSorted((one, other) => rank(one) - rank(other)));
  }
}

/** Some test files on the database server of the tool. */
// oxlint-disable-next-line import/no-default-export -- what vitest reads
export default defineConfig({
  plugins: [react(), texts({ isWhole: true }), documents()],
  root: process.cwd(),
  test: {
    ...node,
    include: tests,
    setupFiles: ["scripts/mutants.sql-file.ts"],
    globalSetup: ["scripts/mutants.sql-server.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    sequence: { sequencer: AsGiven },
    reporters: [["json", { outputFile: process.env["MUTANTS_REPORT"] ?? "report.json" }]],
  },
});
