import { atMostEvery, startBackground, type Background } from "../../background.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { noteUnsent } from "../dns/unsent.ts";
import { partsPublisher } from "./parts.ts";
import { quietLog } from "../quiet-log.ts";
import type { Log } from "../../log.ts";

const EVERY_MS = 200;
/** Time in ms between two looks after commits. */
const WAKE_MS = 50;

/** Zones for which a server has a later version than the database; the publisher gives them a greater serial. */
export const OVERTAKE = `insert into output.journal (kind, key)
  select distinct 'ahead', d.unit
  from output.seen d join output.server s on s.id = d.server and s.is_enabled
  where d.error = 'ahead'
  returning key`;

export interface PublisherParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Calls back soon after each commit. Without it changes wait for the next look. */
  readonly wake?: { onCommit(look: () => void): () => void };
  readonly log: Log;
  /** Called if something may have changed. */
  readonly onPublished: () => void;
}

/** Publishes applied changes of all processes. */
export function startPublisher({ db, catalogue, wake, log, onPublished }: PublisherParts): Background {
  const quiet = quietLog("publish", log);
  const publishParts = partsPublisher(catalogue);
  const background = startBackground({
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
  const soon = atMostEvery(WAKE_MS, () => {
    background.wake();
  });
  const unwake = wake?.onCommit(soon.call);
  return {
    wake() {
      background.wake();
    },
    async stop() {
      unwake?.();
      soon.cancel();
      await background.stop();
    },
  };
}
