import { fork } from "node:child_process";
import { join } from "node:path";
import type { Load, Measured } from "./client.ts";

/** Sends the calls from a separate process and returns its measurements. */
export async function load(what: Load): Promise<Measured> {
  const child = fork(join(import.meta.dirname, "client.ts"));
  const measured = new Promise<Measured>((resolve, reject) => {
    // Parse boundary: the client sends one message, its measurements.
    child.once("message", (message) => {
      resolve(message as Measured);
    });
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`the client ended with ${String(code)}`));
    });
  });
  child.send(what);
  return measured;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of each run; the first `warm` runs do not count. */
export async function times(
  count: number,
  warm: number,
  work: () => Promise<unknown>,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let n = 0; n < warm + count; n++) {
    const time = await timed(work);
    if (n >= warm) found.push(time);
  }
  return found;
}
