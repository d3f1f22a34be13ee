import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nearness } from "./mutants.sql-near.ts";
import type { SqlMutant } from "./mutants.sql-places.ts";
import { testsThatReach, type Reach } from "./mutants.sql-reach.ts";
import type { Ground, Told } from "./mutants.sql-run.ts";

export type Verdict = "killed" | "survived" | "not reached" | "refused" | "unsure";

export interface Judgement {
  readonly verdict: Verdict;
  /** The test file that noticed the change, or the reason for another verdict. */
  readonly by: string;
}

export interface Judge {
  /**
   * Test files for a change, the best first: those that noticed changes of the same file, have the words around it, reach little else and take little
   * time.
   */
  readonly testsFor: (mutant: SqlMutant) => readonly string[];
  /** Makes the change in the copy of the ground and runs tests until one fails. `number` differs for each change. */
  readonly judge: (ground: Ground, mutant: SqlMutant, number: number) => Promise<Judgement>;
}

/** Test files in the first run for a change. */
const FIRST = 2;

/** The most that is run for one change: seconds of tests, and test files. */
export interface Most {
  readonly seconds: number;
  readonly files: number;
}

export function createJudge(reach: Reach, most: Most): Judge {
  /** Number of noticed changes by source file and test file. */
  const noticed = new Map<string, number>();

  const near = nearness(Object.keys(reach.tests));

  function testsFor({ sign, file, line }: SqlMutant): readonly string[] {
    const costOf = (test: string): number => {
      const { seconds = 0, signs = [] } = reach.tests[test] ?? {};
      const likely = (1 + 4 * (noticed.get(`${file} ${test}`) ?? 0)) * (1 + near(test, file, line)) ** 2;
      return ((seconds + 3) * (signs.length + 200)) / likely;
    };
    return testsThatReach(reach, sign)
      .filter((test) => reach.tests[test]?.hasPassed === true)
      .toSorted((one, other) => costOf(one) - costOf(other));
  }

  return {
    testsFor,
    async judge(ground, mutant, number) {
      const tests = within(reach, testsFor(mutant), most);
      if (tests.length === 0) return { verdict: "not reached", by: "no recorded test file sends it" };
      const path = join(ground.folder, mutant.file);
      const source = readFileSync(path, "utf8");
      writeFileSync(path, source.slice(0, mutant.from) + mutant.new + source.slice(mutant.to));
      try {
        const judged = await judgeChanged(
          { reach, ground, mutant, tests },
          `${ground.prefix}m${String(number)}_`,
        );
        const key = `${mutant.file} ${judged.by}`;
        if (judged.verdict === "killed") noticed.set(key, (noticed.get(key) ?? 0) + 1);
        return judged;
      } finally {
        writeFileSync(path, source);
        await ground.clear();
      }
    },
  };
}

/** The first of these files, and those after it that take no longer together than one change may. */
function within(reach: Reach, tests: readonly string[], most: Most): readonly string[] {
  let left = most.seconds;
  return tests
    .filter((test, at) => {
      const seconds = secondsOf(reach, [test]);
      if (at > 0 && seconds > left) return false;
      left -= seconds;
      return true;
    })
    .slice(0, most.files);
}

function secondsOf(reach: Reach, tests: readonly string[]): number {
  return tests.reduce((sum, test) => sum + (reach.tests[test]?.seconds ?? 0), 0);
}

interface Made {
  readonly reach: Reach;
  readonly ground: Ground;
  readonly mutant: SqlMutant;
  readonly tests: readonly string[];
}

async function judgeChanged(made: Made, ownPrefix: string): Promise<Judgement> {
  const { reach, ground, mutant, tests } = made;
  const task = {
    isRecorded: false,
    wanted: [mutant.sign.includes(mutant.old) ? changedSign(mutant) : mutant.sign],
  };
  const isDefinition = reach.objects.some(({ text }) => text.includes(mutant.sign));
  const prefix = isDefinition ? ownPrefix : ground.prefix;
  if (isDefinition) {
    const template = await ground.template(prefix, task);
    if (!template.isWhole) return { verdict: isRefused(template) ? "refused" : "killed", by: "the start" };
  }
  for (const part of [tests.slice(0, FIRST), tests.slice(FIRST)]) {
    if (part.length === 0) continue;
    const within = 60 + 4 * secondsOf(reach, part);
    const told = await ground.run(part, task, { prefix, within, isBrief: true });
    if (isRefused(told)) return { verdict: "refused", by: refusalOf(told) };
    if (!told.isWhole) return await judgementOf(made, told, part);
  }
  return { verdict: "survived", by: `${String(tests.length)} files: ${tests.join(" ")}` };
}

/** A run that only took too long may have met a busy machine, so it is repeated without the change. */
async function judgementOf(
  { ground, mutant }: Made,
  told: Told,
  part: readonly string[],
): Promise<Judgement> {
  const broken = told.files.find(({ failures }) => failures.length > 0);
  const by = broken?.test ?? "no answer in time";
  const isLate = broken === undefined || broken.failures.every((text) => /timed out/i.test(text));
  if (!isLate) return { verdict: "killed", by };
  writeFileSync(join(ground.folder, mutant.file), readFileSync(mutant.file, "utf8"));
  const again = await ground.run(broken === undefined ? part : [broken.test], {
    isRecorded: false,
    wanted: [],
  });
  return { verdict: again.isWhole ? "killed" : "unsure", by };
}

/** The sign as the changed statement has it. */
function changedSign(mutant: SqlMutant): string {
  const { from, to, old, sign } = mutant;
  const source = readFileSync(mutant.file, "utf8");
  const start = source.lastIndexOf(sign, from);
  if (start === -1 || start + sign.length < to) return sign;
  return `${source.slice(start, from)}${mutant.new}${source.slice(from + old.length, start + sign.length)}`;
}

function isRefused({ seen }: Told): boolean {
  return seen.some(({ kind }) => kind === "refused");
}

function refusalOf({ seen }: Told): string {
  return seen.flatMap((line) => (line.kind === "refused" ? [`${line.code} ${line.message}`] : []))[0] ?? "";
}
