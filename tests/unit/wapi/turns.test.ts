import { describe, expect, it } from "vitest";
import { Refusal } from "../../../server/faults.ts";
import type { Outcome } from "../../../server/wapi/call/outcome.ts";
import { createTurns, readThen } from "../../../server/wapi/call/turns.ts";

const NOTHING: Outcome = { kind: "results", results: [] };

/** A call that the test ends, and whether it has begun. */
function call() {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const state = { isRunning: false };
  const work = (): Promise<Outcome> => {
    state.isRunning = true;
    return promise;
  };
  return {
    state,
    work,
    end: () => {
      resolve(NOTHING);
    },
  };
}

function calls(count: number) {
  return Array.from({ length: count }, call);
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const running = (all: readonly ReturnType<typeof call>[]): number =>
  all.filter(({ state }) => state.isRunning).length;

describe("fair use of the connections", () => {
  it("the seventh call of one person waits, the first call of another does not, and the order is kept", async () => {
    const turns = createTurns();
    const [own, other] = [calls(8), call()];
    const done = own.map(({ work }) => turns.run({ person: "ada", writes: false }, work));
    done.push(turns.run({ person: "otto", writes: false }, other.work));
    await settle();
    expect(own.map(({ state }) => state.isRunning)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(other.state.isRunning).toBe(true);
    own[3]?.end();
    await settle();
    expect(own.map(({ state }) => state.isRunning).slice(6)).toEqual([true, false]);
    for (const { end } of [...own, other]) end();
    await Promise.all(done);
  });

  it("writing calls of many people together leave connections to readers", async () => {
    const turns = createTurns();
    const writers = calls(20);
    const done = writers.map(({ work }, at) => turns.run({ person: `h${String(at)}`, writes: true }, work));
    const reader = call();
    done.push(turns.run({ person: "reader", writes: false }, reader.work));
    await settle();
    expect([running(writers), reader.state.isRunning]).toEqual([14, true]);
    for (const { end } of [...writers, reader]) end();
    await Promise.all(done);
    expect(running(writers)).toBe(20);
  });

  it("calls of many people together leave connections to the work in the background", async () => {
    const turns = createTurns();
    const readers = calls(20);
    const done = readers.map(({ work }, at) => turns.run({ person: `p${String(at)}`, writes: false }, work));
    await settle();
    expect(running(readers)).toBe(17);
    readers[0]?.end();
    await settle();
    expect(running(readers)).toBe(18);
    for (const { end } of readers) end();
    await Promise.all(done);
  });

  it("a person with five hundred waiting calls is refused the next one, and learns when to try again", async () => {
    const turns = createTurns();
    const gone = new AbortController();
    const { signal } = gone;
    const asked = Array.from({ length: 506 }, () =>
      turns.run({ person: "ada", writes: true, signal }, call().work).catch(() => "left"),
    );
    const next: unknown = await turns
      .run({ person: "ada", writes: false, signal }, call().work)
      .catch((e: unknown) => e);
    expect(next instanceof Refusal ? [next.fault, next.status, next.details] : next).toEqual([
      "too_many_requests",
      429,
      { retry_after_s: 5 },
    ]);
    expect(await turns.run({ person: "otto", writes: false }, () => Promise.resolve(NOTHING))).toBe(NOTHING);
    gone.abort();
    expect(await Promise.all(asked.slice(6))).toEqual(asked.slice(6).map(() => "left"));
  });

  it("a failed or abandoned call gives its turn to the next", async () => {
    const turns = createTurns();
    const own = calls(6);
    const done = own.map(({ work }) => turns.run({ person: "ada", writes: true }, work));
    const gone = new AbortController();
    const left = turns.run({ person: "ada", writes: true, signal: gone.signal }, call().work);
    const failing = turns.run({ person: "ada", writes: true }, () => Promise.reject(new Error("no")));
    const last = turns.run({ person: "ada", writes: true }, () => Promise.resolve(NOTHING));
    gone.abort();
    await expect(left).rejects.toThrow("cancelled");
    own[0]?.end();
    await expect(failing).rejects.toThrow("no");
    expect(await last).toBe(NOTHING);
    for (const { end } of own) end();
    await Promise.all(done);
  });

  it.each(["cancelled", "too late"])(
    "a call that waits for a writer in vain (%s) leaves the queue",
    async (why) => {
      const turns = createTurns(why === "too late" ? 30 : 60_000);
      const writers = calls(14);
      const done = writers.map(({ work }, at) => turns.run({ person: `h${String(at)}`, writes: true }, work));
      const gone = new AbortController();
      const inVain = Array.from({ length: 6 }, () =>
        turns.run({ person: "ada", writes: true, signal: gone.signal }, call().work).catch(() => "left"),
      );
      await settle();
      if (why === "cancelled") gone.abort();
      expect(await Promise.all(inVain)).toEqual(inVain.map(() => "left"));
      expect(await turns.run({ person: "ada", writes: false }, () => Promise.resolve(NOTHING))).toBe(NOTHING);
      for (const { end } of writers) end();
      await Promise.all(done);
    },
  );

  it("a call waits no longer than the time of a call", async () => {
    const turns = createTurns(30);
    const own = calls(6);
    const done = own.map(({ work }) => turns.run({ person: "ada", writes: false }, work));
    const late: unknown = await turns
      .run({ person: "ada", writes: false }, call().work)
      .catch((e: unknown) => e);
    expect(late instanceof Refusal ? [late.fault, late.details] : late).toEqual([
      "time_limit",
      { limit_s: 0.03 },
    ]);
    for (const { end } of own) end();
    await Promise.all(done);
  });

  it("a streamed answer keeps its turn until it is read or the reader leaves", async () => {
    const turns = createTurns();
    const parts = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from("a");
      await settle();
      yield Buffer.from("b");
    };
    const streams = await Promise.all(
      Array.from({ length: 6 }, () =>
        turns.run({ person: "ada", writes: false }, () =>
          Promise.resolve({ kind: "stream", texts: parts() }),
        ),
      ),
    );
    const next = [call(), call()];
    const done = next.map(({ work }) => turns.run({ person: "ada", writes: false }, work));
    await settle();
    expect(running(next)).toBe(0);
    const texts = streams.flatMap((one) => (one.kind === "stream" ? [one.texts] : []));
    for await (const part of texts[0] ?? []) expect(part.length).toBe(1);
    for await (const _ of texts[1] ?? []) break;
    await settle();
    expect(running(next)).toBe(2);
    for (const { end } of next) end();
    await Promise.all(done);
  });

  it("the end of a stream is reported once: when all is read, when it fails, or when the reader leaves", async () => {
    const parts = async function* (fails: boolean): AsyncGenerator<string> {
      yield await Promise.resolve("a");
      if (fails) throw new Error("lost");
      yield "b";
    };
    let ends = 0;
    const reading = (fails = false) =>
      readThen(parts(fails), () => {
        ends += 1;
      })[Symbol.asyncIterator]();
    const whole = reading();
    expect([await whole.next(), await whole.next(), ends]).toEqual([
      { done: false, value: "a" },
      { done: false, value: "b" },
      0,
    ]);
    expect([await whole.next(), ends]).toEqual([{ done: true, value: undefined }, 1]);
    expect([await whole.next(), ends]).toEqual([{ done: true, value: undefined }, 1]);
    const failing = reading(true);
    await failing.next();
    await expect(failing.next()).rejects.toThrow("lost");
    expect([await failing.return?.(), ends]).toEqual([{ done: true, value: undefined }, 2]);
    const left = reading();
    await left.next();
    expect([await left.return?.(), ends]).toEqual([{ done: true, value: undefined }, 3]);
    expect([await left.next(), ends]).toEqual([{ done: true, value: undefined }, 3]);
  });
});
