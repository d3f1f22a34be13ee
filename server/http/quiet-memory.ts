import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOKS_EVERY_MS = 10_000;
/** A process that works less than this part of a look is quiet; checks of proxies and polls of portals stay below it. */
const QUIET = 0.05;
/** What has come since must be worth standing still for a tenth of a second. */
const WORTH_BYTES = 32 * 1024 * 1024;

/** Gives unused memory of all threads back to the system. The calling thread stands still for about 0.1 s, and 0.1 s more for each 300 MiB. */
export function giveMemoryBack(): void {
  setFlagsFromString("--expose-gc");
  // Parse boundary: the collector of V8, which contexts made from now on have.
  const collect = runInNewContext("gc") as (how: { type: "major"; flavor: "last-resort" }) => void;
  collect({ type: "major", flavor: "last-resort" });
}

/** What the process is asked and told. */
export interface MemoryParts {
  /** Resident memory in bytes. */
  readonly resident: () => number;
  /** Part of the time since the look before in which this thread worked. */
  readonly utilization: () => number;
  readonly giveBack: () => void;
}

/** Looks at the process; gives memory back when it is quiet and has grown since it last did so. V8 alone keeps what it once had. */
export function createQuietLook({ resident, utilization, giveBack }: MemoryParts): () => void {
  let left = 0;
  return () => {
    const isQuiet = utilization() < QUIET;
    if (!isQuiet || resident() < left + WORTH_BYTES) return;
    giveBack();
    left = resident();
  };
}

/** Looks every few seconds until it is stopped. */
export function watchMemory(): () => void {
  let before = { cpu: process.threadCpuUsage(), at: performance.now() };
  // By its own CPU time, because on a busy machine a quiet thread waits for a core in the middle of small work.
  const utilization = (): number => {
    const now = { cpu: process.threadCpuUsage(), at: performance.now() };
    const worked = now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system;
    const part = worked / 1000 / (now.at - before.at);
    before = now;
    return part;
  };
  const resident = (): number => process.memoryUsage.rss();
  const look = createQuietLook({ resident, utilization, giveBack: giveMemoryBack });
  const timer = setInterval(look, LOOKS_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
