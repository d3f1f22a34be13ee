import type { Failed, Skipped, Timed } from "../support/timing.ts";

/** What a part of the suite found. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Files of the part, the slowest first. */
  readonly files?: readonly Timed[];
  readonly skipped?: readonly Skipped[];
  readonly broken?: readonly Failed[];
  /** Tests that failed at first and then passed. Each of them has met a fault, of the test or of the product. */
  readonly repeated?: readonly Failed[];
}

/** So many walks may pass only when repeated: a busy machine can hold one up. With more of them the run fails. */
const MOST_REPEATED = 2;

/** Files that may skip tests although all packages are there, each with what the machine must allow. */
export const MAY_SKIP: Readonly<Record<string, string>> = {
  "tests/beside/full-disk.test.ts": "root that may mount a disk, and no DATABASE_URL",
  "tests/wapi/database-embedded.test.ts": "root",
};

export function asOne(ok: boolean): Count {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The count of walks, with a failure if too many of them passed only when repeated. */
export function withRepeated(count: Count): Count {
  const { repeated = [], broken = [], failed } = count;
  if (repeated.length <= MOST_REPEATED) return count;
  const title = `${String(repeated.length)} walks passed only when repeated, at most ${String(MOST_REPEATED)} may`;
  const message = repeated.map((one) => one.title).join("\n");
  return { ...count, failed: failed + 1, broken: [...broken, { file: "", title, message }] };
}

/** The count with a failure for each test that was skipped without a reason. `without` are the packages that are meant to be missing. */
export function withSkipped(count: Count, without: readonly string[]): Count {
  const { skipped = [], broken = [], failed } = count;
  if (without.length > 0) return count;
  const silent = skipped
    .filter(({ file }) => !Object.hasOwn(MAY_SKIP, file))
    .map(({ file, title }) => ({
      file,
      title: `${file} › ${title}`,
      message: "skipped, although no package is missing",
    }));
  return { ...count, failed: failed + silent.length, broken: [...broken, ...silent] };
}

/** Lines that are told of an error: the first say what is wrong, the last where. Between them may be a whole page. */
const TOLD_LINES = { first: 25, last: 15 } as const;

/** What the end of a run tells of a part: CI keeps the end of the output only. */
export function toldOf(part: string, { failed, broken = [], repeated = [] }: Count): readonly string[] {
  return [
    ...repeated.map(
      ({ title, message }) => `passed only when repeated, find out why: ${title}\n${shortened(message)}`,
    ),
    ...broken.map(({ title, message }) => `failed: ${title}\n${shortened(message)}`),
    ...(failed > broken.length ? [`failed: ${part}`] : []),
  ];
}

function shortened(message: string): string {
  const lines = message.split("\n");
  const left = lines.length - TOLD_LINES.first - TOLD_LINES.last;
  if (left <= 1) return message;
  return [
    ...lines.slice(0, TOLD_LINES.first),
    `… ${String(left)} lines are left out …`,
    ...lines.slice(-TOLD_LINES.last),
  ].join("\n");
}

/** The last lines of a run: tests that were not run and why, repetitions, and the figures on a line of their own. */
export function closingOf(counts: readonly Count[], without: readonly string[]): readonly string[] {
  const skipped = counts.flatMap((count) => count.skipped ?? []);
  const repeated = counts.flatMap((count) => count.repeated ?? []).length;
  const sum = (of: (count: Count) => number): string =>
    String(counts.reduce((total, one) => total + of(one), 0));
  const meant = without.length > 0 ? ` (NETPORTAL_TEST_WITHOUT=${without.join(",")})` : "";
  return [
    ...skipped.map(({ file, title }) => `   not run: ${file} › ${title}${reasonOf(file)}`),
    ...(skipped.length > 0 ? [`${String(skipped.length)} tests not run${meant}`] : []),
    ...(repeated > 0 ? [`${String(repeated)} tests passed only when repeated`] : []),
    "",
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ];
}

function reasonOf(file: string): string {
  const needed = MAY_SKIP[file];
  return needed === undefined ? "" : `: it needs ${needed}`;
}
