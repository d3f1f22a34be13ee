import type { FastifyInstance } from "fastify";
import { refuse } from "../faults.ts";

/** Time in ms for the answers of cancelled calls. After it their connections are cut. */
const LAST_WORDS = 2_000;

/** Refuses requests from the moment the server begins to close. Running requests have `limit` ms to end. Then the signal cancels their calls. */
export function drainOnClose(app: FastifyInstance, limit: number): AbortSignal {
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
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
    timers.push(setTimeout(giveUp, limit));
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
