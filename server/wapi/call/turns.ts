import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { CONNECTIONS } from "../../db/database.ts";
import { createLines, enterBoth } from "./lines.ts";
import type { Outcome } from "./run.ts";

/** Calls of one holder that run at once. More than half of all connections remain for others. */
const OF_A_HOLDER = 6;
/** Writing calls that run at once. They may wait for each other's locks, so some connections remain for readers. */
const WRITING = CONNECTIONS - OF_A_HOLDER;

/** Who a call belongs to, and when it is no longer wanted. */
export interface Wish {
  readonly holder: string;
  readonly writes: boolean;
  readonly signal?: CancelSignal;
}

/** Fair use of the connections of this process: a holder who sends many calls waits, and the others do not. */
export interface Turns {
  /** Runs a call when its turn comes. The turn lasts until the whole answer is read. */
  run(wish: Wish, work: () => Promise<Outcome>): Promise<Outcome>;
}

export function createTurns(waitsAtMost: number = LIMITS.callTime): Turns {
  const holders = createLines(OF_A_HOLDER, waitsAtMost);
  const writers = createLines(WRITING, waitsAtMost);

  function take({ holder, writes, signal }: Wish): Promise<() => void> {
    return writes ? enterBoth([holders, holder], [writers, ""], signal) : holders.enter(holder, signal);
  }

  return {
    async run(wish, work) {
      const end = await take(wish);
      const outcome = await work().catch((error: unknown) => {
        end();
        throw error;
      });
      if (outcome.kind === "stream") return { kind: "stream", texts: readThen(outcome.texts, end) };
      end();
      return outcome;
    },
  };
}

/** The same parts. `end` is called once, when all are read or the reader stops. */
export function readThen<T>(parts: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const reading = parts[Symbol.asyncIterator]();
      let isOver = false;
      const over = (): void => {
        if (!isOver) end();
        isOver = true;
      };
      return {
        async next() {
          try {
            const found = await reading.next();
            if (found.done === true) over();
            return found;
          } catch (error) {
            over();
            throw error;
          }
        },
        async return() {
          over();
          await reading.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
