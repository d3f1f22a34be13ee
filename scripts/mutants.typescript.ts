import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { startQuickServer } from "../tests/support/quick-server.ts";
import { FOLDER, addLine, isChosen, readLines, type Line, type Mutant } from "./mutants.lines.ts";
import { testsOf } from "./mutants.tests.ts";

/**
 * Makes one small change at a time in the given files and folders, and runs the unit tests that reach it:
 * `npm run mutants -- src/core/table`. With `--tests tests/unit/core` only the tests of this folder run. Changes that no test noticed are listed
 * and stored in test-results/mutants/report.json.
 */

const CONFIG = "scripts/mutants.vitest.ts";
/** The cache may contain the mutants of an earlier run. */
const PLAIN = ["--fsModuleCache=false"];

/** Every method of it says no, or nothing. */
const logger: unknown = new Proxy({}, { get: () => () => false });

const { positionals: paths, values: asked } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string", multiple: true }, every: { type: "string", default: "1" } },
});
if (paths.length === 0) throw new Error("Name files or folders: npm run mutants -- src/core/table");
process.env["MUTANTS_EVERY"] = asked.every;
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const tests = asked.tests ?? testsOf(paths);
const files = paths.flatMap((path) => (statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`) : [path]));
const mutants = await plant(files);
console.log(`${String(mutants.length)} mutants in ${String(files.length)} files`);
/** A change that runs forever. Tests on PostgreSQL have longer: one that fails makes a new database. */
const hangsAfter = tests.some((test) => test.startsWith("tests/wapi")) ? 40_000 : 12_000;
const begun = performance.now();
const database = await startDatabase();
for (const round of ["1", "2"] as const) while (await runTests(round));
await database.stop();
report();

/** Writes each file with all its mutants switched off; the tests load these files. */
async function plant(names: readonly string[]): Promise<readonly Mutant[]> {
  const told = await new Instrumenter(logger as never).instrument(
    names.map((name) => ({ name, mutate: true, content: readFileSync(name, "utf8") })),
    // Changed texts do not count: people review texts, and tests recognise a refusal by its code.
    { plugins: null, excludedMutations: ["StringLiteral"], ignorers: [], noHeader: false },
  );
  writeFileSync(
    `${FOLDER}/planted.json`,
    JSON.stringify(Object.fromEntries(told.files.map(({ name, content }) => [name, content]))),
  );
  return told.mutants
    .filter(({ id, status }) => status !== "Ignored" && isChosen(id))
    .map(({ id, fileName, location, replacement, mutatorName }) => ({
      id,
      file: fileName,
      line: location.start.line + 1,
      from: { ...location.start },
      to: { ...location.end },
      change: mutatorName,
      replacement,
    }));
}

/** One PostgreSQL for all processes of the run, if its tests need one. */
async function startDatabase(): Promise<{ readonly env: Record<string, string>; stop(): Promise<void> }> {
  if (tests.every((test) => !test.startsWith("tests/wapi")))
    return { env: {}, stop: () => Promise.resolve() };
  const server = await startQuickServer();
  return { env: { DATABASE_URL: server.url }, stop: () => server.stop() };
}

/** Runs the remaining tests; true if some have to run once more in a new process. */
async function runTests(round: "1" | "2"): Promise<boolean> {
  const ended = (): readonly string[] =>
    round === "1" ? filesOf("end") : [...filesOf("endInOrder"), ...filesWithoutOnce()];
  const excluded = ended().flatMap((file) => ["--exclude", file]);
  const vitest = spawn("vitest", ["related", ...files, "--run", "--config", CONFIG, ...PLAIN, ...excluded], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...database.env, MUTANTS_TESTS: tests.join(","), MUTANTS_ROUND: round },
  });
  let isOver = false;
  let isKilled = false;
  const ending = once(vitest, "exit").then(() => (isOver = true));
  while (!isOver) {
    await Promise.race([ending, setTimeout(1000)]);
    if (isOver || isKilled || !tellHanging() || vitest.pid === undefined) continue;
    process.kill(-vitest.pid, "SIGKILL");
    isKilled = true;
  }
  for (const file of stuckFiles()) addLine({ kind: round === "1" ? "end" : "endInOrder", file });
  const done = new Set(ended());
  return isKilled || filesOf("again").some((file) => !done.has(file));
}

/** Test files that asked for a new process three times without a result between: their hooks cannot run twice. */
function stuckFiles(): readonly string[] {
  const results: ReadonlySet<Line["kind"]> = new Set(["again", "killed", "survived", "inOrder"]);
  const told = readLines().filter(({ kind }) => results.has(kind));
  const byFile = Map.groupBy(told, ({ file }) => file);
  return [...byFile].flatMap(([file, lines]) => {
    const last = lines.slice(-3);
    return last.length === 3 && last.every(({ kind }) => kind === "again") ? [file] : [];
  });
}

/** Test files whose tests all pass a second time, so that the last round has nothing to do there. */
function filesWithoutOnce(): readonly string[] {
  const once = new Set(filesOf("broken"));
  return filesOf("end").filter((file) => !once.has(file));
}

function filesOf(kind: Line["kind"]): readonly string[] {
  return [...new Set(readLines().flatMap((line) => (line.kind === kind ? [line.file] : [])))];
}

/** Counts a mutant that runs forever as killed. */
function tellHanging(): boolean {
  const last = new Map(readLines().map((line) => [line.file, line]));
  const hanging = [...last.values()].filter(
    ({ kind, at }) => kind === "begin" && Date.now() - at > hangsAfter,
  );
  for (const { file, mutant = "" } of hanging) {
    addLine({ kind: "killed", file, mutant });
    addLine({ kind: "again", file });
  }
  return hanging.length > 0;
}

function report(): void {
  const lines = readLines();
  const of = (kind: string) =>
    new Set(lines.flatMap((line) => (line.kind === kind ? [line.mutant ?? ""] : [])));
  const killed = of("killed");
  const reached = of("begin");
  const atStart = of("static");
  // Code that runs only while a module is loaded has no test of its own.
  const judged = mutants.filter(({ id }) => killed.has(id) || reached.has(id) || !atStart.has(id));
  const survivors = judged.filter(({ id }) => !killed.has(id));
  writeFileSync(`${FOLDER}/report.json`, JSON.stringify({ judged: judged.length, survivors }, null, 1));
  for (const file of files) {
    const own = judged.filter((one) => one.file === file);
    const alive = survivors.filter((one) => one.file === file);
    if (alive.length === 0) continue;
    console.log(`\n${file}: ${share(own.length - alive.length, own.length)}`);
    const source = readFileSync(file, "utf8").split("\n");
    for (const one of alive)
      console.log(
        `  ${String(one.line)}: ${reached.has(one.id) ? "" : "(no test) "}${textOf(source, one)}  →  ${oneLine(one.replacement)}`,
      );
  }
  const folders = Map.groupBy(judged, ({ file }) => file.slice(0, file.lastIndexOf("/")));
  console.log();
  for (const [folder, own] of folders)
    console.log(
      `${folder}: ${share(own.filter(({ id }) => killed.has(id)).length, own.length)} of ${String(own.length)}`,
    );
  const broken = lines.filter(({ kind }) => kind === "broken");
  for (const [file, unused] of Map.groupBy(broken, (line) => line.file)) {
    const count = new Set(unused.map(({ error }) => error)).size;
    console.log(`${file}: ${String(count)} tests pass only once and ran in order`);
  }
  console.log(
    `killed ${String(judged.length - survivors.length)} of ${String(judged.length)}: ${share(judged.length - survivors.length, judged.length)}, ${String(Math.round((performance.now() - begun) / 1000))} s`,
  );
}

function share(part: number, all: number): string {
  return `${((part / Math.max(all, 1)) * 100).toFixed(1)} %`;
}

function textOf(source: readonly string[], { from, to }: Mutant): string {
  const [first = "", ...more] = source.slice(from.line, to.line + 1);
  const begin = first.slice(from.column, more.length === 0 ? to.column : undefined);
  return oneLine([begin, ...more].join(" "));
}

function oneLine(text: string): string {
  const short = text.replaceAll(/\s+/gu, " ").trim();
  return short.length > 90 ? `${short.slice(0, 87)}...` : short;
}
