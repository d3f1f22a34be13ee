import type { Database } from "../db/database.ts";

const EVERY_MS = 60_000;
/** Rows that one sweep takes at most of a kind: no statement of it holds anything for long. */
const AT_MOST = 1_000;

/** Rows that others sweep or change at this moment are left to them, so that several processes do not wait for each other. */
const EXPIRED_TOKENS = `select id from cntl.wapi_auth where deletion_date < now() order by deletion_date limit ${String(AT_MOST)} for update skip locked`;
const TOKENS = `with gone as materialized (${EXPIRED_TOKENS}),
  roles as (delete from cntl.wapi_auth2role r using gone where r.wapi_auth_gfk = gone.id)
delete from cntl.wapi_auth a using gone where a.id = gone.id`;

const kept = (table: string, key: string): string => `delete from ${table} where (${key}) in
  (select ${key} from ${table} where kept_until < now() limit ${String(AT_MOST)} for update skip locked)`;

const STATEMENTS = [
  TOKENS,
  kept("netportal.sign_in", "state_hash"),
  kept("netportal.attempt", "kind, subject"),
];

/** Removes tokens at their deletion date, sign-ins that nobody came back from, attempts that count no more, and what `others` say. */
export async function sweep(db: Database, others: readonly string[] = []): Promise<void> {
  for (const sql of [...STATEMENTS, ...others])
    await db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: false }, (tx) =>
      tx.query(sql),
    );
}

/** On a replica that is done elsewhere. Sweeps every minute until it is ended; what is under way is waited for. A failure is told and tried again. */
export function startSweeping(
  db: Database,
  others: readonly string[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  if (db.isReplica) return () => running;
  const timer = setInterval(() => {
    running = running.then(() => sweep(db, others)).catch(onError);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
