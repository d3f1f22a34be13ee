import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { CONNECTIONS } from "../../db/database.ts";
import { createLines, enterAll, type LinesState } from "./lines.ts";
import { sizeOf } from "./present.ts";
import type { Outcome } from "./outcome.ts";

/** Calls of one person that run at the same time. More than half of all connections remain for others. */
const OF_A_PERSON = 6;
/** Calls that run at the same time. The other connections remain for work in the background. */
const ALL = CONNECTIONS - 3;
/** Writing calls that run at the same time. They may wait for each other's locks, so some connections remain for readers. */
const WRITING = CONNECTIONS - OF_A_PERSON;

/** Length of an answer in characters up to which sending it takes no noticeable memory. */
const SHORT = 64 * 1024;

/** The owner of a call, and the signal that it is no longer needed. */
export interface Wish {
  /** A text that all accounts and tokens of one person share. A call without token has its address. */
  readonly person: string;
  readonly writes: boolean;
  readonly signal?: CancelSignal;
  /** Resolves when the answer is sent. A large answer keeps its turn until then, because it takes memory. */
  readonly sent?: Promise<unknown>;
  /** Called when the turn ends. */
  readonly over?: () => void;
}

/** Fair use of the connections of this process: a person who sends many calls waits, and the others do not. */
export interface Turns {
  /** Resolves when the turn of a call has come, with the function that ends it. */
  take(wish: Wish): Promise<() => void>;
  /** Runs a call when its turn comes. The turn lasts until the whole answer is read. */
  run(wish: Wish, work: () => Promise<Outcome>): Promise<Outcome>;
  /** Numbers of calls that have their turn, and of calls that wait in any line. */
  state(): LinesState;
}

export function createTurns(waitsAtMost: number = LIMITS.callTime): Turns {
  const persons = createLines(OF_A_PERSON, waitsAtMost, LIMITS.waitingCalls);
  const writers = createLines(WRITING, waitsAtMost);
  const all = createLines(ALL, waitsAtMost);

  function take({ person, writes, signal }: Wish): Promise<() => void> {
    const lines = [
      { line: persons, name: person },
      ...(writes ? [{ line: writers, name: "" }] : []),
      { line: all, name: "" },
    ];
    return enterAll(lines, signal);
  }

  return {
    take,
    state: () => ({
      inside: all.state().inside,
      waiting: [persons, writers, all].reduce((sum, line) => sum + line.state().waiting, 0),
    }),
    async run(wish, work) {
      const leave = await take(wish);
      const end = (): void => {
        leave();
        wish.over?.();
      };
      const outcome = await work().catch((error: unknown) => {
        end();
        throw error;
      });
      if (outcome.kind === "stream") return { kind: "stream", texts: readThen(outcome.texts, end) };
      if (wish.sent !== undefined && sizeOf(outcome.results) > SHORT) void wish.sent.then(end, end);
      else end();
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
