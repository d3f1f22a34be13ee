import { startBackground, type Background } from "../../background.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { noteUnsent } from "../dns/unsent.ts";
import { partsPublisher } from "./parts.ts";
import { quietLog } from "../quiet-log.ts";
import type { Log } from "../../log.ts";

const EVERY_MS = 200;

/** Zones for which a server has a later version than the database; the publisher gives them a greater serial. */
export const OVERTAKE = `insert into output.journal (kind, key)
  select distinct 'ahead', d.unit
  from output.seen d join output.server s on s.id = d.server and s.is_enabled
  where d.error = 'ahead'
  returning key`;

/** Publishes applied changes of all processes. `onPublished` is called if something may have changed. */
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
