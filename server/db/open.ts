import { LIMITS } from "#contract/limits";
import type { Catalogue } from "../catalogue/object-type.ts";
import { applyDefinition, refuseOtherDefinition, type Metadata, type Prove } from "./apply.ts";
import { CONNECTIONS, type Database } from "./database.ts";
import { startEmbedded } from "./embedded/server.ts";
import type { Patience } from "./embedded/supervise.ts";
import type { Trial } from "./migrate.ts";
import type { RecordCreated } from "./new-permissions.ts";
import { createPool } from "./pool.ts";
import { asReplica, isStandby } from "./replica.ts";
import { refuseSharedSessions } from "./session.ts";

export interface DatabaseSettings {
  /** A PostgreSQL of version 15 or later. */
  readonly url?: string;
  /** Data folder of the embedded PostgreSQL, used without a URL. */
  readonly folder?: string;
  readonly catalogue: Catalogue;
  readonly metadata: Metadata;
  /** Checks the SQL of types of the site, before anything is kept. */
  readonly prove?: Prove;
  /** Writes into the change log what a start itself creates. */
  readonly record?: RecordCreated;
  /** Only looks at what would change, and changes nothing. */
  readonly trial?: Trial;
  onProgress?(text: string): void;
  /** What to do if the embedded PostgreSQL died and does not start again. */
  readonly patience?: Patience;
}

const OLDEST_VERSION = 150_000;

/**
 * Opens the database of the catalogue: starts or reaches it, brings it to the present definitions and writes its metadata rows. A replica must have
 * all of them already.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const onProgress = (text: string): void => settings.onProgress?.(text);
  const opened = await connect(settings, onProgress);
  const { db } = opened;
  try {
    await refuseOldServer(db);
    if (await isStandby(db)) {
      await refuseOtherDefinition(db, settings.catalogue, settings.metadata);
      return { ...asReplica(db), close: () => opened.stop() };
    }
    const { catalogue, metadata, prove, record } = settings;
    await applyDefinition(db, catalogue, metadata, {
      onProgress,
      ...(prove && { prove }),
      ...(record && { record }),
      ...(settings.trial && { trial: settings.trial }),
    });
    // Calls of a killed process were undone, because a committed call is marked in its own commit.
    if (opened.isOwn && settings.trial === undefined)
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

async function connect(settings: DatabaseSettings, onProgress: (text: string) => void): Promise<Opened> {
  if (settings.url !== undefined && settings.url !== "") {
    await refuseSharedSessions({ connectionString: settings.url });
    const db = createPool({ connectionString: settings.url }, CONNECTIONS, LIMITS.callTime);
    return { db, isOwn: false, stop: () => db.close() };
  }
  const server = await startEmbedded(settings.folder ?? "./.data", onProgress, settings.patience);
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
