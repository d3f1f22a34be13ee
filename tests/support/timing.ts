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
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

/** The members of a Playwright report that are read. */
export interface WalkReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
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

/** Skipped tests. */
export function skippedTests({ testResults }: VitestReport): readonly string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map((one) => one.fullName),
  );
}

/** Skipped walks. */
export function skippedWalks({ suites }: WalkReport): readonly string[] {
  return suites
    .flatMap(specsIn)
    .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
    .map(({ title }) => title);
}

/** Failed walks with their errors. */
export function failedWalks({
  suites,
}: WalkReport): readonly { readonly title: string; readonly message: string }[] {
  return suites.flatMap((suite) =>
    specsIn(suite)
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ title, tests }) => ({
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
