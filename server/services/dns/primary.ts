import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Database } from "../../db/database.ts";
import type { DnsListen } from "./listener.ts";
import type { PrimaryOrder, PrimaryReport, PrimarySettings } from "./primary-thread.ts";
import { forward, type Log } from "../../log.ts";

/** The hidden primary in a thread of its own, so that packets never delay the calls of people. */
export interface Primary {
  /** Port of the first address at which it listens. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Memory limit of the thread. A thread that needs more is ended and replaced. */
const HEAP_MB = 512;
const PAUSE_MS = 1000;

/** Starts the thread, which then listens; throws if an address is in use. A thread that ends by itself is replaced. */
export async function startPrimary(
  { connection, isReplica }: Database,
  places: readonly DnsListen[],
  log: Log,
): Promise<Primary> {
  let thread = await startThread({ connection, isReplica, places }, log);
  const { ports } = thread;
  const taken = places.map((place, at) => ({ ...place, port: ports[at] ?? place.port }));
  const stopping = new AbortController();
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reason = await thread.ended;
      if (stopping.signal.aborted) return;
      log("dns: the thread of the hidden primary has ended and is started again", { error: reason });
      thread = await startedAgain({ connection, isReplica, places: taken }, log, stopping.signal);
    }
  };
  const kept = keep();
  return {
    port: ports[0] ?? 0,
    async stop() {
      stopping.abort();
      await thread.stop();
      await kept;
    },
  };
}

/** Tries once a second until the thread listens. */
async function startedAgain(settings: PrimarySettings, log: Log, signal: AbortSignal): Promise<Thread> {
  for (;;) {
    try {
      await pause(PAUSE_MS, undefined, { signal });
      return await startThread(settings, log);
    } catch (error) {
      if (signal.aborted)
        return { ports: [], ended: Promise.resolve(new Error()), stop: async () => undefined };
      log("dns", { error });
    }
  }
}

interface Thread {
  readonly ports: readonly number[];
  /** Resolves with the reason when the thread ends. */
  readonly ended: Promise<Error>;
  stop(): Promise<void>;
}

async function startThread(settings: PrimarySettings, log: Log): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, "primary-thread.ts"), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const listening = Promise.withResolvers<readonly number[]>();
  const ended = Promise.withResolvers<Error>();
  worker.on("message", (report: PrimaryReport) => {
    if (report.kind === "log") forward(log, report.line);
    else if (report.kind === "listening") listening.resolve(report.ports);
    else listening.reject(Object.assign(new Error(report.message), report.details));
  });
  worker.on("error", (error) => {
    ended.resolve(error instanceof Error ? error : new Error(typeof error));
  });
  worker.on("exit", () => {
    const over = new Error("the thread of the hidden primary has ended");
    ended.resolve(over);
    listening.reject(over);
  });
  return {
    ports: await listening.promise,
    ended: ended.promise,
    async stop() {
      worker.postMessage("stop" satisfies PrimaryOrder);
      await ended.promise;
    },
  };
}
