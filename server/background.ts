/** Work that waits in a table: done piece by piece, by whichever process comes first. */
export interface Background {
  /** Looks for work now: some was just left. */
  wake(): void;
  /** Takes no more work and waits for the piece that is being done. */
  stop(): Promise<void>;
}

export interface BackgroundParts {
  /** Does one piece; false when there is none. */
  readonly work: () => Promise<boolean>;
  /** Time in ms between looks for work that other processes left. */
  readonly every: number;
  readonly onError: (error: unknown) => void;
  /** Others do the work: this process only waits to be stopped. */
  readonly isIdle?: boolean;
}

/** Does work until there is none, then looks again after a while. A failure ends the round, not the looking. */
export function startBackground({ work, every, onError, isIdle = false }: BackgroundParts): Background {
  let isStopped = isIdle;
  let isWoken = false;
  let round: Promise<void> | null = null;

  async function untilNone(): Promise<void> {
    try {
      do {
        isWoken = false;
        while (!isStopped && (await work()));
      } while (isWoken && !isStopped);
    } catch (error) {
      onError(error);
    } finally {
      round = null;
    }
  }

  function wake(): void {
    isWoken = true;
    if (!isStopped) round ??= untilNone();
  }

  const timer = setInterval(wake, every);
  timer.unref();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
