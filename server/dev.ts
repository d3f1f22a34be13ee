import { createServer } from "vite";
import { logFormOf } from "./http/settings.ts";
import { createLog } from "./log.ts";
import { createWriter } from "./log/writer.ts";
import { ROOT } from "./open.ts";
import { start } from "./start.ts";
import { exitAfter } from "./terminal.ts";

/** For development: the server on a port of its own, and in front of it Vite, which builds each module of the portal on request. */

const log = createLog(createWriter(logFormOf(process.env)));
const { address, settings, stop } = await start({ env: process.env, port: 0, withoutPortal: true, log });
const toServer = { target: address, changeOrigin: false };
const vite = await createServer({
  root: ROOT,
  server: {
    host: settings.host,
    port: settings.port,
    strictPort: true,
    proxy: {
      "/api/": toServer,
      "/version.json": toServer,
      "/ready.json": toServer,
      "^/\\d+\\.\\d+/": toServer,
      "/wapi/": toServer,
    },
  },
});
await vite.listen();
vite.printUrls();

const end = (): void => {
  exitAfter(vite.close().then(stop));
};
process.on("SIGTERM", end);
process.on("SIGINT", end);
