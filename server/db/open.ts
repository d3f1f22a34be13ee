import { LIMITS } from "#contract/limits";
import type { Catalogue } from "../catalogue/object-type.ts";
import { applyDefinition, refuseOtherDefinition, type ApplyOptions, type Metadata } from "./apply.ts";
import { CONNECTIONS, type Database } from "./database.ts";
import { startEmbedded } from "./embedded/server.ts";
import type { Patience } from "./embedded/supervise.ts";
import { createPool } from "./pool.ts";
import { asReplica, isStandby } from "./replica.ts";
import { refuseSharedSessions } from "./session.ts";

export interface DatabaseSettings extends Omit<ApplyOptions, "migrations"> {
  /** A PostgreSQL of version 15 or later. */
  readonly url?: string;
  /** Data folder of the embedded PostgreSQL, used without a URL. */
  readonly folder?: string;
  readonly catalogue: Catalogue;
  readonly metadata: Metadata;
  /** What to do if the embedded PostgreSQL died and does not start again. */
  readonly patience?: Patience;
}

const OLDEST_VERSION = 150_000;

/**
 * Opens the database of the catalogue: starts or reaches it, brings it to the present definitions and writes its metadata rows. A replica must have
 * all of them already.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { catalogue, metadata, trial } = settings;
  const opened = await connect(settings);
  const { db } = opened;
  try {
    await refuseOldServer(db);
    if (await isStandby(db)) {
      await refuseOtherDefinition(db, catalogue, metadata);
      return { ...asReplica(db), close: () => opened.stop() };
    }
    await applyDefinition(db, catalogue, metadata, settings);
    // Calls of a killed process were undone, because a committed call is marked in its own commit.
    if (opened.isOwn && trial === undefined)
      await db.query("update netportal.progress set state = 'failed' where state = 'running'");
  } catch (fault) {
    await opened.stop();
    throw fault;
  }
  return { ...db, close: () => opened.stop() };
}

interface Opened {
  readonly db: Database;
  /** No other process uses the database, so no earlier call is still running. */
  readonly isOwn: boolean;
  stop(): Promise<void>;
}

async function connect({ url = "", folder, onProgress, patience }: DatabaseSettings): Promise<Opened> {
  if (url !== "") {
    await refuseSharedSessions({ connectionString: url });
    const db = createPool({ connectionString: url }, CONNECTIONS, LIMITS.callTime);
    return { db, isOwn: false, stop: () => db.close() };
  }
  const server = await startEmbedded(folder ?? "./.data", onProgress, patience);
  const db = createPool(server.connection, CONNECTIONS, LIMITS.callTime);
  let stopping: Promise<void> | null = null;
  return { db, isOwn: true, stop: () => (stopping ??= db.close().then(() => server.stop())) };
}

async function refuseOldServer(db: Database): Promise<void> {
  const [row] = await db.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if (row !== undefined && row.number < OLDEST_VERSION) {
    throw new Error(`The database server is PostgreSQL ${row.name}; version 15 or later is needed.`);
  }
}
