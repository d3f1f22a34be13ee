import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import { jsonOf } from "../wapi/call/json.ts";
import { readBody } from "./body.ts";
import { hook } from "./routes.ts";

/** Reads bodies of up to 1 MiB. A body for which `isKept` is false is counted and dropped. */
export function readBodies(app: FastifyInstance, isKept: (request: FastifyRequest) => boolean): void {
  app.addContentTypeParser("application/json", (request: FastifyRequest) =>
    readBody(request.raw, { limit: LIMITS.bodyBytes, keep: isKept(request) }),
  );
}

/** The JSON of a body. Its shape is checked afterwards. */
export const parseBody = hook((request) => {
  const { body, routeOptions } = request;
  const isBytes = body instanceof Uint8Array;
  const isNothing = isBytes ? body.length === 0 : (body ?? null) === null;
  if (isNothing && routeOptions.config.mayBeEmpty === true) request.body = {};
  else if (isBytes) request.body = jsonOf(body);
});
