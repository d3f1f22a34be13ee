import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Database } from "../../db/database.ts";
import { refuse } from "../../faults.ts";
import { BelongsElsewhere } from "../elsewhere.ts";

/** Called with the number of finished steps of a call. */
export type Report = (stepsDone: number) => void;

/** A running call with a name. */
export interface NamedCall {
  readonly token: string;
  readonly callId: string;
  readonly stepCount: number;
  /** The state of the call if nothing fails. */
  readonly aim: "committed" | "rolled_back";
}

type State = NamedCall["aim"] | "running" | "failed";

/** Does the work of a call with a name. Its progress is stored in the database, for all server processes (wire contract 3.12). */
export async function followed<T>(
  db: Database,
  call: NamedCall,
  work: (report: Report, db: Database) => Promise<T>,
): Promise<T> {
  // A replica stores no notes.
  if (db.isReplica) return work(() => undefined, db);
  await begin(db, call);
  const notes = createNotes(db, call);
  try {
    const result = await work(notes.report, endedByCommit(db, call));
    await notes.end(call.aim, call.stepCount);
    return result;
  } catch (error) {
    if (error instanceof BelongsElsewhere) await notes.forget();
    else await notes.end("failed");
    throw error;
  }
}

const KEPT = `now() + interval '${String(LIMITS.progressKept)} milliseconds'`;

const NOTE = `update netportal.progress
  set state = $3, step_done = $4, kept_until = ${KEPT}
  where token = $1 and call_id = $2 and state = 'running'
  returning 1`;

/** The disk is not awaited: if the database is killed, the note is lost together with the call. */
const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";
const NOTE_RUNNING = `update netportal.progress
  set step_done = $3, kept_until = ${KEPT}
  from (select ${WITHOUT_WAITING}) unforced
  where token = $1 and call_id = $2 and state = 'running'`;

/** A call without a note has not begun yet. */
const LEAVE = "delete from netportal.progress where token = $1 and call_id = $2 and state = 'running'";

/** The process of the call has ended, so nothing of the call was or will be committed. */
const IS_ABANDONED = "state = 'running' and pg_try_advisory_xact_lock_shared(runner)";

/**
 * The same database, except that its writing transactions also record the commit. So the note stays true if a process or the database is killed. A
 * call that was reported as failed can no longer commit.
 */
function endedByCommit(db: Database, { token, callId, stepCount, aim }: NamedCall): Database {
  if (aim !== "committed") return db;
  return {
    ...db,
    transaction: (options, work) =>
      db.transaction(options, async (tx) => {
        const result = await work(tx);
        if (options.mode !== "read write") return result;
        const noted = await tx.query(NOTE, [token, callId, aim, stepCount]);
        if (noted.length === 0) throw refuse("not_ready");
        return result;
      }),
  };
}

const BEGIN = `insert into netportal.progress as p (token, call_id, state, step_count, step_done, kept_until,
  runner)
  select $1, $2, 'running', $3, 0, ${KEPT}, $4
  from (select ${WITHOUT_WAITING}) unforced
  on conflict (token, call_id) do update set state = 'running', step_count = excluded.step_count,
    step_done = 0, kept_until = ${KEPT}, runner = excluded.runner
  where p.state <> 'running' or p.kept_until < now() or pg_try_advisory_xact_lock_shared(p.runner)
  returning token`;

/** The number of old notes that a call deletes: more than the one it makes, so that they do not accumulate, and few enough to be fast. */
const FORGOTTEN = 10;
const FORGET = `delete from netportal.progress
  where (token, call_id) in (
    select token, call_id
    from netportal.progress
    where kept_until < now()
    order by kept_until
    limit ${String(FORGOTTEN)}
    for update skip locked)`;

async function begin(db: Database, { token, callId, stepCount }: NamedCall): Promise<void> {
  await db.reserved.query(FORGET);
  const begun = await db.reserved.query(BEGIN, [token, callId, stepCount, await db.presence()]);
  if (begun.length > 0) return;
  throw refuse("unique_violation", {
    object_fq_name: "wapi.transaction",
    attribute_list: ["call_id"],
    value_list: [callId],
  });
}

interface Notes {
  readonly report: Report;
  end(state: State, stepsDone?: number): Promise<void>;
  /** The call is executed again elsewhere. */
  forget(): Promise<void>;
}

/** Notes use reserved connections, because an open transaction is invisible to others. The call never waits or fails because of them. */
function createNotes(db: Database, { token, callId }: NamedCall): Notes {
  let done = 0;
  let noted = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  // A failed note is ignored, because the answer of the call itself has the result.
  const write = (sql: string, ...more: readonly (State | number)[]): Promise<unknown> =>
    db.reserved.query(sql, [token, callId, ...more]).catch(() => undefined);
  const note = async (): Promise<void> => {
    noted = done;
    await write(NOTE_RUNNING, noted);
    timer = null;
    if (done !== noted) planNote();
  };
  const planNote = (): void => {
    if (isOver) return;
    timer ??= setTimeout(() => {
      writing = note();
    }, LIMITS.progressEvery);
  };
  const stop = async (): Promise<void> => {
    isOver = true;
    if (timer !== null) clearTimeout(timer);
    await writing;
  };
  return {
    report(stepsDone) {
      done = stepsDone;
      planNote();
    },
    async end(state, stepsDone = done) {
      await stop();
      await write(NOTE, state, stepsDone);
    },
    async forget() {
      await stop();
      await write(LEAVE);
    },
  };
}

const ROW = "call_id, state, step_count, step_done";
const FIND = `select ${ROW}
  from netportal.progress
  where token = $1 and call_id = $2 and kept_until >= now()`;
const ABANDON = `update netportal.progress
  set state = 'failed', kept_until = ${KEPT}
  where token = $1 and call_id = $2 and ${IS_ABANDONED}
  returning ${ROW}`;

/** Rows of `wapi.transaction.progress`: the call of this name that was sent with this token, or none. */
export async function progressOf(db: Database, token: string, callId: string): Promise<readonly Json[]> {
  if (db.isReplica) return [];
  const find = (sql: string): Promise<Readonly<Record<string, Json>>[]> =>
    db.reserved.query(sql, [token, callId]);
  const rows = await find(FIND);
  if (rows[0]?.["state"] !== "running") return rows;
  const abandoned = await find(ABANDON);
  return abandoned.length > 0 ? abandoned : find(FIND);
}
