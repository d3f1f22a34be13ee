/** Work without a pause lasts so long, in ms; then whoever waits has their turn. */
const PIECE = 8;

const waiting: (() => void)[] = [];
let isTicking = false;

/** Resolves when everything that had come by now has been looked at; of all who wait one goes on at a time. */
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

/** Does work that pauses wherever it may, so that nobody else waits for the whole of it (wire contract 1.8). */
export async function inPieces<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const ends = performance.now() + PIECE;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < ends);
    await afterOthers();
  }
}
