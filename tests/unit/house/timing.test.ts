import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { OutsideErrors } from "../../support/outside-errors.ts";
import { scratchFolder } from "../../support/scratch.ts";
import {
  failedTests,
  failedWalks,
  outsideErrors,
  repeatedWalks,
  skippedTests,
  skippedWalks,
  timedFiles,
  timedWalks,
} from "../../support/timing.ts";

const file = (name: string, ms: number, ...statuses: string[]) => ({
  name: `/house/tests/${name}`,
  startTime: 1000,
  endTime: 1000 + ms,
  assertionResults: statuses.map((status, at) => ({ fullName: `${name} ${String(at)}`, status })),
});

it("files of a run are listed slowest first, and skipped tests are listed by name", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file("a", 140, "passed", "skipped"), file("b", 2960, "failed", "pending")],
  };
  expect(timedFiles(report, "/house")).toEqual([
    { file: "tests/b", seconds: 3 },
    { file: "tests/a", seconds: 0.1 },
  ]);
  expect(skippedTests(report, "/house")).toEqual([
    { file: "tests/a", title: "a 1" },
    { file: "tests/b", title: "b 1" },
  ]);
});

it("failed tests are listed with their error, and a file that could not run with its own", () => {
  const told = { fullName: "b 0", status: "failed", failureMessages: ["lost", "late"] };
  const testResults = [
    { ...file("b", 1), assertionResults: [told, { fullName: "b 1", status: "passed" }] },
    { ...file("c", 1), message: "no such module" },
    { ...file("d", 1, "skipped"), status: "failed", message: "" },
    { ...file("e", 1, "passed"), status: "passed", message: "" },
  ];
  expect(failedTests({ numPassedTests: 1, numFailedTests: 1, testResults }, "/house")).toEqual([
    { file: "tests/b", title: "tests/b › b 0", message: "lost\nlate" },
    { file: "tests/c", title: "tests/c", message: "no such module" },
    { file: "tests/d", title: "tests/d", message: "a hook of the file failed, as told above" },
  ]);
});

it("errors outside all tests are kept with the test that was running, and listed", () => {
  const folder = scratchFolder("timing");
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const kept = join(folder, "outside.json");
  const where = { VITEST_TEST_PATH: "/here/tests/a.test.ts", VITEST_TEST_NAME: "a" };
  void new OutsideErrors(kept).onTestRunEnd(
    [],
    [{ ...where, message: "lost", stack: "Error: lost\n at a" }, { message: "late" }],
    "failed",
  );
  // Parse boundary: the reporter wrote the file.
  const messages = JSON.parse(readFileSync(kept, "utf8")) as readonly string[];
  expect(messages).toEqual(["/here/tests/a.test.ts\na\nError: lost\n at a", "late"]);
  expect(outsideErrors(messages, "/here")).toEqual([
    { file: "tests/a.test.ts", title: "tests/a.test.ts › an error outside all tests", message: messages[0] },
    { file: "", title: "an error outside all tests", message: "late" },
  ]);
});

const spec = (title: string, status: string, ...durations: number[]) => ({
  title,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});

it("failed walks are listed with every error, separately from walks that passed when repeated", () => {
  const failed = (title: string, status: string) => ({
    title,
    tests: [
      {
        status,
        results: [{ duration: 1, errors: [{ message: "lost" }, { message: "late" }] }],
      },
    ],
  });
  const suites = [
    {
      file: "a.spec.ts",
      specs: [spec("one", "expected", 1)],
      suites: [{ file: "a.spec.ts", specs: [failed("two", "unexpected"), failed("three", "flaky")] }],
    },
  ];
  const report = { stats: { expected: 1, unexpected: 1, flaky: 1 }, suites };
  expect(failedWalks(report)).toEqual([
    { file: "a.spec.ts", title: "a.spec.ts › two", message: "lost\nlate" },
  ]);
  expect(repeatedWalks(report)).toEqual([
    { file: "a.spec.ts", title: "a.spec.ts › three", message: "lost\nlate" },
  ]);
});

it("walks are added up by file, with every try and every group", () => {
  const report = {
    stats: { expected: 2, unexpected: 0, flaky: 0 },
    suites: [
      { file: "a.spec.ts", specs: [spec("one", "expected", 1000)] },
      {
        file: "b.spec.ts",
        specs: [spec("two", "flaky", 800, 900)],
        suites: [{ file: "b.spec.ts", specs: [spec("three", "skipped"), spec("four", "expected", 500)] }],
      },
    ],
  };
  expect(timedWalks(report)).toEqual([
    { file: "b.spec.ts", seconds: 2.2 },
    { file: "a.spec.ts", seconds: 1 },
  ]);
  expect(skippedWalks(report)).toEqual([{ file: "b.spec.ts", title: "three" }]);
});
