import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { drained } from "../../../server/wapi/drained.ts";

const EVENTS = ["drain", "close", "error"] as const;

describe("a writer that waits for a slow reader", () => {
  it("[API-80] leaves no listener behind, however long the answer is", async () => {
    const out = new PassThrough({ highWaterMark: 10 });
    const count = (): readonly number[] => EVENTS.map((event) => out.listenerCount(event));
    const before = count();
    for (let piece = 0; piece < 20; piece++) {
      expect(out.write("0123456789")).toBe(false);
      const waiting = drained(out);
      expect(count()).not.toEqual(before);
      out.read();
      await waiting;
      expect(count()).toEqual(before);
    }
  });

  it("continues if the reader leaves, and learns of a broken stream", async () => {
    const left = new PassThrough({ highWaterMark: 1 });
    left.write("x");
    const waiting = drained(left).then(() => "over");
    await pause(1);
    left.destroy();
    expect(await waiting).toBe("over");
    const broken = new PassThrough({ highWaterMark: 1 });
    broken.write("x");
    const failing = drained(broken);
    broken.destroy(new Error("broken"));
    await expect(failing).rejects.toThrow("broken");
  });
});
