import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath, isLean } from "./support/chromium.ts";
import { missingPackages } from "./support/debian.ts";
import { scratchFolder } from "./support/scratch.ts";
import {
  failedTests,
  failedWalks,
  outsideErrors,
  repeatedWalks,
  skippedTests,
  skippedWalks,
  timedFiles,
  timedWalks,
  type Failed,
  type Timed,
  type VitestReport,
  type WalkReport,
} from "./support/timing.ts";

/** The whole suite: checks, unit, server and portal tests, then whole walks in Chromium on the production build. */

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Files of the part, the slowest first. */
  readonly files?: readonly Timed[];
  /** Skipped tests. */
  readonly skipped?: readonly string[];
  readonly broken?: readonly Failed[];
  /** Tests that failed at first and then passed. Each of them has met a fault, of the test or of the product. */
  readonly repeated?: readonly Failed[];
}

const root = join(import.meta.dirname, "..");
const reports = join(root, "test-results");
/** Duration of each part and its files. */
const timing = join(reports, "timing.json");
const SHOWN = 10;
/** Shares of the walks in the two halves: the walks of the first half take a little longer (Playwright reads the variable). */
const SHARES = { PWTEST_SHARD_WEIGHTS: "46:54" };
/** A walk that fails is repeated once, so that a busy machine does not fail a sound product. Each repetition is reported with its error. */
const RETRIES = "1";
/** Files with failed tests are repeated once too, unless there are more than this number: then the product is broken. */
const REPEATED_FILES = 3;
/** Every program of the run that Node starts keeps its compiled modules here, as `npm start` does. */
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules", ".cache", "netportal");
/** Number of ports for one run of walks and its additional servers. */
const PORTS_OF_RUN = 20;

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
process.exitCode = await main(process.argv.slice(2));

async function main(only: readonly string[]): Promise<number> {
  const parts: Readonly<Record<string, () => Count | Promise<Count>>> = {
    check,
    build: () => asOne(run("npm", ["run", "--silent", "build"])),
    vitest,
    e2e,
  };
  let passed = 0;
  let failed = 0;
  const times: Record<string, { readonly seconds: number; readonly files: readonly Timed[] }> = {};
  // CI keeps only the end of the output, so failures are listed there.
  const told: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue;
    console.log(`\n== ${name}`);
    const begun = performance.now();
    const count = await part();
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const files = count.files ?? [];
    times[name] = { seconds, files };
    writeFileSync(timing, JSON.stringify(times, null, 1));
    for (const { file, seconds: own } of files.slice(0, SHOWN))
      console.log(`   ${own.toFixed(1)} s  ${file}`);
    for (const one of count.skipped ?? []) console.log(`   not run: ${one}`);
    told.push(...toldOf(name, count));
    passed += count.passed;
    failed += count.failed;
    console.log(
      `== ${name}: ${String(count.passed)} passed, ${String(count.failed)} failed, ${String(seconds)} s`,
    );
  }
  for (const one of told) console.log(`\n   ${one}`);
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

function toldOf(part: string, { failed, broken = [], repeated = [] }: Count): readonly string[] {
  return [
    ...repeated.map(({ title, message }) => `passed only when repeated, find out why: ${title}\n${message}`),
    ...broken.map(({ title, message }) => `failed: ${title}\n${message}`),
    ...(failed > broken.length ? [`failed: ${part}`] : []),
  ];
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return done.status === 0;
}

function asOne(ok: boolean): Count {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The steps of `npm run check` at the same time, because most of them use one core alone. */
async function check(): Promise<Count> {
  // Parse boundary: our own package.json.
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: { readonly check: string };
  };
  const steps = scripts.check.split(" && ").map(async (step) => {
    const child = spawn(step, { cwd: root, stdio: "inherit", shell: true });
    await once(child, "exit");
    return child.exitCode === 0;
  });
  return asOne((await Promise.all(steps)).every((ok) => ok));
}

