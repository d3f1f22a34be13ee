/** A queue of work in a table. Each piece is done by the process that takes it first. */
export interface Background {
  /** Looks for work at once, because some was just added. */
  wake(): void;
  /** Takes no more work and waits for the running pieces. */
  stop(): Promise<void>;
}

/** State of the work in the background of this process. */
export interface WorkState {
  readonly name: string;
  failures: number;
  /** When a round last ended without a failure; Unix time in s, 0 before the first one. */
  succeeded: number;
}

const RUNNING = new Set<WorkState>();

/** All work that was started with a name and is not stopped. */
export function runningWork(): readonly Readonly<WorkState>[] {
  return [...RUNNING];
}

interface Looking {
  /** Name in the metrics; work without a name is not in them. */
  readonly name?: string;
  /** Time in ms between looks for work that other processes left. */
  readonly every: number;
  /** Other processes do the work, and this one only waits until it is stopped. */
  readonly isIdle?: boolean;
}

export interface BackgroundParts extends Looking {
  /** Does one piece; false when there is none. */
  readonly work: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Does work until there is none, then looks again after a while. A failure ends only the current round. */
export function startBackground({ work, every, onError, name, isIdle = false }: BackgroundParts): Background {
  const state: WorkState = { name: name ?? "", failures: 0, succeeded: 0 };
  if (name !== undefined && !isIdle) RUNNING.add(state);
  let isStopped = isIdle;
  let isWoken = false;
  let round: Promise<void> | null = null;

  async function untilNone(): Promise<void> {
    try {
      do {
        isWoken = false;
        while (!isStopped && (await work()));
      } while (isWoken && !isStopped);
      state.succeeded = Date.now() / 1000;
    } catch (error) {
      state.failures++;
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
      RUNNING.delete(state);
      clearInterval(timer);
      await round;
    },
  };
}

/** Calls at once, and then at most once in this time in ms. A call in between is made up for at its end. */
export function atMostEvery(ms: number, work: () => void) {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;
  function call(): void {
    isDue = timer !== null;
    if (isDue) return;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (isDue) call();
    }, ms);
    timer.unref();
  }
  return {
    call,
    cancel(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

export interface SideBySideParts<Piece> extends Looking {
  /** Takes pieces that are due, at most `room`. No other process takes them for a while. */
  readonly claim: (room: number) => Promise<readonly Piece[]>;
  /** Pieces with the same key are done one after the other. */
  readonly keyOf: (piece: Piece) => string;
  readonly work: (piece: Piece) => Promise<void>;
  /** Number of pieces that one process does at the same time, so that a slow piece does not delay the others. */
  readonly atOnce: number;
  /** `piece` is null if the claim failed. */
  readonly onError: (error: unknown, piece: Piece | null) => void;
}

/** Does several pieces at the same time, and looks for more as soon as there is room again. */
export function startSideBySide<Piece>(parts: SideBySideParts<Piece>): Background {
  const { claim, keyOf, work, atOnce, onError } = parts;
  const running = new Map<string, Promise<void>>();
  const claimedAgain = new Map<string, Piece>();

  async function run(first: Piece, key: string): Promise<void> {
    for (let piece: Piece | undefined = first; piece !== undefined; piece = takeAgain(key)) {
      try {
        await work(piece);
      } catch (error) {
        onError(error, piece);
      }
    }
    const wasFull = running.size === atOnce;
    running.delete(key);
    if (wasFull) background.wake();
  }

  function takeAgain(key: string): Piece | undefined {
    const piece = claimedAgain.get(key);
    claimedAgain.delete(key);
    return piece;
  }

  const background = startBackground({
    ...parts,
    async work() {
      const room = atOnce - running.size;
      const claimed = room > 0 ? await claim(room) : [];
      for (const piece of claimed) {
        const key = keyOf(piece);
        // A piece may be due again before its end is recorded here. While this claim lasts, no other process takes it.
        if (running.has(key)) claimedAgain.set(key, piece);
        else running.set(key, run(piece, key));
      }
      return claimed.length > 0;
    },
    onError: (error) => {
      onError(error, null);
    },
  });
  return {
    ...background,
    async stop() {
      await background.stop();
      await Promise.all(running.values());
    },
  };
}
