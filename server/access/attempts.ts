import { LIMITS } from "#contract/limits";
import { parseAddress } from "#contract/values/ip";
import type { Database, Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** A kind of attempt with a count of its own: at most `limit` attempts in `seconds`. */
export interface AttemptRule {
  readonly kind: string;
  readonly limit: number;
  readonly seconds: number;
}

/** One attempt that is already counted. */
export interface Attempt {
  /** Takes the attempt back after a successful sign-in. Rejects if the database refuses. */
  takeBack(): Promise<void>;
  /** Forgets every attempt of the subject. */
  forgetAll(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt of a subject (an address, a name), or answers in how many seconds the next one is possible. Attempts are counted in advance,
   * because parallel guesses would otherwise all pass. `count`: this number of attempts at once, all or none.
   */
  tryBegin(subject: string, count?: number): Promise<Attempt | { readonly retryAfter: number }>;
  /** Like `tryBegin`, but refuses with `-20910/6` and `Retry-After` if there are too many attempts (wire contract 1.8). */
  begin(subject: string, count?: number): Promise<Attempt>;
}

/** The attempts that this product limits. */
export const ATTEMPT_RULES = {
  /** Failed sign-ins of one address (wire contract 1.8). */
  login: { kind: "login", limit: LIMITS.failedLoginsPerMinute, seconds: 60 },
  /** Failed sign-ins with one name from any address. A name is locked whether or not an account has it. */
  loginName: { kind: "login_name", limit: 20, seconds: 900 },
  /** Requests without token of one address (wire contract 1.8, 6.4). */
  request: { kind: "request", limit: LIMITS.failedLoginsPerMinute, seconds: 60 },
  /** Tickets of one person (wire contract 1.8, 6.4). */
  ticket: { kind: "ticket", limit: LIMITS.ticketsPerMinute, seconds: 60 },
  /** Changes and comments of tickets by one person. Each of them sends a mail. */
  ticketEvent: { kind: "ticket_event", limit: LIMITS.ticketEventsPerMinute, seconds: 60 },
  /** Receipts to one address that nobody has verified. */
  receipt: { kind: "receipt", limit: LIMITS.receiptsPerHour, seconds: 3600 },
  /** Searches of one person for MAC addresses, domains and contacts (wire contract 6.5, 6.7, 6.8). */
  macJob: { kind: "mac_job", limit: LIMITS.macJobsPerMinute, seconds: 60 },
  lookup: { kind: "lookup", limit: LIMITS.lookupsPerMinute, seconds: 60 },
  /** Ends of sessions that an identity provider reports from one address. Anybody may send such a report, and checking its signature takes time. */
  providerLogout: { kind: "provider_logout", limit: 600, seconds: 60 },
} as const satisfies Readonly<Record<string, AttemptRule>>;

const RECENT = "unnest(attempt.times) time where time > clock_timestamp() - $4 * interval '1 second'";

/** One statement locks the row and reads it again before it decides, so that no process misses an attempt that another one counts. */
const COUNT = `insert into netportal.attempt (kind, subject, times, kept_until)
  select $1, $2, array_fill(t.now, array[$5::int]), t.now + $4 * interval '1 second'
  from (select clock_timestamp() as now) t
  where $5 <= $3
  on conflict (kind, subject) do update set times = array(select time from ${RECENT} order by time)
      || array_fill(clock_timestamp(), array[$5::int]),
    kept_until = excluded.kept_until
  where (select count(*) from ${RECENT}) + $5 <= $3
  returning times[cardinality(times)]::text as counted`;

const WAIT = `select greatest(1,
  ceil(extract(epoch from times[greatest(1, cardinality(times) - $3 + least($5, $3))] - clock_timestamp())
    + $4))::int as seconds
  from netportal.attempt
  where kind = $1 and subject = $2`;

const TAKE_BACK = `update netportal.attempt
  set times = array_remove(times, $3::timestamptz)
  where kind = $1 and subject = $2`;

const FORGET = "delete from netportal.attempt where kind = $1 and subject = $2";

/**
 * Counts in the database, so that several processes count together and a restart forgets nothing. In a transaction an attempt counts only if the
 * transaction commits, and other transactions of the same subject wait for its end.
 */
export function createAttempts(query: Query, { kind, limit, seconds }: AttemptRule): Attempts {
  async function tryBegin(subject: string, count = 1): Promise<Attempt | { readonly retryAfter: number }> {
    const values = [kind, subject, limit, seconds, count];
    const [row] = await query.query<{ counted: string }>(COUNT, values, "attempt-count");
    if (row === undefined) {
      const [wait] = await query.query<{ seconds: number }>(WAIT, values);
      return { retryAfter: wait?.seconds ?? 1 };
    }
    return {
      takeBack: async () => {
        await query.query(TAKE_BACK, [kind, subject, row.counted]);
      },
      forgetAll: async () => {
        await query.query(FORGET, [kind, subject]);
      },
    };
  }

  return {
    tryBegin,
    async begin(subject, count) {
      const attempt = await tryBegin(subject, count);
      if ("retryAfter" in attempt) throw refuse("too_many_requests", { retry_after_s: attempt.retryAfter });
      return attempt;
    },
  };
}

export type LimitedAttempts = Readonly<Record<keyof typeof ATTEMPT_RULES, Attempts>>;

/** Limits of all kinds of attempts (wire contract 1.8). For a request without token: `await attempts.request.begin(subjectOfAddress(request.ip))`. */
export function limitedAttempts({ reserved }: Pick<Database, "reserved">): LimitedAttempts {
  const { login, loginName, request, ticket, ticketEvent, receipt, macJob, lookup, providerLogout } =
    ATTEMPT_RULES;
  return {
    login: createAttempts(reserved, login),
    loginName: createAttempts(reserved, loginName),
    request: createAttempts(reserved, request),
    ticket: createAttempts(reserved, ticket),
    ticketEvent: createAttempts(reserved, ticketEvent),
    receipt: createAttempts(reserved, receipt),
    macJob: createAttempts(reserved, macJob),
    lookup: createAttempts(reserved, lookup),
    providerLogout: createAttempts(reserved, providerLogout),
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
