/** How long a file of tests took. */
export interface Timed {
  readonly file: string;
  readonly seconds: number;
}

/** What is read of vitest's own report. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface WalkSuite {
  readonly file: string;
  readonly suites?: readonly WalkSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

/** What is read of Playwright's own report. */
export interface WalkReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly suites: readonly WalkSuite[];
}

/** Files of a vitest report, the slowest first; a file's time is that of its tests and hooks. */
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

/** Tests that were not run. */
export function skippedTests({ testResults }: VitestReport): readonly string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map((one) => one.fullName),
  );
}

/** Walks that were not run. */
export function skippedWalks({ suites }: WalkReport): readonly string[] {
  return suites
    .flatMap(specsIn)
    .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
    .map(({ title }) => title);
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
