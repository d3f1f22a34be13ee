import type { FastifyReply, FastifyRequest } from "fastify";
import { codingOf, isKnown, type Prepared } from "./described.ts";

/** Sends a text that was packed before, or 304 to who has it already (wire contract 5.7). */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  cacheControl = "private, no-cache",
): FastifyReply {
  void reply.headers({ ETag: prepared.etag, "Cache-Control": cacheControl, Vary: "Accept-Encoding" });
  if (isKnown(request.headers["if-none-match"], prepared.etag)) return reply.code(304).send();
  const coding = codingOf(request.headers["accept-encoding"]);
  if (coding !== "plain") void reply.header("Content-Encoding", coding);
  return reply.type("application/json").send(prepared[coding]);
}
