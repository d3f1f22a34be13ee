import { startBackground, type Background } from "./background.ts";
import type { Database } from "./db/database.ts";
import { isStandby } from "./db/replica.ts";
import type { Settings } from "./http/settings.ts";

const EVERY_MS = 2_000;

const PROMOTED = "The database was promoted to a primary. The server starts anew on it.";
const DEMOTED = "The database has become a replica. The server starts anew and reads only.";

/** Reports once that a replica was promoted, or that a database became a replica, if the process follows the role. */
export function watchRole(
  db: Database,
  { databaseUrl, followsDatabase }: Pick<Settings, "databaseUrl" | "followsDatabase">,
  onChange: (reason: string) => void,
): Background {
  const watch = startBackground({
    async work() {
      const isReplica = await isStandby(db);
      if (isReplica === db.isReplica) return false;
      void watch.stop();
      onChange(isReplica ? DEMOTED : PROMOTED);
      return false;
    },
    every: EVERY_MS,
    // The embedded database is never a replica.
    isIdle: databaseUrl === null || !(db.isReplica || followsDatabase),
    // An unreachable database has no role; the next check asks again.
    onError: () => undefined,
  });
  return watch;
}
