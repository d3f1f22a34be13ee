import type { Database } from "./database.ts";
import { isStandby } from "./replica.ts";

const EVERY_MS = 2_000;

interface Followed {
  /** Null for the embedded database, which is nobody's replica. */
  readonly databaseUrl: string | null;
  readonly followsDatabase: boolean;
}

/** Tells once that a replica was promoted, or that the database of a process that follows it has become a replica. */
export function watchRole(
  db: Database,
  { databaseUrl, followsDatabase }: Followed,
  onChange: (reason: string) => void,
): { stop(): void } {
  if (databaseUrl === null || !(db.isReplica || followsDatabase)) return { stop: () => undefined };
  let isAsking = false;
  const look = async (): Promise<void> => {
    const isReplica = await isStandby(db);
    if (isReplica === db.isReplica) return;
    clearInterval(timer);
    onChange(isReplica ? DEMOTED : PROMOTED);
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    // A database that is away has no role; the next look asks again.
    look()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

const PROMOTED = "The database was promoted to a primary. The server starts anew on it.";
const DEMOTED = "The database has become a replica. The server starts anew and reads only.";
