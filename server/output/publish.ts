import { startBackground, type Background } from "../background.ts";
import type { Database } from "../db/database.ts";
import { quietLog } from "./quiet-log.ts";

const EVERY_MS = 200;

/** Publishes what was applied, whichever process applied it. `onPublished` is told when something may have changed. */
export function startPublisher(
  db: Database,
  { onPublished, log }: { readonly onPublished: () => void; readonly log: (text: string) => void },
): Background {
  const quiet = quietLog("publish", log);
  return startBackground({
    async work() {
      const [row] = await db.query<{ did: boolean }>(
        "select output.publish_dns() as did",
        [],
        "output-publish",
      );
      quiet.succeeded();
      if (row?.did === true) onPublished();
      return row?.did === true;
    },
    every: EVERY_MS,
    onError: (error) => {
      quiet.failed(error);
    },
  });
}
