import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, isRunning, textIfThere } from "./lock.ts";

/** Time in ms for processes to end after a signal. */
const END_MS = 10_000;

/** Ends a server that outlived its process, and the processes of a server that was killed. Answers the socket folder that it left. */
export async function endOrphans(data: string): Promise<string | null> {
  const file = textIfThere(join(data, "postmaster.pid"));
  if (file === null) return null;
  const lines = file.split("\n");
  const pid = Number(lines[0]);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isServerOf(pid, data)) break;
    process.kill(pid, signal);
    await gone(() => isServerOf(pid, data));
  }
  if (!isServerOf(pid, data)) await endChildren(data);
  return lines[4] ?? null;
}

/** Processes that wait for a lock of an ended server process never end by themselves, and PostgreSQL refuses to start beside them. */
async function endChildren(data: string): Promise<void> {
  for (const pid of processesOf(data)) killIfThere(pid);
  await gone(() => processesOf(data).length > 0);
}

async function gone(isThere: () => boolean): Promise<void> {
  for (let waited = 0; waited < END_MS && isThere(); waited += 20) await sleep(20);
}

/** Processes of PostgreSQL that work in this data folder. */
function processesOf(data: string): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && isServerOf(pid, data) && basename(linkOf(pid, "exe") ?? "") === "postgres");
}

function isServerOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isRunning(pid)) return false;
  return process.platform !== "linux" || linkOf(pid, "cwd") === realpathSync(data);
}

/** Target of a link of this process; null if it has ended or belongs to another user. */
function linkOf(pid: number, name: "cwd" | "exe"): string | null {
  try {
    return readlinkSync(`/proc/${String(pid)}/${name}`);
  } catch (fault) {
    if (["ENOENT", "ESRCH", "EACCES"].includes(codeOf(fault) ?? "")) return null;
    throw fault;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (fault) {
    if (codeOf(fault) !== "ESRCH") throw fault;
  }
}
