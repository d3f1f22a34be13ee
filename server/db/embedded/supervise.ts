import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export interface Supervised {
  stop(): Promise<void>;
}

/** What is done about a server that died and does not start again. */
export interface Patience {
  /** For so long it is tried, in ms. */
  readonly patience: number;
  /** Told once when that was in vain, with a sentence for the operator. */
  readonly onHopeless: (reason: string) => void;
}

export const ENDLESS: Patience = { patience: Infinity, onHopeless: () => undefined };
/** Pauses between two tries in ms; the last one again and again. */
const PAUSES = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;

/** Keeps the server running: one that dies is started again at the same socket, with growing pauses for as long as there is hope. */
export async function superviseServer(
  start: (isFirst: boolean) => Promise<Running>,
  { patience, onHopeless }: Patience,
): Promise<Supervised> {
  let isStopping = false;
  const stopping = new AbortController();
  let running = await start(true);
  let restarting = Promise.resolve();
  const watch = (): void => {
    running.process.once("exit", () => {
      running.guard.kill("SIGKILL");
      if (isStopping) return;
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    const ends = performance.now() + patience;
    for (let tries = 0; !isStopping; tries++) {
      try {
        running = await start(false);
        if (isStopping) return;
        if (tries > 0) console.error("PostgreSQL runs again.");
        watch();
        return;
      } catch (fault) {
        const pause = PAUSES[tries] ?? PAUSES[PAUSES.length - 1] ?? 0;
        if (performance.now() + pause > ends) {
          onHopeless(`PostgreSQL ended and did not start again: ${reasonOf(fault)}`);
          return;
        }
        console.error(`PostgreSQL does not start, next try in ${String(pause / 1000)} s: ${reasonOf(fault)}`);
        // Cut short by a stop, which the loop looks for itself.
        await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  watch();
  return {
    async stop() {
      isStopping = true;
      stopping.abort();
      await restarting;
      await endProcess(running.process);
    },
  };
}

/** The sentence of a failure and of what it came from. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : `${fault.message} ${reasonOf(fault.cause)}`;
}

/** A started server, and what stops it when this process is gone. */
export interface Running {
  readonly process: ChildProcess;
  readonly guard: ChildProcess;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.ref();
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), 20_000);
  await ended;
  clearTimeout(timer);
}
