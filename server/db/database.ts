import type { CancelSignal } from "#contract/wire/outcome";
import type { Waiting } from "./yielding.ts";

/** Address of a PostgreSQL server, or the socket of the embedded one. */
export type Connection = { readonly connectionString: string } | SocketConnection;

/** All members are required, because the driver would take missing ones from variables like `PGPORT`. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
}

/** Connections of one process to PostgreSQL for statements and transactions. */
export const CONNECTIONS = 20;
/** A process has one reserved connection more for each of this number of connections for calls. */
export const FOR_EACH_RESERVED = 5;
/** A process has one connection more, for second halves of calls, for each of this number of connections for calls. */
export const FOR_EACH_HALF = 10;

/** int8 comes as text. A statement with a name is prepared once. With `true` it is prepared once it is frequent. */
export interface Query {
  query<R extends object>(sql: string, params?: readonly unknown[], name?: string | true): Promise<R[]>;
}

/**
 * An open transaction; only `transaction` of the database commits or rolls back. Statements that are requested at the same time are sent together, in
 * order.
 */
export interface Tx extends Query {
  /** Sends a statement whose rows are not needed together with the next one. The next one fails if it fails. `rows`: the expected number of rows. */
  defer(sql: string, params?: readonly unknown[], name?: string | true, rows?: number): void;
  /** Does work under a savepoint, which is rolled back if the work throws. */
  nested<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface TransactionOptions {
  readonly mode: "read write" | "read only";
  /** Limit in ms for each statement and for all together, including repetitions (SQLSTATE 57014). */
  readonly statementTimeout: number;
  /** Runs `set constraints all immediate`, then rolls back. */
  readonly dryRun?: boolean;
  /**
   * The statements before the first awaited one write nothing, so `begin` is sent together with them. If `begin` fails, these statements run outside
   * the transaction.
   */
  readonly readsFirst?: true;
  /** The best plan of each named statement is the same for all values, so PostgreSQL makes it once. */
  readonly plansOnce?: boolean;
  /** All statements of a writing transaction see one snapshot and its own changes. */
  readonly seesOneMoment?: boolean;
  /** Called while others wait for locks of this transaction; true rolls it back. It is then repeated like after a failed serialisation. */
  readonly yieldsTo?: (waiting: Waiting) => boolean;
  /** Owner of the transaction. Waiting transactions of the same owner do not count. */
  readonly owner?: string;
  /** Other transactions yield to it at once. */
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

/** A connection that waits for notifications. */
export interface Listening {
  stop(): Promise<void>;
}

/** Connections of one pool. `waiting`: requests that wait for a connection. */
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
  /** Address for another thread of this process. */
  readonly connection: Connection;
  /**
   * Executes statements on connections reserved from calls: sign-in, token checks, progress, alerts. They must be short and wait for no lock of a
   * call.
   */
  readonly reserved: Query;
  /** One transaction (reads: repeatable read; writes: read committed); repeats on 40001 and 40P01 up to three times. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Two pieces of reading work in the state of one moment: in parallel if a second connection is free and no call waits for it, and otherwise one
   * after the other. Repeats like `transaction`.
   */
  readBoth<A, B>(
    options: TransactionOptions & { readonly mode: "read only" },
    one: (query: Query) => Promise<A>,
    other: (query: Query) => Promise<B>,
  ): Promise<readonly [A, B]>;
  /** Statements outside transactions that the signal cancels. */
  until(signal: CancelSignal): Query;
  /** Streams a long answer from one snapshot in constant memory. Each line ends with a line break. */
  copy(options: CopyOptions): Promise<AsyncIterable<Buffer>>;
  /**
   * Number of an advisory lock that this process holds while it is connected. A process that can take this lock knows that the calls of the other
   * process are lost.
   */
  presence(): Promise<string>;
  /** Calls back after each notification on a channel. Notifications are lost while the connection is broken, so they are only hints. */
  listen(channel: string, onNotice: (payload: string) => void): Listening;
  /** The connections at this moment. */
  pools(): readonly PoolState[];
  close(): Promise<void>;
}
