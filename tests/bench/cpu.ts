import { readdirSync, readFileSync } from "node:fs";
import type { Query } from "../../server/db/database.ts";

const MS_A_TICK = 10;

/** CPU time in ms that a PostgreSQL has used, with all its processes. */
export async function databaseCpu(db: Query): Promise<number> {
  const [row] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
  const main = processOf(String(row?.pid ?? 0))?.parent;
  const processes = readdirSync("/proc").flatMap((pid) => processOf(pid) ?? []);
  const all = processes.filter(({ pid, parent }) => pid === main || parent === main);
  return all.reduce((sum, { ticks }) => sum + ticks * MS_A_TICK, 0);
}

interface OneProcess {
  readonly pid: string;
  readonly parent: string;
  /** Own time, and that of children that ended. */
  readonly ticks: number;
}

/** Null if it ended meanwhile. */
function processOf(pid: string): OneProcess | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    // Its name is in brackets and may have spaces.
    const [, parent = "", ...more] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { pid, parent, ticks: more.slice(9, 13).reduce((sum, text) => sum + Number(text), 0) };
  } catch {
    return null;
  }
}
