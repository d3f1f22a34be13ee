import type { FastifyReply } from "fastify";

/** Aborted if the client disconnects before it has its answer; the statement of the call is then cancelled. */
export function goneWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
