import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { random } from "../tests/support/random.ts";
import { sqlMutantsOf, type SqlMutant } from "./mutants.sql-places.ts";
import {
  listSigns,
  namesOf,
  readReach,
  recordedTest,
  testsThatReach,
  writeReach,
} from "./mutants.sql-reach.ts";
import { openGround, type Ground, type Told } from "./mutants.sql-run.ts";

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
    /** Prints the changes and the tests that reach them. */
    list: { type: "boolean", default: false },
  },
});
/** Rows of the demo campus, and statements that only databases of earlier versions need. */
const LEFT_OUT = /^server\/(demo|db\/migrations)\//;
/** Files whose tests make the filled templates that other files copy. */
const FILLING = ["tests/wapi/planned-once.test.ts", "tests/wapi/port-use.test.ts"];
/** Test files in the first run for a change. */
const FIRST = 2;
const REPORT = "test-results/mutants-sql.json";

type Verdict = "killed" | "survived" | "not reached" | "refused" | "unsure";

interface Judged extends SqlMutant {
  readonly verdict: Verdict;
  readonly by: string;
}

const paths = positionals.length === 0 ? ["server"] : positionals;
const all = populationOf(["server"]);
const reach = readReach();
listSigns(reach, new Set(all.map(({ sign }) => sign)));
if (asked.record !== undefined) await withGround((ground) => record(ground, asked.record ?? []));
else {
  const chosen = sampled(populationOf(paths));
  if (asked.list) for (const mutant of chosen) console.log(textOf(mutant), testsFor(mutant).join(" "));
  else await withGround((ground) => judgeAll(ground, chosen));
}

async function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
  const ground = await openGround();
  try {
    await work(ground);
  } finally {
    await ground.stop();
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
async function record(ground: Ground, tests: readonly string[]): Promise<void> {
  const made = await ground.template(ground.prefix, { isRecorded: true, wanted: [] });
  if (!made.isWhole) throw new Error("The template database could not be made.");
  reach.objects = made.seen.flatMap((line) => (line.kind === "defined" ? [line] : []));
  const known = reach.signs.length;
  const wanted = [...reach.signs, ...namesOf(reach)];
  const { files, seen } = await ground.run(tests, { isRecorded: true, wanted });
  for (const { test, seconds, failures } of files) {
    reach.tests[test] = {
      ...recordedTest(seen, test, wanted, known),
      seconds,
      hasPassed: failures.length === 0,
    };
    console.log(
      `${test}: ${seconds.toFixed(1)} s, ${String(reach.tests[test].signs.length)} signs${failures.length > 0 ? `, failed: ${failures[0]?.slice(0, 300) ?? ""}` : ""}`,
    );
  }
  writeReach(reach);
}

async function judgeAll(ground: Ground, chosen: readonly SqlMutant[]): Promise<void> {
  const begun = performance.now();
  const made = await ground.template(ground.prefix, { isRecorded: false, wanted: [] });
  const filled = await ground.run(FILLING, { isRecorded: false, wanted: [] });
  if (!made.isWhole || !filled.isWhole) throw new Error("The tests fail without a change.");
  await ground.keep();
  const judged: Judged[] = [];
  for (const mutant of chosen) {
    const result = { ...mutant, ...(await judge(ground, mutant, judged.length)) };
    judged.push(result);
    console.log(`${String(judged.length)} ${result.verdict}: ${textOf(mutant)} (${result.by})`);
    mkdirSync("test-results", { recursive: true });
    writeFileSync(REPORT, JSON.stringify(judged, null, 1));
  }
  report(judged, Math.round((performance.now() - begun) / 1000));
}

/** Test files for a change, the best first: those that reach little else and take little time. */
function testsFor({ sign }: SqlMutant): readonly string[] {
  const costOf = (test: string): number => {
    const { seconds = 0, signs = [] } = reach.tests[test] ?? {};
    return (seconds + 3) * (signs.length + 50);
  };
  return testsThatReach(reach, sign)
    .filter((test) => reach.tests[test]?.hasPassed === true)
    .toSorted((one, other) => costOf(one) - costOf(other));
}

/** The first of these files, and those after it that take no longer together than one change may. */
function within(tests: readonly string[]): readonly string[] {
  let left = Number(asked.most);
  return tests.filter((test, at) => {
    const seconds = reach.tests[test]?.seconds ?? 0;
    if (at > 0 && seconds > left) return false;
    left -= seconds;
    return true;
  });
}

async function judge(
  ground: Ground,
  mutant: SqlMutant,
  number: number,
): Promise<Pick<Judged, "verdict" | "by">> {
  const tests = within(testsFor(mutant));
  if (tests.length === 0) return { verdict: "not reached", by: "no recorded test file sends it" };
  const path = join(ground.folder, mutant.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, source.slice(0, mutant.from) + mutant.new + source.slice(mutant.to));
  try {
    return await judgeChanged(ground, mutant, tests, `${ground.prefix}m${String(number)}_`);
  } finally {
    writeFileSync(path, source);
    await ground.clear();
  }
}

async function judgeChanged(
  ground: Ground,
  mutant: SqlMutant,
  tests: readonly string[],
  ownPrefix: string,
): Promise<Pick<Judged, "verdict" | "by">> {
  const task = {
    isRecorded: false,
    wanted: [mutant.sign.includes(mutant.old) ? changedSign(mutant) : mutant.sign],
  };
  const isDefinition = reach.objects.some(({ text }) => text.includes(mutant.sign));
  const prefix = isDefinition ? ownPrefix : ground.prefix;
  if (isDefinition) {
    const made = await ground.template(prefix, task);
    if (!made.isWhole) return { verdict: isRefused(made) ? "refused" : "killed", by: "the start" };
  }
  for (const part of [tests.slice(0, FIRST), tests.slice(FIRST)]) {
    if (part.length === 0) continue;
    const told = await ground.run(part, task, { prefix, isBrief: true });
    if (isRefused(told)) return { verdict: "refused", by: refusalOf(told) };
    if (!told.isWhole) return await verdictOf(ground, told, part, path(mutant));
  }
  return { verdict: "survived", by: `${String(tests.length)} files: ${tests.join(" ")}` };

  function path({ file }: SqlMutant): string {
    return join(ground.folder, file);
  }
}

/** A run that only took too long may have met a busy machine, so it is repeated without the change. */
async function verdictOf(
  ground: Ground,
  told: Told,
  part: readonly string[],
  path: string,
): Promise<Pick<Judged, "verdict" | "by">> {
  const broken = told.files.find(({ failures }) => failures.length > 0);
  const by = broken?.test ?? "no answer in time";
  const isLate = broken === undefined || broken.failures.every((text) => /timed out/i.test(text));
  if (!isLate) return { verdict: "killed", by };
  const original = readFileSync(path.slice(ground.folder.length + 1), "utf8");
  writeFileSync(path, original);
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
