import { start } from "../../server/start.ts";

/**
 * The product in a process of its own, so that its memory is that of no one else. Sends its address, then answers each message with the
 * memory it has.
 */
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
