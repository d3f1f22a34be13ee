import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { Log } from "./answers.ts";

/** The database has so long to say anything, in ms. */
const PATIENCE = 2_000;

/** Whether this process can answer calls now: for a proxy or a supervisor that asks `/ready.json`. */
export interface Readiness {
  /** Refuses with `not_ready` while the database does not answer. */
  ask(): Promise<void>;
}

/** However many ask at once, the database is asked once. */
export function createReadiness(db: Database, log: Log): Readiness {
  let asking: Promise<boolean> | null = null;

  async function isThere(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, PATIENCE, false);
    const answers = db.query("select 1", [], "ready").then(
      () => true,
      (error: unknown) => {
        log(`ready: ${String(error)}`);
        return false;
      },
    );
    try {
      return await Promise.race([answers, late.promise]);
    } finally {
      clearTimeout(timer);
      asking = null;
    }
  }

  return {
    async ask() {
      if (!(await (asking ??= isThere()))) throw refuse("not_ready");
    },
  };
}
