import type { Background } from "../background.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Query } from "../db/database.ts";
import { startCopyWatch } from "./copy/copies.ts";
import { startDelivery } from "./dns/deliver.ts";
import { startDriftWatch } from "./drift/drift-watch.ts";
import type { DnsListen } from "./dns/listener.ts";
import { startPrimary } from "./dns/primary.ts";
import { startPublisher, type PublisherParts } from "./publish/publish.ts";
import type { Log } from "../log.ts";

export interface ServicesParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Empty: this process publishes, but serves no name servers. */
  readonly listen: readonly DnsListen[];
  /** False for a process that only reads: it answers name servers, but publishes nothing. */
  readonly writes: boolean;
  /** Calls back soon after each commit. Without it changes wait for the next look. */
  readonly wake?: PublisherParts["wake"];
  readonly log: Log;
}

export interface Services {
  /** Port of the hidden primary; null if it does not listen. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/** Forgets the versions that servers showed to another database, or to this one before a restore. All servers are then asked at once. */
const FORGET_IF_RESTORED = `with here as (
    select concat_ws('.', s.system_identifier, d.oid, c.timeline_id) as id
    from pg_control_system() s cross join pg_control_checkpoint() c cross join pg_database d
    where d.datname = current_database()),
  moved as (
    update output.clock k
    set of_database = h.id, restored = case when k.of_database is not null then clock_timestamp() end
    from here h
    where k.of_database is distinct from h.id
    returning k.one)
  update output.seen
  set has = null, error = null, detail = null, kept = null, live_since = null, next_try = clock_timestamp()
  from moved
  where moved.one`;

/** Delivers applied changes to the services: publishes them, serves them to name servers, and notifies and asks these. */
export async function startServices(parts: ServicesParts): Promise<Services> {
  const { db, listen, log } = parts;
  const mayWrite = parts.writes && !db.isReplica;
  if (mayWrite) await db.query(FORGET_IF_RESTORED);
  const primary = listen.length === 0 ? null : await startPrimary(db, listen, log);
  const writers = mayWrite ? startWriters(parts) : [];
  return {
    port: primary?.port ?? null,
    async stop() {
      for (const writer of writers) await writer.stop();
      await primary?.stop();
    },
  };
}

/** Starts the writers, and answers them in the order in which they must be stopped. */
function startWriters({ db, catalogue, listen, wake, log }: ServicesParts): readonly Background[] {
  const delivery = listen.length === 0 ? null : startDelivery(db, log);
  const onPublished = (): void => delivery?.wake();
  return [
    startPublisher({ db, catalogue, log, onPublished, ...(wake && { wake }) }),
    ...(delivery === null ? [] : [delivery]),
    startCopyWatch(db, log),
    startDriftWatch(db, log),
  ];
}

/** Deliveries to the servers of one kind. Each is a unit (a zone, networks, clients) on one server. */
export interface DeliveryCount {
  readonly kind: string;
  /** Deliveries with the wanted version. */
  readonly live: number;
  /** Deliveries with an older version. */
  readonly late: number;
  /** Deliveries with an error at the last question, whatever their version is. */
  readonly failing: number;
  /** Seconds for which the oldest late delivery waits; 0 if none is late. */
  readonly oldest_late: number;
}

const COUNTS = `select s.kind, count(*) filter (where d.has = d.wanted and d.error is null)::int as live,
  count(*) filter (where d.has is distinct from d.wanted)::int as late,
  count(*) filter (where d.error is not null and d.error <> 'waiting')::int as failing,
  coalesce(extract(epoch from clock_timestamp() - min(coalesce(d.waits_since, d.wanted_since))
      filter (where d.has is distinct from d.wanted)),
    0)::float8 as oldest_late
  from output.seen d join output.server s on s.id = d.server
  where s.is_enabled
  group by s.kind
  order by s.kind`;

/** State of the deliveries, for the metrics. */
export function countDeliveries(query: Query): Promise<readonly DeliveryCount[]> {
  return query.query<DeliveryCount>(COUNTS);
}
