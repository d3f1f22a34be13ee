import { LIMITS } from "#contract/limits";
import { LOCKS } from "../catalogue/locks.ts";
import { FORBIDDEN } from "../sql/sqlstate.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import {
  applyDefinition,
  hasDefinition,
  refuseOtherDefinition,
  type ApplyOptions,
  type Metadata,
} from "./apply.ts";
import { CONNECTIONS, type Database, type SocketConnection } from "./database.ts";
import { embeddedForCommand } from "./embedded/for-command.ts";
import { startEmbedded } from "./embedded/server.ts";
import type { Patience } from "./embedded/supervise.ts";
import { connectFault, isPassing, placeOfUrl } from "./connect-fault.ts";
import { createPool, reasonOf, sqlStateOf } from "./pool.ts";
import { asPrimary, asReplica, isStandby } from "./replica.ts";
import { refuseSharedSessions, SharedSessions } from "./session.ts";
import { unlessAborted, waitFor } from "./wait-for.ts";

export interface DatabaseSettings extends Omit<ApplyOptions, "migrations"> {
  /** A PostgreSQL of version 15 or later. */
  readonly url?: string;
  /** Data folder of the embedded PostgreSQL, used without a URL. */
  readonly folder?: string;
  readonly catalogue: Catalogue;
  readonly metadata: Metadata;
  /** Time to wait for a PostgreSQL of the operator, or for an embedded one that died. Without it, a PostgreSQL of the operator is tried once. */
  readonly patience?: Patience;
  /**
   * For a command that works beside a server: the database is used as it is, and one of an older version is not changed. `or make` creates a missing
   * or empty one.
   */
  readonly beside?: "as it is" | "or make";
  /** Aborted when the database is no longer needed: opening throws `Cancelled`, unless the database is already open. */
  readonly signal?: AbortSignal;
}

const OLDEST_VERSION = 150_000;

/**
 * Opens the database of the catalogue: starts or reaches it, brings it to the present definitions and writes its metadata rows. A replica must have
 * all of them already.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url = "", patience, signal, onProgress = () => undefined } = settings;
  if (url === "") return prepared(await connectEmbedded(settings), settings);
  const place = placeOfUrl(url);
  const waiting = { place, patience: patience?.patience ?? 0, signal, onProgress };
  return waitFor(async () => prepared(await reach(url, place, signal), settings), waiting);
}

/** Brings an opened database to the present definitions. */
async function prepared(opened: Opened, settings: DatabaseSettings): Promise<Database> {
  const { catalogue, metadata, trial, beside } = settings;
  const { db } = opened;
  try {
    await refuseOldServer(db);
    if (await isStandby(db)) {
      await refuseOtherDefinition(db, catalogue, metadata);
      return { ...asReplica(db), close: () => opened.stop() };
    }
    if (beside === undefined || !(await isPresent(db, settings)))
      await applyDefinition(db, catalogue, metadata, settings);
    // Calls of a killed process were rolled back, because a committed call is marked in its own commit.
    if (opened.isOwn && trial === undefined)
      await db.query("update netportal.progress set state = 'failed' where state = 'running'");
  } catch (fault) {
    await opened.stop();
    throw sqlStateOf(fault) === FORBIDDEN ? mayNotMigrate(fault) : fault;
  }
  return { ...asPrimary(db), close: () => opened.stop() };
}

/** A role that only serves may do everything except changing tables (docs/operating.md). */
function mayNotMigrate(cause: unknown): Error {
  return new Error(
    `The user of DATABASE_URL may not bring the database to the definitions of this version: ${reasonOf(cause)}. Run npm run migrate with the owner of the database in DATABASE_URL first.`,
    { cause },
  );
}

interface Opened {
  readonly db: Database;
  /** No other process uses the database, so no earlier call is still running. */
  readonly isOwn: boolean;
  stop(): Promise<void>;
}

/**
 * Whether the database has the present definitions; false for an empty one that may be created. Refuses a database of another version, and an empty
 * one that must exist.
 */
async function isPresent(db: Database, { catalogue, beside }: DatabaseSettings): Promise<boolean> {
  const options = { mode: "read write", statementTimeout: LIMITS.callTime } as const;
  const isSame = await db.transaction(options, async (tx) => {
    // A starting server brings its database to its version first.
    await tx.query("select pg_advisory_xact_lock($1)", [LOCKS.start]);
    return hasDefinition(tx, catalogue);
  });
  if (isSame === false) throw new Error(OTHER_VERSION);
  if (isSame === null && beside === "as it is")
    throw new Error("The database is empty: no server has used it yet.");
  return isSame !== null;
}

const OTHER_VERSION =
  "The database was made by another version of the product. Use the command of that version, or start this version first, which brings the database up to date.";

/** Connects to the PostgreSQL of an address. */
async function reach(
  connectionString: string,
  place: string,
  signal: AbortSignal | undefined,
): Promise<Opened> {
  const connecting = refuseSharedSessions({ connectionString }).catch((error: unknown) => {
    throw isPassing(error) || error instanceof SharedSessions ? error : connectFault(place, error);
  });
  await unlessAborted(connecting, signal);
  const db = createPool({ connectionString }, CONNECTIONS, LIMITS.callTime);
  return { db, isOwn: false, stop: () => db.close() };
}

async function connectEmbedded({
  folder = "./.data",
  onProgress,
  patience,
  beside,
}: DatabaseSettings): Promise<Opened> {
  if (beside !== undefined) {
    const reached = await embeddedForCommand(folder, { onProgress, patience, makes: beside === "or make" });
    return opened(reached.connection, reached.isOwn, reached.stop);
  }
  const server = await startEmbedded(folder, onProgress, patience);
  return opened(server.connection, true, () => server.stop());
}

function opened(connection: SocketConnection, isOwn: boolean, stop: () => Promise<void>): Opened {
  const db = createPool(connection, CONNECTIONS, LIMITS.callTime);
  let stopping: Promise<void> | null = null;
  return { db, isOwn, stop: () => (stopping ??= db.close().then(stop)) };
}

async function refuseOldServer(db: Database): Promise<void> {
  const [row] = await db.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if (row !== undefined && row.number < OLDEST_VERSION) {
    throw new Error(`The database server is PostgreSQL ${row.name}; version 15 or later is needed.`);
  }
}
