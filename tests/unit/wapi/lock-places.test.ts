import { describe, expect, it } from "vitest";
import { createLockPlaces } from "../../../server/wapi/write/lock-places.ts";

const forever = (): Promise<never> => new Promise(() => undefined);

describe("[API-69] places of calls that wait for a lock", () => {
  it("are few once somebody has waited for long, and calls that need other locks continue", async () => {
    let now = 0;
    const places = createLockPlaces(() => now);
    for (let count = 0; count < 8; count++) void places.wait(["rights", "names"], forever);
    const go = (...locks: string[]): Promise<string> => places.wait(locks, () => Promise.resolve("done"));
    expect(await go("names")).toBe("done");
    now = 5_001;
    await expect(go("names")).rejects.toMatchObject({
      fault: "too_many_requests",
      details: { retry_after_s: 1 },
    });
    await expect(go("rights", "subnets")).rejects.toMatchObject({ fault: "too_many_requests" });
    expect(await go("subnets")).toBe("done");
    expect(await go()).toBe("done");
  });

  it("are free again when the wait ends or fails", async () => {
    const places = createLockPlaces(() => 0);
    for (let count = 0; count < 20; count++)
      await expect(places.wait(["names"], () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(await places.wait(["names"], () => Promise.resolve("done"))).toBe("done");
  });
});
