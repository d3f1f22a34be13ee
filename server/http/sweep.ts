import { startBackground, type Background } from "../background.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

const EVERY_MS = 60_000;
/** Maximum number of rows of one kind that a sweep deletes, so that none of its statements holds locks for long. */
const AT_MOST = 1_000;

/** Rows that others delete or change at this moment are skipped, so that processes do not wait for each other. */
const kept = (table: string, key: string): string =>
  `delete from ${table}
    where (${key}) in (
      select ${key}
      from ${table}
      where kept_until < now()
      limit ${String(AT_MOST)}
      for update skip locked)`;

const STATEMENTS = [kept("netportal.sign_in", "state_hash"), kept("netportal.attempt", "kind, subject")];

/** Deletes sign-ins that were never completed, attempts that no longer count, and rows that object types declare as expired. */
export async function sweep(db: Database, { types }: Catalogue): Promise<void> {
  const others = [...types.values()].flatMap(({ spec }) => spec.sweep ?? []);
  for (const sql of [...STATEMENTS, ...others])
    await db.transaction({ mode: "read write", statementTimeout: 10_000 }, (tx) => tx.query(sql));
}

/** Sweeps every minute, but not on a replica, because its primary does it. A failure is logged, and the next sweep tries again. */
export function startSweeping(db: Database, catalogue: Catalogue, log: Log): Background {
  return startBackground({
    name: "sweep",
    async work() {
      await sweep(db, catalogue);
      return false;
    },
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      log("sweep", { error });
    },
  });
}
