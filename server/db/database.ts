import type { CancelSignal } from "#contract/wire/outcome";

/** Where a PostgreSQL server is: an address, or the socket of our own. */
export type Connection = { readonly connectionString: string } | SocketConnection;

/** All of it is told, or the driver would read what is missing from `PGPORT` and the like. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
}

/** Connections of one process to PostgreSQL for statements and transactions. */
export const CONNECTIONS = 20;

/** Rows come with int8 as text. A statement with a name is prepared once; `true`: when it is found to be sent often. */
export interface Query {
  query<R extends object>(sql: string, params?: readonly unknown[], name?: string | true): Promise<R[]>;
}

/** An open database transaction without commit and rollback: only `transaction` of the database ends it. */
export interface Tx extends Query {
  /** Runs the work under a savepoint: kept when it returns, undone when it throws. */
  nested<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface TransactionOptions {
  readonly mode: "read write" | "read only";
  /** Bound in ms of each statement and of all together, repeats included (SQLSTATE 57014 when it is passed). */
  readonly statementTimeout: number;
  /** Dry run: `set constraints all immediate`, then rollback. */
  readonly dryRun: boolean;
  readonly signal?: CancelSignal;
}

export interface CopyOptions {
  /** A statement of one column of text without line breaks; values as `$n::type`. */
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Bound in ms of the time until the first line (SQLSTATE 57014 when it is passed). */
  readonly firstWithin: number;
  readonly signal?: CancelSignal;
}

/** The only way to PostgreSQL, embedded or by URL. */
export interface Database extends Query {
  /** A copy of another server: nothing can be written. */
  readonly isReplica: boolean;
  /** Where it is, for another thread of this process. */
  readonly connection: Connection;
  /** One transaction (reads: repeatable read; writes: read committed); repeats on 40001 and 40P01 up to three times. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Statements outside of transactions that are cancelled when the signal says so. */
  until(signal: CancelSignal): Query;
  /** Reads a long answer with constant memory, in one snapshot: its lines as they come, each ended by a line break. */
  copy(options: CopyOptions): Promise<AsyncIterable<Buffer>>;
  /** Number of a lock in the database that is held as long as this process is connected; whoever can take it knows that its calls are lost. */
  presence(): Promise<string>;
  close(): Promise<void>;
}
