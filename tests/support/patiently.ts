import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 400;
const PAUSE_MS = 50;

/** Repeats the work until it succeeds, because a process or the database is starting again. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (fault) {
      if (tries === TRIES) throw fault;
      await sleep(PAUSE_MS);
    }
  }
}
