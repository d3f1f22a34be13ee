import { totalmem } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import { largeRoom, memoryOfProcess } from "../../../server/http/large/room.ts";

const GIB = 2 ** 30;

describe("the memory for large calls", () => {
  it.each([
    [0.5, { bodies: 1, threads: 1, heap: 256, young: null, values: 416_666 }],
    [1, { bodies: 1, threads: 1, heap: 256, young: null, values: 416_666 }],
    [2, { bodies: 2, threads: 1, heap: 1280, young: 96, values: 2_083_333 }],
    [4, { bodies: 4, threads: 2, heap: 1664, young: 96, values: 2_708_333 }],
    [8, { bodies: 6, threads: 2, heap: 3072, young: 96, values: LIMITS.bodyValues }],
    [64, { bodies: 6, threads: 2, heap: 3072, young: 96, values: LIMITS.bodyValues }],
  ])(
    "[OPER-54] is what a machine of %d GiB can give, and at most what the wire contract says",
    (gib, room) => {
      expect(largeRoom(gib * GIB)).toEqual(room);
    },
  );

  it("[OPER-54] follows the limit of the control group if that is less than the memory of the machine", () => {
    const limit = vi.spyOn(process, "constrainedMemory");
    for (const [told, found] of [
      [GIB / 2, GIB / 2],
      [0, totalmem()],
      [2 ** 63, totalmem()],
    ] as const) {
      limit.mockReturnValue(told);
      expect(memoryOfProcess()).toBe(found);
    }
  });
});
