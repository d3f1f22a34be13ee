import { startProfiler, type ProcessProfile } from "./profiler.ts";
import { start } from "../../server/start.ts";

/** Runs the product in a separate process, so that its memory and time can be measured alone. Sends its address first, and then an answer to each message. */
const { address, stop } = await start({
  env: { ...process.env, NETPORTAL_MODE: "test" },
  port: 0,
  withoutPortal: true,
  log: console.error,
});
process.send?.({ address });
let endProfile: (() => Promise<ProcessProfile>) | null = null;
process.on("message", (message) => {
  void answerTo(message).then((answer) => process.send?.(answer));
});

/** The two longest works of the main thread without a pause, in ms of its own CPU time: what others wait for, whatever else the machine does. */
let longest: readonly [number, number] = [0, 0];
let before = process.threadCpuUsage();
const LOOKS_EVERY = 5;
let looking: NodeJS.Timeout | null = null;

function look(): void {
  const now = process.threadCpuUsage();
  const work = (now.user + now.system - before.user - before.system) / 1000;
  if (work > longest[1]) longest = work > longest[0] ? [work, longest[0]] : [longest[0], work];
  before = now;
}

/** Looks from the first question on: a process that looks is never idle, and an idle one gives memory back. */
function stall(): readonly [number, number] {
  looking ??= setInterval(look, LOOKS_EVERY).unref();
  const found = longest;
  longest = [0, 0];
  return found;
}

async function answerTo(message: unknown): Promise<object> {
  if (message === "memory") return { memory: process.memoryUsage() };
  if (message === "stall") return { stall: stall() };
  if (message === "cpu") return { cpu: process.cpuUsage() };
  if (message === "beginProfile") endProfile = await startProfiler();
  return { profile: message === "endProfile" ? await endProfile?.() : null };
}

process.once("disconnect", () => {
  void stop().then(() => process.exit(0));
});
