/** Runs work, at most this number at the same time. */
export function createLanes(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting.push(() => {
        resolve(undefined);
      });
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
