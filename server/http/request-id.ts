import { compile } from "@fastify/proxy-addr";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { requestScope } from "../log/scope.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The function in the address, if there is one: `nd.site.list`. */
    functionName: string | null;
  }
}

export const REQUEST_ID = "X-Request-Id";
/** Ids of other programs that are accepted: without characters that could break a log line. */
const WELL_FORMED = /^[A-Za-z0-9][\w.:@=+/-]{0,127}$/;

/** Creates the id of a request. A well-formed id of a trusted proxy is kept, so that the log lines of both can be matched. */
export function requestIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = compile([...trusted]);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID.toLowerCase()];
    const isUsable = typeof given === "string" && WELL_FORMED.test(given);
    return isUsable && isTrusted(socket.remoteAddress ?? "", 0) ? given : randomUUID();
  };
}

/** Every answer carries the id of its request, and so does every line of the log that is written for it. */
export function identifyRequests(app: FastifyInstance): void {
  app.decorateRequest("functionName", null);
  app.addHook("onRequest", ({ id }, reply, done) => {
    void reply.header(REQUEST_ID, id);
    requestScope.run({ request: id }, done);
  });
}
