import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A process, identified also if its number is reused. */
interface Holder {
  readonly pid: number;
  readonly born: string | null;
  /** Number of the folder on its disk, which a copy of the folder does not have. Absent in locks of earlier versions. */
  readonly folder?: number;
  /** The holder is a command, which holds the folder for a short time; others wait for it. */
  readonly isCommand?: boolean;
}

/** Another process holds the data folder. */
export class FolderInUse extends Error {}

const LOCK = "netportal.pid";

/** Locks a data folder for one process and answers the function that releases it. The lock of an ended process is ignored. */
export function lockFolder(folder: string, isCommand = false): () => void {
  const file = join(folder, LOCK);
  const mine = `${file}.${String(process.pid)}`;
  writeFileSync(mine, JSON.stringify({ ...mineIn(folder), ...(isCommand ? { isCommand } : {}) }));
  try {
    while (!isLinked(mine, file)) removeStale(file, folder);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    rmSync(file, { force: true });
  };
}

function mineIn(folder: string): Holder {
  return { pid: process.pid, born: birthOf(process.pid), folder: statSync(folder).ino };
}

/** The files of a running database change during a copy, so a copy may look complete and be wrong. */
function refuseCopy(holder: Holder | null, file: string, folder: string): void {
  if (holder === null || isOf(holder, folder)) return;
  throw new Error(
    `The data folder ${folder} was copied while a server used the original, so its database may be damaged. Restore a backup of "npm run backup" instead. If no server ran while it was copied, delete ${file} and start again.`,
  );
}

/** The process that holds the data folder, or null. */
export function holderOf(folder: string): Pick<Holder, "pid" | "isCommand"> | null {
  const text = textIfThere(join(folder, LOCK));
  const holder = text === null ? null : parseHolder(text);
  // The holder of the original folder does not hold its copy.
  return holder !== null && isOf(holder, folder) && isAlive(holder) ? holder : null;
}

function isOf({ folder: original }: Holder, folder: string): boolean {
  return original === undefined || original === statSync(folder).ino;
}

function isAlive({ pid, born }: Holder): boolean {
  const now = birthOf(pid);
  if (!isRunning(pid)) return false;
  // In a container each process may see another boot number, so the start time is compared instead.
  return pid === process.pid ? now === born : momentOf(now) === momentOf(born);
}

function momentOf(born: string | null): string | null {
  return born?.split(" ").at(-1) ?? null;
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (fault) {
    if (codeOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

function removeStale(file: string, folder: string): void {
  const text = textIfThere(file);
  if (text === null) return;
  const holder = parseHolder(text);
  refuseCopy(holder, file, folder);
  if (holder !== null && isAlive(holder)) {
    throw new FolderInUse(
      `The data folder ${folder} is in use by process ${String(holder.pid)}. Stop it first, or name another folder in NETPORTAL_DATA.`,
    );
  }
  const aside = `${file}.${String(process.pid)}.stale`;
  try {
    renameSync(file, aside);
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return;
    throw fault;
  }
  // Another process may have replaced the stale lock in the meantime; its lock is put back.
  if (textIfThere(aside) !== text) isLinked(aside, file);
  rmSync(aside, { force: true });
}

function parseHolder(text: string): Holder | null {
  try {
    // Only this module writes the file, so any other content is an incomplete write and no lock.
    const holder = JSON.parse(text) as Holder;
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null;
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return codeOf(fault) === "EPERM";
  }
}

/** Boot and start time of a process, if the system shows them. */
function birthOf(pid: number): string | null {
  const stat = textIfThere(`/proc/${String(pid)}/stat`);
  const boot = textIfThere("/proc/sys/kernel/random/boot_id");
  if (stat === null || boot === null) return null;
  // The program name is in brackets and may contain blanks; the start time is the 20th field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended, even if its parent has not collected it yet.
  return fields[0] === "Z" ? null : `${boot.trim()} ${fields[19] ?? ""}`;
}

export function textIfThere(path: string): string | null {
  return ifThere(() => readFileSync(path, "utf8"));
}

/** The result of reading a file or a process; null if it is gone. */
export function ifThere(read: () => string): string | null {
  try {
    return read();
  } catch (fault) {
    if (["ENOENT", "ESRCH", "ENOTDIR"].includes(codeOf(fault) ?? "")) return null;
    throw fault;
  }
}

export function codeOf(fault: unknown): string | null {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : null;
}
