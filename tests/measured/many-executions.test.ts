import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

/** A cross join of this table with itself has nearly as many executions as a call may have (wire contract 1.8). */
const SIDE = 300;
/** Time that others may wait beyond their floor (P23). */
const AT_MOST_MS = 250;

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
}, 120_000);
afterAll(() => world.close());

const numbers = Array.from({ length: SIDE }, (_, at) => ({ n: `many-${String(at)}` }));
const literal = (idx: string): SentStep => ({
  idx,
  name: "tmp.generic_object.list",
  old: { _dict_list: numbers },
});
const first = (params: Readonly<Record<string, string>>) => ({ idx: "a", params });
const crossed = (params: Readonly<Record<string, string>>) => ({ idx: "b", params, join_type: "cross" });

const SHAPES: Readonly<Record<string, readonly SentStep[]>> = {
  "lists, by rows of the call": [
    literal("a"),
    literal("b"),
    { name: "nd.bldg.list", old_ref_params: [first({ site: "n" }), crossed({ number: "n" })] },
  ],
  "lists, by rows of other lists": [
    { idx: "a", name: "nd.bcd.list", old: { fetch_limit: SIDE } },
    { idx: "b", name: "nd.bcd.list", old: { fetch_limit: SIDE } },
    { name: "nd.room.list", old_ref_params: [first({ name: "name" }), crossed({ site: "name" })] },
  ],
  "new objects": [
    literal("a"),
    literal("b"),
    { name: "nd.site.create", new_ref_params: [first({ name: "n" })] },
    { name: "nd.bldg.create", new_ref_params: [first({ site: "n" }), crossed({ number: "n" })] },
  ],
};

/** Longest work of this process between two turns of its event loop, in ms of processor time, so that other processes do not count. */
async function longestWork(work: Promise<unknown>): Promise<number> {
  let [isOver, most] = [false, 0];
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    most = Math.max(most, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(look);
  };
  look();
  await work;
  isOver = true;
  return most;
}

describe("a small body with the greatest number of executions (wire contract 1.8)", () => {
  it.each(Object.entries(SHAPES))(
    "delays nobody: %s",
    async (name, steps) => {
      if (name.endsWith("other lists")) await manyBcds();
      const call = world.execute("ada", steps, { dryRun: true });
      const most = await longestWork(call);
      rowsOf(await call);
      expect(most).toBeLessThan(AT_MOST_MS);
    },
    180_000,
  );
});

async function manyBcds(): Promise<void> {
  const bcds = numbers.map(({ n }, at): SentStep => {
    const id = `${String(10 + Math.floor(at / 100))}.${String(at % 100).padStart(2, "0")}`;
    return { name: "nd.bcd.create", new: { name: n, id, categ: "USER", seclvl: 1 } };
  });
  rowsOf(await world.execute("ada", bcds));
}
