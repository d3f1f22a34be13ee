import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { refuse } from "../faults.ts";

/** Time in ms for the answers of cancelled calls. After it their connections are cut. */
const LAST_WORDS = 2_000;

/** Time in ms for the first request of a connection that has sent none. Browsers and proxies open such connections ahead of need, and Node does not count them as idle. */
const FIRST_WORDS = 1_000;

/** Refuses requests from the moment the server begins to close. Running requests have `limit` ms to end. Then the signal cancels their calls. */
export function drainOnClose(app: FastifyInstance, limit: number): AbortSignal {
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const silent = silentConnections(app.server);
  let isDraining = false;
  app.addHook("preClose", (done) => {
    isDraining = true;
    const giveUp = (): void => {
      controller.abort();
      timers.push(
        setTimeout(() => {
          app.server.closeAllConnections();
        }, LAST_WORDS),
      );
    };
    const cutSilent = (): void => {
      for (const socket of silent) socket.destroy();
    };
    timers.push(setTimeout(giveUp, limit), setTimeout(cutSilent, Math.min(FIRST_WORDS, limit)));
    done();
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    if (isDraining) done(refuse("not_ready"));
    else done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining) void reply.header("Connection", "close");
    done();
  });
  app.addHook("onClose", (_app, done) => {
    for (const timer of timers) clearTimeout(timer);
    done();
  });
  return controller.signal;
}

/** Open connections that have sent no request yet. */
function silentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}
