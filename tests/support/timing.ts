/** Duration of one test file. */
export interface Timed {
  readonly file: string;
  readonly seconds: number;
}

/** The members of a vitest report that are read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    /** Error of the file itself, such as a failed import. */
    readonly status?: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface WalkSuite {
  readonly file: string;
  readonly suites?: readonly WalkSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

/** The members of a Playwright report that are read. */
export interface WalkReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly WalkSuite[];
}

/** Files of a vitest report, the slowest first. The time of a file is that of its tests and hooks. */
export function timedFiles({ testResults }: VitestReport, root: string): readonly Timed[] {
  return slowestFirst(
    testResults.map(({ name, startTime, endTime }): [string, number] => [
      name.replace(`${root}/`, ""),
      endTime - startTime,
    ]),
  );
}

/** Files of walks, the slowest first. */
export function timedWalks({ suites }: WalkReport): readonly Timed[] {
  const all = suites.flatMap((suite): [string, number][] =>
    specsIn(suite).flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ duration }): [string, number] => [suite.file, duration])),
    ),
  );
  return slowestFirst(all);
}

/** A test or walk that was not run. */
export interface Skipped {
  readonly file: string;
  readonly title: string;
}

/** Skipped tests. */
export function skippedTests({ testResults }: VitestReport, root: string): readonly Skipped[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map((one) => ({ file: name.replace(`${root}/`, ""), title: one.fullName })),
  );
}

/** Skipped walks. */
export function skippedWalks({ suites }: WalkReport): readonly Skipped[] {
  return suites.flatMap((suite) =>
    specsIn(suite)
      .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
      .map(({ title }) => ({ file: suite.file, title })),
  );
}

/** A test or walk that failed at least once. */
export interface Failed {
  readonly file: string;
  readonly title: string;
  /** Errors of all its tries. */
  readonly message: string;
}

const HOOK_FAILED = "a hook of the file failed, as told above";

/** Failed tests of a vitest report, and files that could not run or whose hooks failed; the report has no error of hooks. */
export function failedTests({ testResults }: VitestReport, root: string): readonly Failed[] {
  return testResults.flatMap(({ name, status: ofFile, message = "", assertionResults }) => {
    const file = name.replace(`${root}/`, "");
    const failed = assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages = [] }) => ({
        file,
        title: `${file} › ${fullName}`,
        message: failureMessages.join("\n"),
      }));
    const isAlone = failed.length === 0 && (message !== "" || ofFile === "failed");
    return isAlone ? [{ file, title: file, message: message === "" ? HOOK_FAILED : message }] : failed;
  });
}

/** Errors outside all tests, such as a promise that nobody waited for, with the file that was running if it is known. */
export function outsideErrors(messages: readonly string[], root: string): readonly Failed[] {
  return messages.map((message) => {
    const [first = "", ...more] = message.split("\n");
    const file = more.length > 0 && /\.tsx?$/.test(first) ? first.replace(`${root}/`, "") : "";
    return { file, title: `${file === "" ? "" : `${file} › `}an error outside all tests`, message };
  });
}

/** Walks that failed in every try. */
export function failedWalks(report: WalkReport): readonly Failed[] {
  return walksOf(report, "unexpected");
}

/** Walks that failed at first and then passed. Each of them has met a fault, of the walk or of the product. */
export function repeatedWalks(report: WalkReport): readonly Failed[] {
  return walksOf(report, "flaky");
}

function walksOf({ suites }: WalkReport, wanted: "unexpected" | "flaky"): readonly Failed[] {
  return suites.flatMap((suite) =>
    specsIn(suite)
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ title, tests }) => ({
        file: suite.file,
        title: `${suite.file} › ${title}`,
        message: tests
          .flatMap(({ results }) =>
            results.flatMap(({ errors = [] }) => errors.map(({ message = "" }) => message)),
          )
          .join("\n"),
      })),
  );
}

function specsIn({ specs, suites = [] }: WalkSuite): WalkSuite["specs"] {
  return [...specs, ...suites.flatMap(specsIn)];
}

function slowestFirst(times: readonly (readonly [file: string, ms: number])[]): readonly Timed[] {
  const sums = new Map<string, number>();
  for (const [file, ms] of times) sums.set(file, (sums.get(file) ?? 0) + ms);
  return [...sums]
    .map(([file, ms]) => ({ file, seconds: Math.round(ms / 100) / 10 }))
    .toSorted((a, b) => b.seconds - a.seconds);
}
