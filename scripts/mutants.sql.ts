import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { random } from "../tests/support/random.ts";
import { sqlMutantsOf, type SqlMutant } from "./mutants.sql-places.ts";
import { createJudge, type Judgement } from "./mutants.sql-judge.ts";
import { listSigns, namesOf, readReach, recordedTest, writeReach } from "./mutants.sql-reach.ts";
import { openGrounds, type Ground } from "./mutants.sql-run.ts";

/**
 * Makes one small change at a time in the SQL texts of the given files and folders, and runs the tests that reach it:
 * `npm run mutants -- --sql server/access --sample 30 --seed 7`. `server/domain/dns/wanted.sql.ts:57` names one line.
 */

const { positionals, values: asked } = parseArgs({
  allowPositionals: true,
  options: {
    sql: { type: "boolean" },
    sample: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    /** Test files to record, also once more. Only files that are named here are recorded. */
    record: { type: "string", multiple: true },
    /** Seconds of tests for one change. */
    most: { type: "string", default: "120" },
    /** Number of test files for one change. */
    files: { type: "string", default: "30" },
    /** The report. With `--continue`, changes that it has already are not tried again. */
    report: { type: "string", default: "test-results/mutants-sql.json" },
    continue: { type: "boolean", default: false },
    /** Changes, or groups of recorded files, at a time. */
    workers: { type: "string", default: "2" },
    /** Prints the changes and the tests that reach them. */
    list: { type: "boolean", default: false },
  },
});
/** Rows of the demo campus, and statements that only databases of earlier versions need. */
const LEFT_OUT = /^server\/(demo|db\/migrations)\//;
/** Files whose tests make the filled templates that other files copy. */
const FILLING = ["tests/wapi/planned-once.test.ts", "tests/wapi/port-use.test.ts"];
/** Files that are recorded by one run of the tests. */
const GROUP = 6;

interface Judged extends SqlMutant, Judgement {
  readonly number: number;
}

const paths = positionals.length === 0 ? ["server"] : positionals;
const all = populationOf(["server"]);
const reach = readReach();
listSigns(reach, new Set(all.map(({ sign }) => sign)));
const { judge, testsFor } = createJudge(reach, { seconds: Number(asked.most), files: Number(asked.files) });
if (asked.record !== undefined) await record(asked.record);
else {
  const chosen = sampled(populationOf(paths));
  if (asked.list) for (const mutant of chosen) console.log(textOf(mutant), testsFor(mutant).join(" "));
  else await judgeAll(chosen);
}

/** Does the work of each item on one of the grounds. `prepare` runs once on each ground. */
async function onGrounds<Item>(
  items: Iterable<Item>,
  prepare: (ground: Ground) => Promise<void>,
  work: (ground: Ground, item: Item) => Promise<void>,
): Promise<void> {
  const grounds = await openGrounds(Number(asked.workers));
  // All grounds take from one generator.
  const left = (function* () {
    yield* items;
  })();
  try {
    await Promise.all(
      grounds.each.map(async (ground) => {
        await prepare(ground);
        for (const item of left) await work(ground, item);
      }),
    );
  } finally {
    await grounds.stop();
  }
}

