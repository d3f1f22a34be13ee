import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pauseAfter } from "../pauses.ts";

/** What happens if a server died and does not start again. */
export interface Patience {
  /** Total time of all attempts in ms. */
  readonly patience: number;
  /** Called once after that time, with a sentence for the operator. */
  readonly onHopeless: (reason: string) => void;
}

export const ENDLESS: Patience = { patience: Infinity, onHopeless: () => undefined };

/** Keeps the server running. A dead server is restarted at the same socket, with growing pauses, until `patience` ms have passed. */
export async function superviseServer(
  start: (isFirst: boolean) => Promise<Running>,
  { patience, onHopeless }: Patience,
  onProgress: (text: string) => void = () => undefined,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let running = await start(true);
  let restarting = Promise.resolve();
  const watch = (): void => {
    running.process.once("exit", () => {
      running.guard.kill("SIGKILL");
      if (!stopping.signal.aborted) restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    const ends = performance.now() + patience;
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      try {
        running = await start(false);
        if (stopping.signal.aborted) return;
        if (tries > 0) onProgress("PostgreSQL runs again.");
        watch();
        return;
      } catch (fault) {
        const pause = pauseAfter(tries);
        if (performance.now() + pause > ends) {
          onHopeless(`PostgreSQL ended and did not start again: ${reasonOf(fault)}`);
          return;
        }
        onProgress(`PostgreSQL does not start, next try in ${String(pause / 1000)} s: ${reasonOf(fault)}`);
        // `stop` cuts the pause short, and the loop checks for it.
        await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  watch();
  return {
    async stop() {
      stopping.abort();
      await restarting;
      await endProcess(running.process);
    },
  };
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : `${fault.message} ${reasonOf(fault.cause)}`;
}

/** A running server, and the function that stops it when this process ends. */
export interface Running {
  readonly process: ChildProcess;
  readonly guard: ChildProcess;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.ref();
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), 20_000);
  await ended;
  clearTimeout(timer);
}
