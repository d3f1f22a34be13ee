import { startBackground, type Background } from "../background.ts";
import type { Database, Query } from "../db/database.ts";
import type { Mail, SendMail } from "./mail.ts";
import type { Log } from "../log.ts";

/** Mails wait in the database until the mail server has accepted them; any process sends them. */
export interface Outbox extends Background {
  /** Stores mails in the transaction that they report on; call `wake` after its end. */
  leave(query: Query, mails: readonly Mail[]): Promise<void>;
}

export interface OutboxParts {
  readonly db: Database;
  readonly send: SendMail;
  /** Log of failures, without addresses and texts. */
  readonly log: Log;
}

const EVERY_MS = 15_000;
/** Time for which no other process takes a mail that is being sent. It is longer than any attempt. */
const LEASE = "interval '5 minutes'";
/** Attempts continue for five days, at intervals from half a minute to an hour; then the mail stays for the operator. */
const PAUSE = "least(interval '1 hour', interval '30 seconds' * power(2, least(tries, 10) - 1))";
const GIVEN_UP = "ts_created < now() - interval '5 days'";

const LEAVE = "insert into netportal.mail_outbox (message) select value from json_array_elements($1::json)";

const CLAIM = `update netportal.mail_outbox
  set tries = tries + 1, next_try = now() + ${LEASE}
  where id = (
    select id
    from netportal.mail_outbox
    where next_try <= now()
    order by next_try, id
    limit 1
    for update skip locked)
  returning id::text as id, message, tries`;

const SENT = "delete from netportal.mail_outbox where id = $1";

const FAILED = `update netportal.mail_outbox
  set last_error = $2, next_try = case when ${GIVEN_UP} then 'infinity' else now() + ${PAUSE} end
  where id = $1`;

export function startOutbox({ db, send, log }: OutboxParts): Outbox {
  async function sendOne(): Promise<boolean> {
    const [waiting] = await db.query<{ id: string; message: Mail; tries: number }>(CLAIM);
    if (waiting === undefined) return false;
    const { id, message, tries } = waiting;
    try {
      await send(message);
    } catch (error) {
      const reason = reasonOf(error);
      log(`mail ${id}: try ${String(tries)} failed (${reason})`, { level: "warn" });
      await db.query(FAILED, [id, reason]);
      return true;
    }
    await db.query(SENT, [id]);
    return true;
  }

  return {
    ...startBackground({
      name: "mail",
      work: sendOne,
      every: EVERY_MS,
      isIdle: db.isReplica,
      onError: (error) => {
        log("mail", { error });
      },
    }),
    async leave(query, mails) {
      if (mails.length > 0) await query.query(LEAVE, [JSON.stringify(mails)]);
    },
  };
}

/** Code of the mail server or of the connection. Its sentence may repeat addresses and is not logged. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const answer = "responseCode" in error ? error.responseCode : undefined;
  const code = "code" in error ? error.code : undefined;
  const parts = [answer, code].filter((part) => typeof part === "number" || typeof part === "string");
  return parts.join(" ") || error.name;
}

/** Mails in the outbox. */
export interface WaitingMails {
  readonly waiting: number;
  /** Mails that were given up after five days. */
  readonly given_up: number;
  /** Seconds since the oldest waiting mail was made; 0 if none waits. */
  readonly oldest: number;
}

const WAITING = `select count(*) filter (where next_try < 'infinity')::int as waiting,
  count(*) filter (where next_try = 'infinity')::int as given_up,
  coalesce(extract(epoch from now() - min(ts_created) filter (where next_try < 'infinity')), 0)::float8 as oldest
  from netportal.mail_outbox`;

/** Number of waiting mails, for the metrics. */
export async function countMails(query: Query): Promise<WaitingMails> {
  const [row] = await query.query<WaitingMails>(WAITING);
  return row ?? { waiting: 0, given_up: 0, oldest: 0 };
}
