import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  skippedTests,
  skippedWalks,
  timedFiles,
  timedWalks,
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
  /** Tests that were not run. */
  readonly skipped?: readonly string[];
}

const root = join(import.meta.dirname, "..");
const reports = join(root, "test-results");
/** How long each part and its files took. */
const timing = join(reports, "timing.json");
const SHOWN = 10;
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
process.exitCode = main(process.argv.slice(2));

function main(only: readonly string[]): number {
  const parts: Readonly<Record<string, () => Count>> = {
    check: () => asOne(run("npm", ["run", "--silent", "check"])),
    build: () => asOne(run("npm", ["run", "--silent", "build"])),
    vitest,
    e2e,
  };
  let passed = 0;
  let failed = 0;
  const times: Record<string, { readonly seconds: number; readonly files: readonly Timed[] }> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue;
    console.log(`\n== ${name}`);
    const begun = performance.now();
    const count = part();
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const files = count.files ?? [];
    times[name] = { seconds, files };
    writeFileSync(timing, JSON.stringify(times, null, 1));
    for (const { file, seconds: own } of files.slice(0, SHOWN))
      console.log(`   ${own.toFixed(1)} s  ${file}`);
    for (const one of count.skipped ?? []) console.log(`   not run: ${one}`);
    passed += count.passed;
    failed += count.failed;
    console.log(
      `== ${name}: ${String(count.passed)} passed, ${String(count.failed)} failed, ${String(seconds)} s`,
    );
  }
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return done.status === 0;
}

function asOne(ok: boolean): Count {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function vitest(): Count {
  const report = join(reports, "vitest.json");
  const ok = run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  // The reporter's own file.
  const told = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  return {
    passed: told.numPassedTests,
    failed: Math.max(told.numFailedTests, ok ? 0 : 1),
    files: timedFiles(told, root),
    skipped: skippedTests(told),
  };
}

function e2e(): Count {
  if (!ensureChromium()) {
    console.error(`No Chromium at ${chromium}: install it or name it in CHROMIUM.`);
    return { passed: 0, failed: 1 };
  }
  const report = join(reports, "e2e.json");
  const ok = run("playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM: chromium,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  // The reporter's own file.
  const told = JSON.parse(readFileSync(report, "utf8")) as WalkReport;
  return {
    passed: told.stats.expected,
    failed: Math.max(told.stats.unexpected, ok ? 0 : 1),
    files: timedWalks(told),
    skipped: skippedWalks(told),
  };
}

/** Chromium comes from the system's packages; a fresh machine gets it here. */
function ensureChromium(): boolean {
  if (existsSync(chromium)) return true;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...sudo, "apt-get"];
  const [command = "apt-get", ...rest] = apt;
  run(command, [...rest, "update", "-qq"]);
  run(
    command,
    [...rest, "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
    {
      DEBIAN_FRONTEND: "noninteractive",
    },
  );
  return existsSync(chromium);
}
