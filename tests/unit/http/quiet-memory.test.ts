import { describe, expect, it, vi } from "vitest";
import { createQuietLook, watchMemory } from "../../../server/http/quiet-memory.ts";

const MIB = 1024 * 1024;

/** A process whose memory falls to `least` when it is given back. */
function processWith(least: number) {
  const state = { resident: least, utilization: 0, given: 0 };
  const look = createQuietLook({
    resident: () => state.resident * MIB,
    utilization: () => state.utilization,
    giveBack: () => {
      state.given++;
      state.resident = least;
    },
  });
  return { state, look };
}

describe("memory of a quiet process", () => {
  it("[OPER-42] is given back once the process is quiet, not while it works", () => {
    const { state, look } = processWith(150);
    Object.assign(state, { resident: 400, utilization: 0.6 });
    look();
    expect(state).toMatchObject({ given: 0, resident: 400 });
    state.utilization = 0.02;
    look();
    expect(state).toMatchObject({ given: 1, resident: 150 });
  });

  it("[OPER-42] is given back again only after it has grown enough to be worth a pause", () => {
    const { state, look } = processWith(150);
    look();
    for (const resident of [150, 160, 181]) {
      state.resident = resident;
      look();
    }
    expect(state.given).toBe(1);
    state.resident = 182;
    look();
    expect(state.given).toBe(2);
  });

  it("[OPER-42] is looked at every ten seconds, until the watch ends", () => {
    const [every, ended] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
    watchMemory()();
    expect(every).toHaveBeenCalledWith(expect.any(Function), 10_000);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("[OPER-42] its growth counts from the memory that was left, also if much was left", () => {
    const { state, look } = processWith(500);
    look();
    look();
    expect(state.given).toBe(1);
  });
});
