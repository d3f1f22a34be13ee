import { createQueue, type AuditQueue } from "../audit/queue.ts";
import { auditCalls } from "../audit/calls.ts";
import { sinkOf } from "../audit/settings.ts";
import type { Audit } from "../audit/audit.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { forward, lineOf, type Line, type Log } from "../log.ts";
import { createTroubles, type Troubles } from "../log/troubles.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { listenForScrapes } from "../metrics/listen.ts";
import type { Observe } from "../wapi/call/observed.ts";
import type { Aside } from "./large/messages.ts";
import type { Settings } from "./settings.ts";

export interface WatchingParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Pick<Settings, "audit" | "metrics">;
  /** Destination of log lines. */
  readonly log: Log;
  /** Called after each committed call that changed something. */
  readonly onCommit: () => void;
}

/** All interfaces for operators: log, audit, metrics, troubles. */
export interface Watching {
  readonly log: Log;
  readonly audit: Audit;
  readonly auditQueue: AuditQueue | null;
  readonly metrics: Metrics;
  readonly troubles: Troubles;
  /** Called for each call. */
  readonly observe: Observe;
  /** Receives reports of threads. */
  readonly hears: (aside: Aside) => void;
  /** Port for scrapes; null if there is none. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/** Starts watching. Throws if the address for scrapes is in use. */
export async function startWatching({
  db,
  catalogue,
  settings,
  log,
  onCommit,
}: WatchingParts): Promise<Watching> {
  const metrics = createMetrics();
  const listener = settings.metrics.listen && (await listenForScrapes(metrics, settings.metrics.listen));
  const write = (line: Line): void => {
    metrics.logged(line.level);
    forward(log, line);
  };
  const troubles = createTroubles({ write, probe: () => probeStorage(db) });
  const told = (line: Line): void => {
    if (!troubles.take(line)) write(line);
  };
  const counted: Log = (text, facts) => {
    told(lineOf(text, facts));
  };
  const auditQueue = settings.audit && createQueue(sinkOf(settings.audit), counted);
  const audit: Audit = (event) => {
    metrics.audited(event.event);
    auditQueue?.audit(event);
  };
  const auditCall = auditCalls(catalogue, audit);
  const observe: Observe = (observed) => {
    if (observed.transaction !== null && observed.fault === null && !observed.isRolledBack) onCommit();
    metrics.called(observed);
    auditCall(observed);
  };
  return {
    log: counted,
    audit,
    auditQueue,
    metrics,
    troubles,
    observe,
    hears: (aside) => {
      if (aside.kind === "log") told(aside.line);
      else observe(aside.observed);
    },
    port: listener?.port ?? null,
    async stop() {
      troubles.stop();
      await Promise.all([listener?.stop(), auditQueue?.close()]);
    },
  };
}

/** About 4 MiB of rows, so that a disk with only a few free pages fails. */
const WRITE = `create temporary table storage_probe on commit drop as
  select string_agg(md5(i::text || j::text), '') as text
  from generate_series(1, 512) i cross join generate_series(1, 256) j
  group by i`;

/** Resolves if the database can store data now. The data are rolled back. A replica stores nothing, so it only has to answer. */
function probeStorage(db: Database): Promise<unknown> {
  if (db.isReplica) return db.reserved.query("select 1");
  return db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: true }, (tx) =>
    tx.query(WRITE),
  );
}
