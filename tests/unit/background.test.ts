import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackground, startSideBySide, type Background } from "../../server/background.ts";

const EVERY = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const look = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(EVERY);
};

describe("one piece after the other", () => {
  it("does all waiting pieces at each look, and a wake-up causes a look at once", async () => {
    let waiting = 3;
    const done: number[] = [];
    const background = startBackground({
      work: () => {
        if (waiting === 0) return Promise.resolve(false);
        done.push(waiting--);
        return Promise.resolve(true);
      },
      every: EVERY,
      onError: refuse,
    });
    expect(done).toEqual([]);
    await look();
    expect(done).toEqual([3, 2, 1]);
    waiting = 1;
    background.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual([3, 2, 1, 1]);
    await background.stop();
  });

  it("a failure ends the round and is reported; the next look does the rest", async () => {
    const faults: unknown[] = [];
    let looks = 0;
    const background = startBackground({
      work: () => {
        looks++;
        return looks === 1 ? Promise.reject(new Error("away")) : Promise.resolve(false);
      },
      every: EVERY,
      onError: (error) => faults.push(error),
    });
    await look();
    expect([looks, faults]).toEqual([1, [new Error("away")]]);
    await look();
    expect([looks, faults.length]).toEqual([2, 1]);
    await background.stop();
  });

  it("does nothing while it is idle, and nothing more after it is stopped", async () => {
    let looks = 0;
    const work = (): Promise<boolean> => {
      looks++;
      return Promise.resolve(false);
    };
    const idle = startBackground({ work, every: EVERY, onError: refuse, isIdle: true });
    const stopped = startBackground({ work, every: EVERY, onError: refuse });
    await stopped.stop();
    idle.wake();
    stopped.wake();
    await look();
    expect(looks).toBe(0);
    await idle.stop();
  });
});

describe("several pieces side by side", () => {
  it("a slow piece delays no other one, and no more pieces than the limit are done at once", async () => {
    const { background, begun, end, waiting, rooms } = bench(2);
    waiting.push("a", "b", "c");
    await look();
    expect(begun).toEqual(["a", "b"]);
    await look();
    expect(begun).toEqual(["a", "b"]);
    // There is space again, so nobody waits for the next check.
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    await end("c");
    waiting.push("d");
    await look();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    expect(rooms.every((room) => room > 0 && room <= 2)).toBe(true);
    await end("a");
    await end("d");
    await background.stop();
  });

  it("a piece that is claimed again while it is being done is done again right after, and not at the same time", async () => {
    const { background, begun, end, fail, waiting } = bench(3);
    waiting.push("a");
    await look();
    waiting.push("a", "b");
    await look();
    expect(begun).toEqual(["a", "b"]);
    await end("a");
    expect(begun).toEqual(["a", "b", "a"]);
    waiting.push("a");
    await look();
    await fail("a");
    expect(begun).toEqual(["a", "b", "a", "a"]);
    await end("a");
    await look();
    expect(begun).toEqual(["a", "b", "a", "a"]);
    await end("b");
    await background.stop();
  });

  it("a failing piece is reported with its fault and makes room; a claim that fails is reported once", async () => {
    const { background, begun, fail, waiting, faults } = bench(1);
    waiting.push("a", "b");
    await look();
    await fail("a");
    expect([begun, faults]).toEqual([["a", "b"], [["no answer", "a"]]]);
    await fail("b");
    waiting.push("away");
    await look();
    expect(faults.slice(2)).toEqual([["away", null]]);
    await background.stop();
  });

  it("stopping waits for all pieces that are being done, and takes no more", async () => {
    const { background, begun, end, waiting } = bench(1);
    waiting.push("a");
    await look();
    waiting.push("b");
    let isStopped = false;
    const stopping = background.stop().then(() => {
      isStopped = true;
    });
    await look();
    expect(isStopped).toBe(false);
    await end("a");
    await stopping;
    await look();
    expect(begun).toEqual(["a"]);
  });
});

interface Bench {
  readonly background: Background;
  /** The pieces that can be claimed; the claim fails while "away" is among them. */
  readonly waiting: string[];
  readonly begun: readonly string[];
  readonly rooms: readonly number[];
  readonly faults: readonly (readonly [string, string | null])[];
  readonly end: (piece: string) => Promise<void>;
  readonly fail: (piece: string) => Promise<void>;
}

function bench(atOnce: number): Bench {
  const [waiting, begun, rooms]: [string[], string[], number[]] = [[], [], []];
  const faults: (readonly [string, string | null])[] = [];
  const open = new Map<string, PromiseWithResolvers<void>>();
  const background = startSideBySide<string>({
    claim: (room) => {
      rooms.push(room);
      if (waiting.includes("away")) return Promise.reject(new Error("away"));
      return Promise.resolve(waiting.splice(0, room));
    },
    keyOf: (piece) => piece,
    work: (piece) => {
      begun.push(piece);
      const doing = Promise.withResolvers<void>();
      open.set(piece, doing);
      return doing.promise;
    },
    atOnce,
    every: EVERY,
    onError: (error, piece) => faults.push([error instanceof Error ? error.message : "?", piece]),
  });
  const settled = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    background,
    waiting,
    begun,
    rooms,
    faults,
    async end(piece) {
      open.get(piece)?.resolve();
      await settled();
    },
    async fail(piece) {
      open.get(piece)?.reject(new Error("no answer"));
      await settled();
    },
  };
}

function refuse(error: unknown): void {
  throw error;
}
