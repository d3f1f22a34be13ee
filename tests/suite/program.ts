import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");
/** Reports of one run. */
export const REPORTS = join(ROOT, "test-results");

/** Runs a program to its end, and tells whether it succeeded. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): boolean {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  return done.status === 0;
}

/** What a reporter wrote, or null. */
export function written<T>(file: string): T | null {
  // Parse boundary: the reporter wrote the file.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Installs packages of the system. */
export function install(packages: readonly string[]): boolean {
  return aptGet(["install", "-y", "-qq", "--no-install-recommends", ...packages]);
}

/** Runs `apt-get`; somebody else than root runs it by `sudo` if this asks for no password. */
export function aptGet(args: readonly string[]): boolean {
  // At this runlevel no installed service is started.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return isRoot() ? run("apt-get", args, env) : run("sudo", ["-n", "apt-get", ...args], env);
}
