import { subscribe } from "node:diagnostics_channel";
import { Session, type Profiler } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OTHERS, timeByPart, type Frame, type TimeByPart } from "./samples.ts";

/** Time of the process of the product between two moments, by room of the code. */
export interface ProcessProfile {
  readonly calls: number;
  /** CPU time, user and system, in ms. */
  readonly cpu: number;
  /** Milliseconds of each room. */
  readonly rooms: TimeByPart;
}

const ROOT = pathToFileURL(join(import.meta.dirname, "../..")).href;
const SAMPLE_US = 250;

/** Samples this process and counts the HTTP calls that it gets; the answer ends it. */
export async function startProfiler(): Promise<() => Promise<ProcessProfile>> {
  let calls = 0;
  subscribe("http.server.request.start", () => {
    calls += 1;
  });
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await session.post("Profiler.start");
  const cpu = process.cpuUsage();
  return async () => {
    const used = process.cpuUsage(cpu);
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    return { calls, cpu: (used.user + used.system) / 1000, rooms: roomsOf(profile) };
  };
}

/** Milliseconds by room. */
function roomsOf(profile: Profiler.Profile): ProcessProfile["rooms"] {
  return timeByPart(profile, roomOf).filter(([room]) => room !== IDLE);
}

const IDLE = "(idle)";
const OF_ITSELF: Readonly<Record<string, string>> = {
  [IDLE]: IDLE,
  "(program)": "system calls and native code",
  "(garbage collector)": "garbage collection",
};

/** Folder of the product, package, or part of Node; null for a function without a file. */
function roomOf({ functionName, url }: Frame): string | null {
  if (url === "") return OF_ITSELF[functionName] ?? null;
  if (url.startsWith("node:")) return "Node: HTTP, sockets, streams, compression";
  const found = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (found !== undefined) return found;
  return url.startsWith(ROOT) ? url.slice(ROOT.length + 1).replace(/\/[^/]*$/, "") : OTHERS;
}
