import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Query } from "../db/database.ts";
import { countDeliveries } from "../services/start-services.ts";
import { countMails } from "../requests/outbox.ts";

export interface DatabaseMetricsParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
}

/** Minimum time in ms between two queries of the database, however often somebody scrapes. */
const KEPT_MS = 5_000;
/** Time limit of the database in ms. */
const PATIENCE = 5_000;

/**
 * Gauges whose values come from the database. Answers the function that reads them. While the database does not answer, only `netportal_database_up`
 * has a value.
 */
export function databaseMetrics(
  register: Registry,
  { db, catalogue }: DatabaseMetricsParts,
): () => Promise<void> {
  const gauges = gaugesIn(register);
  const { up, ...read } = gauges;
  let askedAt = -Infinity;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const { reserved } = db;
    const all = fill(gauges, reserved, catalogue.accounts.countSessions).then(
      () => true,
      () => false,
    );
    const isUp = await Promise.race([all, sleep(PATIENCE, false, { ref: false })]);
    if (!isUp) for (const gauge of Object.values(read)) gauge.reset();
    up.set(isUp ? 1 : 0);
  }

  return async () => {
    if (performance.now() - askedAt < KEPT_MS && asking === null) return;
    asking ??= ask().finally(() => {
      askedAt = performance.now();
      asking = null;
    });
    await asking;
  };
}

function gaugesIn(register: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
    new Gauge({ name: `netportal_${name}`, help, labelNames, registers: [register] });
  return {
    up: gauge("database_up", "Whether the database answered this scrape"),
    size: gauge("database_size_bytes", "Size of the database"),
    sessions: gauge("sessions", "Sessions that have not ended, of all processes"),
    deliveries: gauge("deliveries", "Units on service servers by kind of server and state", [
      "kind",
      "state",
    ]),
    oldest: gauge("delivery_oldest_late_seconds", "How long the oldest late delivery waits", ["kind"]),
    mails: gauge("mails", "Mails that wait, and mails that were given up", ["state"]),
    oldestMail: gauge("mail_oldest_waiting_seconds", "How long the oldest mail waits"),
  };
}

async function fill(gauges: ReturnType<typeof gaugesIn>, query: Query, sessions: string): Promise<void> {
  const [[size], [open], deliveries, mails] = await Promise.all([
    query.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes"),
    query.query<{ sessions: number }>(sessions),
    countDeliveries(query),
    countMails(query),
  ]);
  gauges.size.set(Number(size?.bytes ?? 0));
  gauges.sessions.set(open?.sessions ?? 0);
  gauges.deliveries.reset();
  gauges.oldest.reset();
  for (const { kind, live, late, failing, oldest_late: oldest } of deliveries) {
    for (const [state, count] of Object.entries({ live, late, failing }))
      gauges.deliveries.set({ kind, state }, count);
    gauges.oldest.set({ kind }, oldest);
  }
  gauges.mails.set({ state: "waiting" }, mails.waiting);
  gauges.mails.set({ state: "given_up" }, mails.given_up);
  gauges.oldestMail.set(mails.oldest);
}
