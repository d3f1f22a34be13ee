import type { CancelSignal } from "#contract/wire/outcome";
import { refuseIfCancelled } from "../db/cancel.ts";

/** Longest time in ms for which work runs without a pause. In the pause, other work runs. */
export const PIECE_MS = 8;

const waiting: (() => void)[] = [];
let isTicking = false;

/** Resolves when everything that arrived before has been handled. Only one of the waiting ones continues at a time. */
export async function afterOthers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  waiting.push(() => {
    resolve(undefined);
  });
  if (!isTicking) setImmediate(tick);
  isTicking = true;
  await promise;
}

function tick(): void {
  waiting.shift()?.();
  isTicking = waiting.length > 0;
  if (isTicking) setImmediate(tick);
}

/** Does work with pauses, so that other work does not wait for all of it (wire contract 1.8). It ends if its result is no longer needed. */
export async function inPieces<T>(work: Generator<undefined, T>, signal?: CancelSignal): Promise<T> {
  for (;;) {
    const ends = performance.now() + PIECE_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < ends);
    await afterOthers();
    refuseIfCancelled(signal);
  }
}
