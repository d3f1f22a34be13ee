import { startBackground, type Background } from "../../background.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { noteUnsent } from "../dns/unsent.ts";
import { partsPublisher } from "./parts.ts";
import { quietLog } from "../quiet-log.ts";
import type { Log } from "../../log.ts";

const EVERY_MS = 200;

/** Publishes what was applied, whichever process applied it. `onPublished` is told when something may have changed. */
export function startPublisher(
  db: Database,
  catalogue: Catalogue,
  log: Log,
  onPublished: () => void,
): Background {
  const quiet = quietLog("publish", log);
  const publishParts = partsPublisher(catalogue);
  return startBackground({
    name: "publish",
    async work() {
      const [row] = await db.query<{ did: boolean }>(
        "select output.publish_dns() as did",
        [],
        "output-publish",
      );
      if (row?.did === true) onPublished();
      const didParts = await publishParts(db);
      const didProve = await noteUnsent(db);
      quiet.succeeded();
      return row?.did === true || didParts || didProve;
    },
    every: EVERY_MS,
    onError: quiet.failed,
  });
}
