import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { runningWork } from "../background.ts";
import type { Database } from "../db/database.ts";
import type { AuditQueue } from "../audit/queue.ts";
import type { Level } from "../log.ts";
import type { Lasting } from "../log/troubles.ts";
import type { Observed } from "../wapi/call/observed.ts";
import type { Turns } from "../wapi/call/turns.ts";
import { databaseMetrics, type DatabaseMetricsParts } from "./database.ts";

/** One answered request. `route` is the pattern of its address, never the address itself. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Events of the product, for Prometheus. Labels have few values: names of functions, faults, routes and work, all of the product itself. */
export interface Metrics {
  called(observed: Pick<Observed, "target" | "fault" | "seconds">): void;
  answered(one: Answered): void;
  logged(level: Level): void;
  audited(event: string): void;
  /** Registers parts of the running product, which are read at each scrape. */
  watch(parts: WatchedParts): void;
  /** All metrics in the text format of Prometheus. Queries the database at most once in five seconds. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface WatchedParts extends DatabaseMetricsParts {
  readonly db: Database;
  readonly turns: Turns;
  readonly build: { readonly version: string; readonly commit: string };
  readonly troubles: () => readonly Pick<Lasting, "kind">[];
  readonly auditQueue: AuditQueue | null;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** Methods with a label of their own; clients can send any word as a method. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counts = countersIn(registry);
  let refresh = (): Promise<void> => Promise.resolve();
  return {
    contentType: registry.contentType,
    called({ target, fault, seconds }) {
      counts.calls.inc({ function: target, fault: fault ?? "none" });
      counts.durations.observe({ function: target }, seconds);
    },
    answered({ method, route, status }) {
      counts.requests.inc({ method: METHODS.has(method) ? method : "other", route, status: String(status) });
    },
    logged(level) {
      counts.lines.inc({ level });
    },
    audited(event) {
      counts.events.inc({ event });
    },
    watch(parts) {
      processGauges(registry, parts);
      refresh = databaseMetrics(registry, parts);
    },
    async text() {
      await refresh();
      return registry.metrics();
    },
  };
}

function countersIn(register: Registry) {
  const registers = [register];
  return {
    calls: new Counter({
      name: "netportal_calls_total",
      help: "Calls of the API by function and name of the fault (none: success)",
      labelNames: ["function", "fault"],
      registers,
    }),
    durations: new Histogram({
      name: "netportal_call_duration_seconds",
      help: "Time until the answer of a call began",
      labelNames: ["function"],
      buckets: SECONDS,
      registers,
    }),
    requests: new Counter({
      name: "netportal_http_requests_total",
      help: "Answered requests by method, route and status",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    lines: new Counter({
      name: "netportal_log_lines_total",
      help: "Lines of the log",
      labelNames: ["level"],
      registers,
    }),
    events: new Counter({
      name: "netportal_audit_events_total",
      help: "Events of the audit, counted whether or not they are written",
      labelNames: ["event"],
      registers,
    }),
  };
}

type Read = (set: (labels: Readonly<Record<string, string>>, value: number) => void) => void;

/** Makes gauges that are read at each scrape. */
function gaugesIn(register: Registry) {
  return (name: string, help: string, labelNames: readonly string[], read: Read): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      collect() {
        this.reset();
        read((labels, value) => {
          this.set(labels, value);
        });
      },
    });
  };
}

/** Gauges of this process. */
function processGauges(register: Registry, { db, turns, build, troubles, auditQueue }: WatchedParts): void {
  const gauge = gaugesIn(register);
  gauge("netportal_build_info", "Version and commit, always 1", ["version", "commit"], (set) => {
    set({ version: build.version, commit: build.commit }, 1);
  });
  gauge("netportal_database_connections", "Connections by pool and state", ["pool", "state"], (set) => {
    for (const { pool, inUse, idle, waiting } of db.pools()) {
      set({ pool, state: "in_use" }, inUse);
      set({ pool, state: "idle" }, idle);
      set({ pool, state: "waiting" }, waiting);
    }
  });
  gauge("netportal_turns", "Calls that run, and calls that wait for their turn", ["state"], (set) => {
    const { inside, waiting } = turns.state();
    set({ state: "running" }, inside);
    set({ state: "waiting" }, waiting);
  });
  gauge("netportal_trouble", "Troubles of the machine below the database that last", ["kind"], (set) => {
    for (const kind of ["disk_full", "out_of_memory", "system_error"])
      set({ kind }, troubles().some((one) => one.kind === kind) ? 1 : 0);
  });
  gauge(
    "netportal_audit_lines",
    "Audit lines that wait, and those lost since the start",
    ["state"],
    (set) => {
      const { waiting, lost } = auditQueue?.state() ?? { waiting: 0, lost: 0 };
      set({ state: "waiting" }, waiting);
      set({ state: "lost" }, lost);
    },
  );
  workGauges(register);
}

function workGauges(register: Registry): void {
  const gauge = gaugesIn(register);
  gauge("netportal_background_failures", "Failed rounds of work since its start", ["work"], (set) => {
    for (const { name, failures } of runningWork()) set({ work: name }, failures);
  });
  const help = "Unix time of the last round of work that did not fail, 0 before the first";
  gauge("netportal_background_last_success_seconds", help, ["work"], (set) => {
    for (const { name, succeeded } of runningWork()) set({ work: name }, succeeded);
  });
}
