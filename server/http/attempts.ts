import { LIMITS } from "#contract/limits";
import { parseAddress } from "#contract/values/ip";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** A kind of attempt that is counted by itself: at most `limit` attempts in `seconds`. */
export interface AttemptRule {
  readonly kind: string;
  readonly limit: number;
  readonly seconds: number;
}

/** One attempt that was counted in advance. */
export interface Attempt {
  /** Takes the attempt back after a successful sign-in. Rejects if that fails. */
  takeBack(): Promise<void>;
  /** Forgets every attempt of the subject. */
  forgetAll(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt of a subject (an address, a name), or answers in how many seconds the next one is possible. Attempts are counted in advance, because parallel guesses would
   * otherwise all pass.
   */
  tryBegin(subject: string): Promise<Attempt | { readonly retryAfter: number }>;
  /** Like `tryBegin`, but refuses too many attempts with `-20910/6` and `Retry-After` (wire contract 1.8). */
  begin(subject: string): Promise<Attempt>;
}

/** The attempts that this product limits. */
export const ATTEMPT_RULES = {
  /** Failed sign-ins of one address (wire contract 1.8). */
  login: { kind: "login", limit: LIMITS.failedLoginsPerMinute, seconds: 60 },
  /** Failed sign-ins with one name from any address. A name is locked out whether or not somebody has it. */
  loginName: { kind: "login_name", limit: 20, seconds: 900 },
  /** Requests without token of one address (wire contract 1.8, 6.4). */
  request: { kind: "request", limit: LIMITS.failedLoginsPerMinute, seconds: 60 },
  /** Ends of sessions that an identity provider tells from one address. Anybody may call, and each has a signature to check. */
  providerLogout: { kind: "provider_logout", limit: 600, seconds: 60 },
} as const satisfies Readonly<Record<string, AttemptRule>>;

const RECENT = "unnest(attempt.times) time where time > clock_timestamp() - $4 * interval '1 second'";

/** One statement locks the row and reads it anew before it decides, so that no process misses an attempt that another one counts. */
const COUNT = `insert into netportal.attempt (kind, subject, times, kept_until)
values ($1, $2, array[clock_timestamp()], clock_timestamp() + $4 * interval '1 second')
on conflict (kind, subject) do update set
  times = array(select time from ${RECENT} order by time) || clock_timestamp(), kept_until = excluded.kept_until
  where (select count(*) from ${RECENT}) < $3
returning times[cardinality(times)]::text counted`;

const WAIT = `select greatest(1, ceil(extract(epoch from times[cardinality(times) - $3 + 1] - clock_timestamp()) + $4))::int seconds
from netportal.attempt where kind = $1 and subject = $2`;

const TAKE_BACK =
  "update netportal.attempt set times = array_remove(times, $3::timestamptz) where kind = $1 and subject = $2";

const FORGET = "delete from netportal.attempt where kind = $1 and subject = $2";

/** Counts in the database, so that several processes count together and a restart forgets nothing. */
export function createAttempts(db: Database, { kind, limit, seconds }: AttemptRule): Attempts {
  async function tryBegin(subject: string): Promise<Attempt | { readonly retryAfter: number }> {
    const [row] = await db.reserved.query<{ counted: string }>(COUNT, [kind, subject, limit, seconds]);
    if (row === undefined) {
      const [wait] = await db.reserved.query<{ seconds: number }>(WAIT, [kind, subject, limit, seconds]);
      return { retryAfter: wait?.seconds ?? 1 };
    }
    return {
      takeBack: async () => {
        await db.reserved.query(TAKE_BACK, [kind, subject, row.counted]);
      },
      forgetAll: async () => {
        await db.reserved.query(FORGET, [kind, subject]);
      },
    };
  }

  return {
    tryBegin,
    async begin(subject) {
      const attempt = await tryBegin(subject);
      if ("retryAfter" in attempt) throw refuse("too_many_requests", { retry_after_s: attempt.retryAfter });
      return attempt;
    },
  };
}

export type LimitedAttempts = Readonly<Record<keyof typeof ATTEMPT_RULES, Attempts>>;

/** Everything that is counted (wire contract 1.8). A request without token: `await attempts.request.begin(subjectOfAddress(request.ip))`. */
export function limitedAttempts(db: Database): LimitedAttempts {
  return {
    login: createAttempts(db, ATTEMPT_RULES.login),
    loginName: createAttempts(db, ATTEMPT_RULES.loginName),
    request: createAttempts(db, ATTEMPT_RULES.request),
    providerLogout: createAttempts(db, ATTEMPT_RULES.providerLogout),
  };
}

/** The subject of an address: the address itself for IPv4, its first 64 bits for IPv6, because one machine may have all addresses of such a network. */
export function subjectOfAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const parsed = parseAddress(address.split("%", 1)[0] ?? address, { withIpv4Tail: true });
  if (mapped !== undefined || parsed?.version !== 6) return mapped ?? address;
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((parsed.value >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::/64`;
}
