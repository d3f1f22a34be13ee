import { start } from "../../server/start.ts";

/** Runs the product in a separate process, so that its memory can be measured alone. Sends its address first, and then its memory on each message. */
const { address, stop } = await start({
  env: { ...process.env, NETPORTAL_MODE: "test" },
  port: 0,
  withoutPortal: true,
  log: console.error,
});
process.send?.({ address });
process.on("message", () => {
  process.send?.({ memory: process.memoryUsage() });
});
process.once("disconnect", () => {
  void stop().then(() => process.exit(0));
});
