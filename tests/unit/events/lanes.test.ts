import { expect, it } from "vitest";
import { createLanes } from "../../../server/events/lanes.ts";

it("lanes run at most so much work at the same time, in order, also after failures", async () => {
  const lane = createLanes(2);
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const all = ends.map(({ promise }, n) =>
    lane(() => {
      begun.push(n);
      return promise;
    }).catch(() => -1),
  );
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 10; n++) await Promise.resolve();
  };
  await settle();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error("failed"));
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (const [n, { resolve }] of ends.entries()) resolve(n);
  expect(await Promise.all(all)).toEqual([0, -1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
