import { join } from "node:path";
import {
  failedTests,
  outsideErrors,
  skippedTests,
  timedFiles,
  type Failed,
  type VitestReport,
} from "../support/timing.ts";
import { withSkipped, type Count } from "./count.ts";
import { meantMissing } from "./packages.ts";
import { REPORTS, ROOT, run, written } from "./program.ts";

/** Files with failed tests are repeated once, one at a time, unless there are more than this number: then the product is broken. */
const REPEATED_FILES = 8;

/** Runs the tests of these files and folders, or all of them. */
export function vitest(files: readonly string[] = []): Count {
  const first = runVitest("vitest.json", files);
  if (!first.report) return { passed: 0, failed: 1 };
  const failures = failedTests(first.report, ROOT);
  const all = [...failures, ...first.outside];
  const again = [...new Set(all.map(({ file }) => file))];
  // An error that names no file cannot be repeated.
  const repeats = again.length > 0 && again.length <= REPEATED_FILES && !again.includes("");
  const last = repeats ? runVitest("repeated.json", [...again, "--no-file-parallelism"]) : first;
  const still = new Set((last.report ? failedTests(last.report, ROOT) : failures).map(({ title }) => title));
  const broken = failures.filter(({ title }) => still.has(title));
  const count = {
    passed: first.report.numPassedTests + failures.length - broken.length,
    // An error outside all tests fails the run as well.
    failed: Math.max(broken.length, last.ok ? 0 : 1),
    files: timedFiles(first.report, ROOT),
    skipped: skippedTests(first.report, ROOT),
    broken: [...broken, ...last.outside],
    repeated: repeats ? all.filter((one) => !broken.includes(one)) : [],
  };
  return withSkipped(count, meantMissing());
}

function runVitest(
  name: string,
  files: readonly string[],
): { report: VitestReport | null; outside: readonly Failed[]; ok: boolean } {
  const file = join(REPORTS, name);
  const outside = join(REPORTS, `outside-${name}`);
  const ok = run("vitest", ["run", ...files], { TEST_REPORT: file, TEST_OUTSIDE_ERRORS: outside });
  return {
    report: written<VitestReport>(file),
    outside: outsideErrors(written<readonly string[]>(outside) ?? [], ROOT),
    ok,
  };
}
