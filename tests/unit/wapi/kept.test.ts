import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import { NoPlace } from "../../../server/wapi/kept.ts";
import { createKeptBytes } from "../../../server/wapi/call/kept.ts";

const MIB = 1024 * 1024;

async function isWaiting(work: Promise<unknown>): Promise<boolean> {
  const passed = work.then(() => false);
  return Promise.race([passed, new Promise<true>((resolve) => setTimeout(resolve, 20, true))]);
}

describe("[API-78] memory that calls keep", () => {
  it("is refused to a call beyond its own limit", async () => {
    const call = createKeptBytes()({ person: "a" });
    expect(call.left()).toBe(LIMITS.keptBytes);
    await call.take(LIMITS.keptBytes);
    expect(call.left()).toBe(0);
    await expect(call.take(1)).rejects.toMatchObject({
      fault: "too_much_kept",
      details: { limit: LIMITS.keptBytes },
    });
  });

  it("beyond a small size is given to one call of a person at a time, and calls of others do not wait", async () => {
    const kept = createKeptBytes();
    const [first, second, other] = [kept({ person: "a" }), kept({ person: "a" }), kept({ person: "b" })];
    await first.take(2 * MIB);
    await first.take(2 * MIB);
    await second.take(MIB);
    const waits = second.take(1);
    expect(await isWaiting(waits)).toBe(true);
    await other.take(2 * MIB);
    first.end();
    await waits;
  });

  it("beyond a small size is given to four calls at a time", async () => {
    const kept = createKeptBytes();
    const calls = ["a", "b", "c", "d"].map((person) => kept({ person }));
    for (const call of calls) await call.take(2 * MIB);
    const waits = kept({ person: "e" }).take(2 * MIB);
    expect(await isWaiting(waits)).toBe(true);
    for (const call of calls) call.end();
    await waits;
  });

  it("is refused as busy to a call that waits too long, and the place of that call is free again", async () => {
    const kept = createKeptBytes(30);
    const [first, second] = [kept({ person: "a" }), kept({ person: "a" })];
    await first.take(2 * MIB);
    await expect(second.take(2 * MIB)).rejects.toMatchObject({ fault: "busy", status: 503 });
    second.end();
    first.end();
    await kept({ person: "a" }).take(2 * MIB);
  });

  it("is free again after a call that got only a part of a place", async () => {
    const kept = createKeptBytes(30);
    const calls = ["a", "b", "c", "d"].map((person) => kept({ person }));
    for (const call of calls) await call.take(2 * MIB);
    await expect(kept({ person: "e" }).take(2 * MIB)).rejects.toMatchObject({ fault: "busy" });
    const holder = kept({ person: "e", holdsLocks: true });
    await expect(holder.take(2 * MIB)).rejects.toBeInstanceOf(NoPlace);
    for (const call of calls) call.end();
    await kept({ person: "e" }).take(2 * MIB);
  });

  it("is not waited for by a call with locks: the call gets its place before it is executed again", async () => {
    const kept = createKeptBytes();
    const [first, second] = [kept({ person: "a" }), kept({ person: "a", holdsLocks: true })];
    await first.take(2 * MIB);
    const error: unknown = await second.take(2 * MIB).catch((thrown: unknown) => thrown);
    if (!(error instanceof NoPlace)) throw new Error("the call waited with its locks");
    const placed = error.place();
    expect(await isWaiting(placed)).toBe(true);
    first.end();
    await placed;
    second.again();
    expect(second.left()).toBe(LIMITS.keptBytes);
    await second.take(2 * MIB);
  });
});
