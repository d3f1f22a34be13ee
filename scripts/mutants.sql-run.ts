import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createPool } from "../server/db/pool.ts";
import { TEMPLATE, adminUrl } from "../tests/support/databases.ts";
import { startQuickServer } from "../tests/support/quick-server.ts";
import { TASK, type DriverTask, type Seen } from "./mutants.sql-driver.ts";

/** What a test run had to tell. */
export interface Told {
  /** Whether all tests passed. */
  readonly isWhole: boolean;
  /** Each test file that ran. */
  readonly files: readonly ToldFile[];
  readonly seen: readonly Seen[];
}

export interface ToldFile {
  readonly test: string;
  readonly seconds: number;
  /** Messages of failed tests; the message of the file if it could not start. */
  readonly failures: readonly string[];
}

/** A copy of the sources in which one file at a time is changed, with databases of its own. */
export interface Ground {
  readonly folder: string;
  /** Prefix of the databases of tests without another template. */
  readonly prefix: string;
  /** Runs these files one after the other. `within`: seconds until the processes are ended. */
  run(tests: readonly string[], task: Task, options?: RunOptions): Promise<Told>;
  /** Makes a template database by the present sources of the copy; false if the start is refused. */
  template(prefix: string, task: Task): Promise<Told>;
  /** Keeps the databases that exist now. */
  keep(): Promise<void>;
  /** Drops the databases that came since. */
  clear(): Promise<void>;
}

/** Grounds that work at the same time on one database server. */
export interface Grounds {
  readonly each: readonly Ground[];
  stop(): Promise<void>;
}

export type Task = Omit<DriverTask, "out">;

export interface RunOptions {
  readonly prefix?: string;
  readonly within?: number;
  /** Ends at the first test that fails. */
  readonly isBrief?: boolean;
}

const FOLDER = resolve(`test-results/mutants-sql-${String(process.pid)}`);
const LEFT_OUT = new Set(["node_modules", ".git", "test-results", "looks", "coverage"]);

/** What vitest reports. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export async function openGrounds(count: number): Promise<Grounds> {
  const server = await startQuickServer();
  return {
    each: Array.from({ length: count }, (_, number) => groundOf(server.url, String(number))),
    async stop() {
      await server.stop();
      rmSync(FOLDER, { recursive: true, force: true });
    },
  };
}

function groundOf(url: string, number: string): Ground {
  const own = join(FOLDER, number);
  const folder = join(own, "tree");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync("."))
    if (!LEFT_OUT.has(name)) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const prefix = `netportal_test_${String(process.pid)}_${number}_`;
  const databases = databasesOf(url, prefix);
  const started = async (
    command: readonly string[],
    task: Task,
    more: Record<string, string>,
    within: number,
  ) => {
    const out = join(own, "seen.jsonl");
    const file = join(own, "task.json");
    writeFileSync(out, "");
    writeFileSync(file, JSON.stringify({ ...task, out } satisfies DriverTask));
    const env = { ...process.env, ...more, [TASK]: file, DATABASE_URL: url };
    const code = await ended(command, folder, env, within);
    return { isWhole: code === 0, seen: linesOf(out) };
  };
  return {
    folder,
    prefix,
    ...databases,
    async run(tests, task, { prefix: template = prefix, within = 600, isBrief = false } = {}) {
      const report = join(own, "report.json");
      rmSync(report, { force: true });
      const more = {
        NODE_OPTIONS: `--import ${join(folder, "scripts/mutants.sql-driver.ts")}`,
        MUTANTS_TESTS: tests.join(","),
        MUTANTS_REPORT: report,
        MUTANTS_PREFIX: template,
      };
      const command = [
        "vitest",
        "run",
        "--config",
        "scripts/mutants.sql-vitest.ts",
        ...(isBrief ? ["--bail", "1"] : []),
      ];
      return { ...(await started(command, task, more, within)), files: filesOf(report, folder) };
    },
    async template(name, task) {
      const driver = join(folder, "scripts/mutants.sql-driver.ts");
      const command = ["node", "--import", driver, "scripts/mutants.sql-template.ts", url, name];
      return { ...(await started(command, task, {}, 120)), files: [] };
    },
  };
}

function databasesOf(url: string, prefix: string): Pick<Ground, "keep" | "clear"> {
  let kept: readonly string[] = [];
  const namesNow = async (): Promise<readonly string[]> => {
    const admin = createPool({ connectionString: adminUrl(url) }, 1);
    const found = await admin.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    await admin.close();
    return found.map(({ name }) => name);
  };
  return {
    async keep() {
      kept = (await namesNow()).filter(
        (name) => /^(small|demo)$/.test(name.slice(prefix.length)) || name.endsWith(TEMPLATE),
      );
    },
    async clear() {
      const names = (await namesNow()).filter((name) => !kept.includes(name));
      const admin = createPool({ connectionString: adminUrl(url) }, 1);
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}

/** Ends with the code of the command; null if it was ended. */
async function ended(
  [command = "", ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  within: number,
): Promise<number | null> {
  const process_ = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "ignore", "inherit"] });
  const timer = setTimeout(() => {
    if (process_.pid !== undefined) process.kill(-process_.pid, "SIGKILL");
  }, within * 1000);
  await once(process_, "exit");
  clearTimeout(timer);
  return process_.exitCode;
}

function linesOf(path: string): readonly Seen[] {
  // Parse boundary: the driver wrote the lines.
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Seen);
}

function filesOf(path: string, folder: string): readonly ToldFile[] {
  if (!existsSync(path)) return [];
  // Parse boundary: vitest wrote the report.
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as Report;
  return testResults.map(({ name, message, startTime, endTime, assertionResults }) => ({
    test: name.slice(folder.length + 1),
    seconds: (endTime - startTime) / 1000,
    failures: [
      ...(message === "" ? [] : [message]),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .flatMap(({ failureMessages }) => failureMessages),
    ],
  }));
}