function vitest(): Count {
  ensureServices();
  const first = runVitest("vitest.json");
  if (!first.report) return { passed: 0, failed: 1 };
  const failures = failedTests(first.report, root);
  const files = [...new Set(failures.map(({ file }) => file))];
  const repeats = files.length > 0 && files.length <= REPEATED_FILES;
  const last = repeats ? runVitest("repeated.json", files) : first;
  const still = new Set((last.report ? failedTests(last.report, root) : failures).map(({ title }) => title));
  const broken = failures.filter(({ title }) => still.has(title));
  return {
    passed: first.report.numPassedTests + failures.length - broken.length,
    // An error outside all tests fails the run as well.
    failed: Math.max(broken.length, last.ok ? 0 : 1),
    files: timedFiles(first.report, root),
    skipped: skippedTests(first.report),
    broken: [...broken, ...last.outside],
    repeated: failures.filter((one) => !broken.includes(one)),
  };
}

function runVitest(
  name: string,
  files: readonly string[] = [],
): { report: VitestReport | null; outside: readonly Failed[]; ok: boolean } {
  const file = join(reports, name);
  const outside = join(reports, `outside-${name}`);
  const ok = run("vitest", ["run", ...files], { TEST_REPORT: file, TEST_OUTSIDE_ERRORS: outside });
  return {
    report: written<VitestReport>(file),
    outside: outsideErrors(written<readonly string[]>(outside) ?? []),
    ok,
  };
}

/** The output of a reporter, or null. */
function written<T>(file: string): T | null {
  // Parse boundary: the reporter wrote the file.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

/** Runs the walks, with a lean browser in two halves at the same time. Each half has its own server and database. */
async function e2e(): Promise<Count> {
  if (!ensureChromium()) {
    console.error(`No Chromium at ${chromiumPath()}: install it or name it in CHROMIUM.`);
    return { passed: 0, failed: 1 };
  }
  const runs = isLean() ? 2 : 1;
  const told = await Promise.all(Array.from({ length: runs }, (_, at) => walks(at, runs)));
  const reports = told.flatMap(({ report }) => report ?? []);
  return {
    passed: reports.reduce((sum, { stats }) => sum + stats.expected + stats.flaky, 0),
    failed: told.reduce(
      (sum, { report, ok }) => sum + Math.max(report?.stats.unexpected ?? 0, ok ? 0 : 1),
      0,
    ),
    files: reports.flatMap(timedWalks).toSorted((a, b) => b.seconds - a.seconds),
    skipped: reports.flatMap(skippedWalks),
    broken: reports.flatMap(failedWalks),
    repeated: reports.flatMap(repeatedWalks),
  };
}

interface WalksDone {
  readonly report: WalkReport | null;
  readonly ok: boolean;
}

async function walks(at: number, runs: number): Promise<WalksDone> {
  const shard = `${String(at + 1)}/${String(runs)}`;
  const file = join(reports, `e2e-${String(at + 1)}.json`);
  const port = Number(process.env["E2E_PORT"] ?? "18080") + at * PORTS_OF_RUN;
  const output = join(reports, `e2e-${String(at + 1)}`);
  const data = scratchFolder("e2e");
  const child = spawn(
    "playwright",
    ["test", `--shard=${shard}`, `--retries=${RETRIES}`, "--reporter=list,json", `--output=${output}`],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        ...(runs === 2 ? SHARES : {}),
        CHROMIUM: chromiumPath(),
        E2E_PORT: String(port),
        E2E_DATA: data,
      },
    },
  );
  await once(child, "exit");
  rmSync(data, { recursive: true, force: true });
  return { report: written<WalkReport>(file), ok: child.exitCode === 0 };
}

/** Installs the headless Chromium from the packages of the system, or the full browser if that fails. */
function ensureChromium(): boolean {
  if (process.env["CHROMIUM"] === undefined && !isLean()) {
    install(["update", "-qq"]);
    if (!installPackages("chromium-headless-shell") && !existsSync(chromiumPath()))
      installPackages("chromium");
  }
  return existsSync(chromiumPath());
}

/** Installs the servers that tests start. Only root does this, because a test should install no name servers on a developer's machine. */
function ensureServices(): void {
  const packages = missingPackages();
  if (packages.length === 0 || process.getuid?.() !== 0) return;
  install(["update", "-qq"]);
  install(["install", "-y", "-qq", "--no-install-recommends", ...packages]);
}

function installPackages(browser: string): boolean {
  return install(["install", "-y", "-qq", "--no-install-recommends", browser, "fonts-dejavu-core"]);
}

function install(args: readonly string[]): boolean {
  // At this runlevel no installed service is started.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return process.getuid?.() === 0 ? run("apt-get", args, env) : run("sudo", ["-n", "apt-get", ...args], env);
}