function populationOf(names: readonly string[]): readonly SqlMutant[] {
  return names.flatMap((name) => {
    const [path = "", line] = name.split(":");
    const files = statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`).toSorted() : [path];
    return files
      .filter((file) => !LEFT_OUT.test(file))
      .flatMap((file) => sqlMutantsOf(file, readFileSync(file, "utf8")))
      .filter((mutant) => line === undefined || mutant.line === Number(line));
  });
}

/** So many of them, chosen by the seed. */
function sampled(from: readonly SqlMutant[]): readonly SqlMutant[] {
  const next = random(Number(asked.seed));
  const left = [...from];
  const taken: SqlMutant[] = [];
  while (taken.length < Number(asked.sample) && left.length > 0)
    taken.push(...left.splice(next(left.length), 1));
  return taken;
}

/** Runs the test files once without a change and notes what they send. */
async function record(tests: readonly string[]): Promise<void> {
  const groups = Array.from({ length: Math.ceil(tests.length / GROUP) }, (_, at) =>
    tests.slice(at * GROUP, (at + 1) * GROUP),
  );
  const known = reach.signs.length;
  await onGrounds(
    groups,
    async (ground) => {
      const made = await ground.template(ground.prefix, { isRecorded: true, wanted: [] });
      if (!made.isWhole) throw new Error("The template database could not be made.");
      reach.objects = made.seen.flatMap((line) => (line.kind === "defined" ? [line] : []));
    },
    async (ground, group) => {
      const wanted = [...reach.signs, ...namesOf(reach)];
      const { files, seen } = await ground.run(group, { isRecorded: true, wanted });
      for (const { test, seconds, failures } of files) {
        const recorded = recordedTest(seen, test, wanted, known);
        reach.tests[test] = { ...recorded, seconds, hasPassed: failures.length === 0 };
        const failed = failures.length > 0 ? `, failed: ${failures[0]?.slice(0, 300) ?? ""}` : "";
        console.log(`${test}: ${seconds.toFixed(1)} s, ${String(recorded.signs.length)} signs${failed}`);
      }
      writeReach(reach);
    },
  );
}

async function judgeAll(chosen: readonly SqlMutant[]): Promise<void> {
  const begun = performance.now();
  const judged = judgedBefore(chosen);
  const done = new Set(judged.map(({ number }) => number));
  mkdirSync(dirname(asked.report), { recursive: true });
  await onGrounds(
    [...chosen.entries()].filter(([number]) => !done.has(number)),
    async (ground) => {
      const made = await ground.template(ground.prefix, { isRecorded: false, wanted: [] });
      const filled = await ground.run(FILLING, { isRecorded: false, wanted: [] });
      if (!made.isWhole || !filled.isWhole) throw new Error("The tests fail without a change.");
      await ground.keep();
    },
    async (ground, [number, mutant]) => {
      const from = performance.now();
      const result = { ...mutant, number, ...(await judge(ground, mutant, number)) };
      judged.push(result);
      const seconds = ((performance.now() - from) / 1000).toFixed(0);
      console.log(
        `${String(judged.length)} ${result.verdict}: ${textOf(mutant)} (${result.by}; ${seconds} s)`,
      );
      writeFileSync(asked.report, JSON.stringify(judged, null, 1));
    },
  );
  judged.sort((one, other) => one.number - other.number);
  report(judged, Math.round((performance.now() - begun) / 1000));
}

/** Verdicts of an interrupted run with the same changes. */
function judgedBefore(chosen: readonly SqlMutant[]): Judged[] {
  if (!asked.continue || !existsSync(asked.report)) return [];
  // Parse boundary: this tool wrote the file.
  const told = JSON.parse(readFileSync(asked.report, "utf8")) as Judged[];
  return told.filter(({ number, file, from, new: text }) => {
    const own = chosen[number];
    return own?.file === file && own.from === from && own.new === text;
  });
}

function report(judged: readonly Judged[], seconds: number): void {
  const counted = judged.filter(({ verdict }) => verdict !== "refused" && verdict !== "unsure");
  console.log();
  for (const one of counted.filter(({ verdict }) => verdict !== "killed"))
    console.log(`${one.verdict}: ${textOf(one)}`);
  console.log();
  const folders = Map.groupBy(counted, ({ file }) => file.slice(0, file.lastIndexOf("/")));
  for (const [folder, own] of folders) console.log(`${folder}: ${scoreOf(own)}`);
  console.log(
    `\nkilled ${scoreOf(counted)}; refused by PostgreSQL ${String(judged.filter(({ verdict }) => verdict === "refused").length)}, unsure ${String(judged.filter(({ verdict }) => verdict === "unsure").length)}; ${String(seconds)} s`,
  );
  console.log(
    `a sample of ${String(judged.length)} of ${extentOf(populationOf(paths))}; the server has ${extentOf(all)}`,
  );
}

function scoreOf(counted: readonly Judged[]): string {
  const killed = counted.filter(({ verdict }) => verdict === "killed").length;
  return `${String(killed)} of ${String(counted.length)}, ${((killed / Math.max(counted.length, 1)) * 100).toFixed(1)} %`;
}

/** How much of the product the changes cover. */
function extentOf(mutants: readonly SqlMutant[]): string {
  const files = new Set(mutants.map(({ file }) => file));
  const lines = new Set(mutants.map(({ file, line }) => `${file}:${String(line)}`));
  return `${String(mutants.length)} changes in ${String(lines.size)} lines of ${String(files.size)} files`;
}

function textOf(mutant: SqlMutant): string {
  const { file, line, old } = mutant;
  return `${file}:${String(line)} [${mutant.change}] ${oneLine(old)}  →  ${oneLine(mutant.new)}`;
}

function oneLine(text: string): string {
  const short = text.replaceAll(/\s+/gu, " ").trim();
  return short.length > 90 ? `${short.slice(0, 87)}...` : short;
}
