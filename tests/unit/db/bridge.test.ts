import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBridge } from "../../../server/db/bridge.ts";
import type { Database } from "../../../server/db/database.ts";
import { asPrimary } from "../../../server/db/replica.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const failure = (code: string, message = "failed"): Error => Object.assign(new Error(message), { code });
const refusal = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError("no", 2, "error"), { code });

/** Fails until this time in ms has passed. */
function awayFor(ms: number, error: Error) {
  const since = performance.now();
  return vi.fn(() => (performance.now() - since < ms ? Promise.reject(error) : Promise.resolve("there")));
}

/** The result of the work, and its time in ms. */
async function endOf(work: Promise<unknown>): Promise<readonly [end: unknown, ms: number]> {
  const since = performance.now();
  const end = work.then(
    (found) => [found, performance.now() - since] as const,
    (error: unknown) => [error, performance.now() - since] as const,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

describe("a statement that reaches no database", () => {
  it.each([
    ["a refused connection", failure("ECONNREFUSED")],
    ["a missing socket", Object.assign(failure("ENOENT"), { syscall: "connect" })],
    ["a proxy without a primary", new Error("Connection terminated unexpectedly")],
    ["a PostgreSQL that starts", refusal("57P03")],
  ])("[OPER-64] is repeated after %s", async (_, error) => {
    const [end, ms] = await endOf(createBridge()(awayFor(4_000, error)));
    expect(end).toBe("there");
    expect(ms).toBeLessThan(4_200);
  });

  it.each([
    ["a wrong password", refusal("28P01")],
    ["a PostgreSQL without connections", refusal("53300")],
    ["a full disk", refusal("53100")],
    ["a pool without connections", new Error("timeout exceeded when trying to connect")],
    ["a bug", new TypeError("no")],
  ])("[OPER-64] is refused at once after %s", async (_, error) => {
    expect(await endOf(createBridge()(awayFor(4_000, error)))).toEqual([error, 0]);
  });

  it("[OPER-64] waits ten seconds from the first of all failures, until an answer comes again", async () => {
    const error = failure("ECONNREFUSED");
    const bridge = createBridge();
    const first = bridge(awayFor(13_000, error)).catch((told: unknown) => told);
    await vi.advanceTimersByTimeAsync(6_000);
    const second = bridge(awayFor(13_000, error)).catch((told: unknown) => told);
    await vi.advanceTimersByTimeAsync(4_300);
    expect(await Promise.all([first, second])).toEqual([error, error]);
    expect(await endOf(bridge(awayFor(13_000, error)))).toEqual([error, 0]);
    expect(await bridge(() => Promise.resolve("there"))).toBe("there");
    expect((await endOf(bridge(awayFor(4_000, error))))[0]).toBe("there");
  });
});

describe("a standby that was chosen as primary and is not yet promoted", () => {
  const primary = (query: () => Promise<unknown>): Database => {
    // Only the members that are called here exist.
    const reserved = { query } as Database["reserved"];
    return asPrimary({ query, reserved, transaction: query } as unknown as Database);
  };
  const WRITE = { mode: "read write", statementTimeout: 1_000 } as const;

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ["a statement", (db) => db.query("insert")],
    ["a note", (db) => db.reserved.query("insert")],
    ["a transaction", (db) => db.transaction(WRITE, () => Promise.resolve(null))],
  ])("[OPER-65] %s that it refuses is done as soon as it writes", async (_, work) => {
    for (const code of ["25006", "0A000"])
      expect((await endOf(work(primary(awayFor(1_000, refusal(code))))))[0]).toBe("there");
  });

  it("[OPER-65] is waited for for three seconds, and no other refusal is", async () => {
    const error = refusal("25006");
    const [end, ms] = await endOf(primary(awayFor(60_000, error)).query("insert"));
    expect(end).toBe(error);
    expect(ms).toBeLessThan(3_200);
    const other = refusal("23505");
    expect(await endOf(primary(awayFor(1_000, other)).query("insert"))).toEqual([other, 0]);
    const reading = primary(awayFor(1_000, error)).transaction({ ...WRITE, mode: "read only" }, () =>
      Promise.resolve(null),
    );
    expect(await endOf(reading)).toEqual([error, 0]);
  });
});
