import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lineOf, type Line } from "../../../server/log.ts";
import { createTroubles, type Troubles } from "../../../server/log/troubles.ts";

const FULL = Object.assign(new Error("could not extend file"), { code: "53100" });

const lines: Line[] = [];
let isFull = true;
let troubles: Troubles;
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  isFull = true;
  troubles = createTroubles({
    write: (line) => lines.push(line),
    probe: () => (isFull ? Promise.reject(FULL) : Promise.resolve()),
  });
});
afterEach(() => {
  troubles.stop();
  vi.useRealTimers();
});

const fail = (error: Error = FULL): boolean => troubles.take(lineOf("call", { error }));

it("[OPER-37] a full disk is reported once when it begins, then once a minute with the number of failures", async () => {
  for (let call = 0; call < 500; call++) expect(fail()).toBe(true);
  expect(lines.map(({ text }) => text)).toEqual([
    "The database cannot store anything, because its disk is full. Further failures are counted, not told one by one.",
  ]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(lines.slice(1).map(({ text }) => text)).toEqual([
    "The database cannot store anything, because its disk is full: 499 failures in the last minute.",
  ]);
});

it("[OPER-37] [OPER-38] a trouble lasts until the database stores again, even if nothing failed meanwhile", async () => {
  fail();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(troubles.lasting().map(({ kind }) => kind)).toEqual(["disk_full"]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(troubles.lasting()).toEqual([]);
  expect(lines.at(-1)?.text).toMatch(/disk is full: over/);
});

it.each([
  ["53200", ["out_of_memory"]],
  ["58030", ["system_error"]],
  ["58P01", ["system_error"]],
  ["53400", ["system_error"]],
  ["53300", []],
  ["23505", []],
])("[OPER-37] SQLSTATE %s is the trouble %j", (code, kinds) => {
  expect(fail(Object.assign(new Error(), { code }))).toBe(kinds.length > 0);
  expect(troubles.lasting().map(({ kind }) => kind)).toEqual(kinds);
});
