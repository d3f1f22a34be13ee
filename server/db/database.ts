import type { CancelSignal } from "#contract/wire/outcome";
import type { Waiting } from "./yielding.ts";

/** Address of a PostgreSQL server, or the socket of the embedded one. */
export type Connection = { readonly connectionString: string } | SocketConnection;

/** All members are required, because the driver would take missing ones from `PGPORT` and the like. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
}

/** Connections of one process to PostgreSQL for statements and transactions. */
export const CONNECTIONS = 20;
/** Connections for each reserved one, which comes on top. */
export const FOR_EACH_RESERVED = 5;
/** Connections for each one that reads the second half of a call, which comes on top, too. */
export const FOR_EACH_HALF = 10;

/** int8 comes as text. A statement with a name is prepared once; `true` prepares it when it turns out to be frequent. */
export interface Query {
  query<R extends object>(sql: string, params?: readonly unknown[], name?: string | true): Promise<R[]>;
}

/** An open transaction; only `transaction` of the database commits or rolls back. Statements that are asked for at once are sent at once, in their order. */
export interface Tx extends Query {
  /**
   * Sends a statement whose rows nobody needs together with the next one, which then fails with it. `rows`: how many it has to answer.
   */
  defer(sql: string, params?: readonly unknown[], name?: string | true, rows?: number): void;
  /** Runs the work under a savepoint, which is undone when the work throws. */
  nested<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface TransactionOptions {
  readonly mode: "read write" | "read only";
  /** Limit in ms for each statement and for all together, repeats included (SQLSTATE 57014). */
  readonly statementTimeout: number;
  /** Runs `set constraints all immediate`, then rolls back. */
  readonly dryRun?: boolean;
  /** The statements up to the first that is waited for write nothing, so `begin` is sent together with them. If `begin` fails, these statements run by themselves. */
  readonly readsFirst?: true;
  /** The best plan of each named statement is the same for all values, so that PostgreSQL makes it once and tries no other. */
  readonly plansOnce?: boolean;
  /** All statements of a writing transaction see one moment and its own changes. */
  readonly seesOneMoment?: boolean;
  /** Asked while others wait for what the transaction holds; true undoes it. It is repeated like one that could not be put in order. */
  readonly yieldsTo?: (waiting: Waiting) => boolean;
  /** Whose transaction it is. Those who wait for a transaction of the same owner are no others. */
  readonly owner?: string;
  /** Others yield to it at once. */
  readonly isUrgent?: boolean;
  readonly signal?: CancelSignal;
}

export interface CopyOptions {
  /** A statement with one text column without line breaks; values as `$n::type`. */
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Limit in ms until the first line (SQLSTATE 57014). */
  readonly firstWithin: number;
  readonly signal?: CancelSignal;
}

/** Connections of one pool. `waiting`: those who wait for one. */
export interface PoolState {
  readonly pool: "calls" | "reserved" | "long_answers" | "halves";
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The only access to PostgreSQL, embedded or by URL. */
export interface Database extends Query {
  /** The server is a read-only copy of another one. */
  readonly isReplica: boolean;
  /** For another thread of this process. */
  readonly connection: Connection;
  /** Statements on connections that no call can take: sign-in, token checks, progress, alerts. Each has to be short and wait for no lock of a call. */
  readonly reserved: Query;
  /** One transaction (reads: repeatable read; writes: read committed); repeats on 40001 and 40P01 up to three times. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Two pieces of work that read, of one moment: at once on two connections if a second one is free that no call waits for, else one behind the other. Repeats as
   * `transaction` does.
   */
  readBoth<A, B>(
    options: TransactionOptions & { readonly mode: "read only" },
    one: (query: Query) => Promise<A>,
    other: (query: Query) => Promise<B>,
  ): Promise<readonly [A, B]>;
  /** Statements outside transactions that the signal cancels. */
  until(signal: CancelSignal): Query;
  /** Streams a long answer from one snapshot with constant memory; each line ends with a line break. */
  copy(options: CopyOptions): Promise<AsyncIterable<Buffer>>;
  /**
   * Number of an advisory lock that this process holds while it is connected. Whoever can take the lock knows that the calls of this process are
   * lost.
   */
  presence(): Promise<string>;
  /** The connections at this moment. */
  pools(): readonly PoolState[];
  close(): Promise<void>;
}
