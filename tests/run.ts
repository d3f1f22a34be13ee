import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { choose, MOST_SECONDS, type Chosen } from "./suite/changed/choose.ts";
import { replay, rowOf, summaryOf, type Replayed } from "./suite/changed/replay.ts";
import { changeSince, workTree } from "./suite/changed/tree.ts";
import { asOne, closingOf, toldOf, type Count } from "./suite/count.ts";
import { durations, TIMING, type Times } from "./suite/durations.ts";
import { ensurePackages, meantMissing } from "./suite/packages.ts";
import { REPORTS, ROOT, run } from "./suite/program.ts";
import { vitest } from "./suite/vitest.ts";
import { walks } from "./suite/walks.ts";

/**
 * The whole suite: checks, unit, server and portal tests, then whole walks in Chromium on the production build. Names of parts run these alone.
 * `--changed [REV]` runs what a change reaches, and with `--list` only says it. `--replay [DAYS]` says it for each commit of the last days.
 */

type Parts = Readonly<Record<string, () => Count | Promise<Count>>>;

const SHOWN = 10;
const MONTH = 31;
/** Every program of the run that Node starts keeps its compiled modules here, as `npm start` does. */
process.env["NODE_COMPILE_CACHE"] ??= join(ROOT, "node_modules", ".cache", "netportal");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    replay: { type: "boolean", default: false },
  },
});
process.exitCode = await main();

async function main(): Promise<number> {
  if (values.replay) return showReplay(Number(positionals[0] ?? String(MONTH)));
  if (values.changed) return runChanged(positionals[0]);
  const all: Parts = { check, build, vitest: () => vitest(), e2e: () => walks() };
  const names = positionals.length > 0 ? positionals : Object.keys(all);
  return runParts(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))));
}

/** Runs what a change reaches, and says before and after what it leaves for the whole suite. */
async function runChanged(revision: string | undefined): Promise<number> {
  const change = changeSince(ROOT, revision);
  const chosen = choose(workTree(ROOT), change, durations());
  const told = toldOfChosen(chosen, change.since);
  for (const line of told) console.log(line);
  if (values.list) return 0;
  const walked = chosen.tests.filter((file) => file.endsWith(".spec.ts"));
  const others = chosen.tests.filter((file) => !file.endsWith(".spec.ts"));
  return runParts(
    {
      check,
      ...(chosen.builds || walked.length > 0 ? { build } : {}),
      vitest: () => vitest(["tests/unit/", ...others]),
      ...(walked.length > 0 ? { e2e: () => walks(walked) } : {}),
    },
    chosen.left.length > 0 ? [`\nleft for the whole suite: ${String(chosen.left.length)} files (above)`] : [],
  );
}

function toldOfChosen({ change, tests, left, seconds }: Chosen, since: string): readonly string[] {
  const reached = tests.length + left.length;
  return [
    `${String(change.files.length)} files differ from ${since.slice(0, 8)} and reach ${String(reached)} files of tests besides the unit tests`,
    ...tests.map((file) => `   runs: ${file}`),
    ...left.map((file) => `   left: ${file}`),
    left.length === 0
      ? `all of them run, in about ${String(seconds)} s on two cores`
      : `the ${String(tests.length)} most telling run, in about ${String(seconds)} s on two cores; ${String(left.length)} are left for the whole suite`,
  ];
}

function showReplay(days: number): number {
  const all: Replayed[] = [];
  console.log("commit      seconds  run   left");
  for (const one of replay(ROOT, days, durations())) {
    all.push(one);
    console.log(rowOf(one));
  }
  for (const line of summaryOf(all, MOST_SECONDS)) console.log(line);
  return 0;
}

async function runParts(parts: Parts, last: readonly string[] = []): Promise<number> {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const refused = "vitest" in parts ? ensurePackages() : null;
  if (refused !== null) {
    console.error(refused);
    console.log("\n0 passed, 1 failed");
    return 1;
  }
  const counts: Count[] = [];
  const told: string[] = [];
  const times: Record<string, Times[string]> = {};
  for (const [name, part] of Object.entries(parts)) {
    console.log(`\n== ${name}`);
    const begun = performance.now();
    const count = await part();
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const files = count.files ?? [];
    times[name] = { seconds, files };
    writeFileSync(TIMING, JSON.stringify(times, null, 1));
    for (const { file, seconds: own } of files.slice(0, SHOWN))
      console.log(`   ${own.toFixed(1)} s  ${file}`);
    told.push(...toldOf(name, count));
    counts.push(count);
    console.log(
      `== ${name}: ${String(count.passed)} passed, ${String(count.failed)} failed, ${String(seconds)} s`,
    );
  }
  for (const one of [...told, ...last]) console.log(`\n   ${one}`);
  for (const line of closingOf(counts, meantMissing())) console.log(line);
  return counts.some(({ failed }) => failed > 0) || counts.every(({ passed }) => passed === 0) ? 1 : 0;
}

function check(): Count {
  return asOne(run("npm", ["run", "--silent", "check"]));
}

function build(): Count {
  return asOne(run("npm", ["run", "--silent", "build"]));
}
