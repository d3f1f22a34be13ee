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

async function answerTo(message: unknown): Promise<object> {
  if (message === "memory") return { memory: process.memoryUsage() };
  if (message === "cpu") return { cpu: process.cpuUsage() };
  if (message === "beginProfile") endProfile = await startProfiler();
  return { profile: message === "endProfile" ? await endProfile?.() : null };
}

process.once("disconnect", () => {
  void stop().then(() => process.exit(0));
});
