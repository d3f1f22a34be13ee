import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWake } from "../../../server/events/wake.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The parts of a database that signals use: signals that were given, and the connection that waits for them. */
function signalled(isReplica = false) {
  const given: unknown[] = [];
  const state = { listening: 0, notice: (_payload: string): void => undefined };
  const wake = createWake({
    isReplica,
    reserved: {
      query: (_sql, params) => {
        given.push(params);
        return Promise.resolve([]);
      },
    },
    listen(_channel, onNotice) {
      state.listening += 1;
      state.notice = onNotice;
      return {
        stop() {
          state.listening -= 1;
          return Promise.resolve();
        },
      };
    },
  });
  return { wake, given, state };
}

describe("the sign that something was committed", () => {
  it("[API-139] is given at once, at most 50 times a second, and once more for what came last", () => {
    const { wake, given } = signalled();
    const looks = vi.fn();
    wake.onCommit(looks);
    wake.committed();
    expect([looks.mock.calls.length, given.length]).toEqual([1, 1]);
    for (let n = 0; n < 1_000; n++) {
      wake.committed();
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(100);
    expect(looks.mock.calls.length).toBeGreaterThanOrEqual(50);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(52);
    expect(given).toHaveLength(looks.mock.calls.length);
    vi.advanceTimersByTime(10_000);
    expect(given).toHaveLength(looks.mock.calls.length);
  });

  it("[API-139] is taken from other processes while somebody waits for it, and not from this one twice", () => {
    const { wake, given, state } = signalled();
    const looks = vi.fn();
    const end = wake.onCommit(looks);
    expect(state.listening).toBe(1);
    state.notice("another process");
    expect(looks).toHaveBeenCalledTimes(1);
    wake.committed();
    const [[, own]] = given as [[string, string]];
    state.notice(own);
    expect(looks).toHaveBeenCalledTimes(2);
    end();
    expect(state.listening).toBe(0);
  });

  it("does not wait for signs on a standby, which takes none", () => {
    const { wake, state } = signalled(true);
    wake.onCommit(() => undefined);
    expect(state.listening).toBe(0);
  });
});
