import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Time in ms over which the process has to have been idle. */
const EVERY = 5_000;
/** Part of that time in which it may have been at work. */
const IDLE = 0.05;
/** Bytes by which the process has to have grown since the last time: below that it is not worth the tenth of a second. */
const GROWN = 48 * 1024 * 1024;

/**
 * Gives memory back to the system that calls have taken, as soon as there is little to do: V8 by itself collects only when more is asked for, and keeps
 * what it has collected. Ends with the function that is answered.
 */
export function startGivingBack(): () => void {
  const collect = collector();
  let before = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE || process.memoryUsage.rss() < kept + GROWN) return;
    collect();
    kept = process.memoryUsage.rss();
    before = performance.eventLoopUtilization();
  }, EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** The collector of V8, all of it: pages and buffers that are empty then are given back. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  // The function of that name of the new context; V8 makes it by the flag.
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  return () => {
    collect({ type: "major", flavor: "last-resort" });
  };
}
