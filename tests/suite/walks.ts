import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath, isLean } from "../support/chromium.ts";
import { scratchFolder } from "../support/scratch.ts";
import { failedWalks, repeatedWalks, skippedWalks, timedWalks, type WalkReport } from "../support/timing.ts";
import { withRepeated, withSkipped, type Count } from "./count.ts";
import { meantMissing } from "./packages.ts";
import { aptGet, install, REPORTS, ROOT, written } from "./program.ts";

/** Shares of all walks in the two halves: those of the first take a little longer (Playwright reads the variable). */
const SHARES = { PWTEST_SHARD_WEIGHTS: "46:54" };
/** A walk that fails is repeated once, so that a busy machine does not hold up what is whole; each repetition is told with its error. */
const RETRIES = "1";
/** Number of ports for one run of walks and its additional servers. */
const PORTS_OF_RUN = 20;
const FONTS = "fonts-dejavu-core";

/** Runs the walks of these files, or all; with a lean browser in two halves at the same time. Each half has its own server and database. */
export async function walks(files: readonly string[] = []): Promise<Count> {
  if (!ensureChromium()) {
    console.error(`No Chromium at ${chromiumPath()}: install it or name it in CHROMIUM.`);
    return { passed: 0, failed: 1 };
  }
  const runs = isLean() && files.length !== 1 ? 2 : 1;
  const told = await Promise.all(Array.from({ length: runs }, (_, at) => half(at, runs, files)));
  const reports = told.flatMap(({ report }) => report ?? []);
  const count = {
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
  return withRepeated(withSkipped(count, meantMissing()));
}

interface HalfDone {
  readonly report: WalkReport | null;
  readonly ok: boolean;
}

async function half(at: number, runs: number, files: readonly string[]): Promise<HalfDone> {
  const shard = `${String(at + 1)}/${String(runs)}`;
  const file = join(REPORTS, `e2e-${String(at + 1)}.json`);
  const port = Number(process.env["E2E_PORT"] ?? "18080") + at * PORTS_OF_RUN;
  const output = join(REPORTS, `e2e-${String(at + 1)}`);
  const data = scratchFolder("e2e");
  const only = files.map((name) => `${name}$`);
  const child = spawn(
    "playwright",
    [
      "test",
      ...only,
      `--shard=${shard}`,
      `--retries=${RETRIES}`,
      "--reporter=list,json",
      `--output=${output}`,
    ],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        ...(runs === 2 && files.length === 0 ? SHARES : {}),
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
    aptGet(["update", "-qq"]);
    if (!install(["chromium-headless-shell", FONTS]) && !existsSync(chromiumPath()))
      install(["chromium", FONTS]);
  }
  return existsSync(chromiumPath());
}
