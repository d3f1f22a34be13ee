import { setTimeout as sleep } from "node:timers/promises";
import { Cancelled, refuseIfCancelled } from "./cancel.ts";
import { isPassing, reasonOfConnect } from "./connect-fault.ts";
import { pauseAfter } from "./pauses.ts";

export interface Waiting {
  /** Host, port and database, for messages. */
  readonly place: string;
  /** Time in ms from the first failure on; 0 tries once. */
  readonly patience: number;
  /** Aborted when the database is no longer needed. Ends a pause at once. */
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
  /** Whether a failure may pass by itself. */
  readonly passes?: (error: unknown) => boolean;
}

/** The database did not come in time. */
class TooLate extends Error {}

/**
 * The result of an attempt to use a database that may start late. Repeats it while it fails for a reason that may pass, and reports each new reason
 * once.
 */
export async function waitFor<T>(attempt: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { place, patience, signal, onProgress, passes = isPassing } = waiting;
  let ends: number | null = null;
  let told = "";
  for (let tries = 0; ; tries++) {
    try {
      const found = await attempt();
      if (told !== "") onProgress(`The database ${place} is there.`);
      return found;
    } catch (error) {
      refuseIfCancelled(signal);
      if (error instanceof TooLate || !passes(error)) throw error;
      const reason = reasonOfConnect(error);
      ends ??= performance.now() + patience;
      const left = ends - performance.now();
      if (left <= 0) throw tooLate(waiting, reason, error);
      if (reason !== told) onProgress(trying(place, reason, left));
      told = reason;
      await pause(Math.min(pauseAfter(tries), left), signal);
    }
  }
}

function trying(place: string, reason: string, left: number): string {
  const seconds = String(Math.ceil(left / 1000));
  return `DATABASE_URL: no connection to ${place}: ${reason}. Trying again for up to ${seconds} s (NETPORTAL_DATABASE_WAIT_S).`;
}

function tooLate({ place, patience }: Waiting, reason: string, cause: unknown): Error {
  const within = patience === 0 ? "" : ` within ${String(patience / 1000)} s (NETPORTAL_DATABASE_WAIT_S)`;
  return new TooLate(`DATABASE_URL: no connection to ${place}${within}: ${reason}.`, { cause });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => undefined);
  refuseIfCancelled(signal);
}

/** The result of work, or `Cancelled` as soon as it is no longer needed; the work then continues without a listener. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  refuseIfCancelled(signal);
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = (): void => {
    reject(new Cancelled());
  };
  signal.addEventListener("abort", cancel);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
