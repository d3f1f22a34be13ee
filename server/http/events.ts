import { Readable } from "node:stream";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { EVENT_LIMITS } from "#contract/limits";
import type { ActorResolver } from "../access/resolve.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import type { Events } from "../events/events.ts";
import { refuse } from "../faults.ts";
import { eventTypesQuery } from "../wapi/call/query.ts";
import type { BuildInfo } from "./build-info.ts";
import type { Portal } from "./portal.ts";
import { notStored } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { bearerToken } from "./token.ts";
import { queryOf } from "./url.ts";
import { visitOf } from "./visit.ts";

export interface EventRouteParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly events: Pick<Events, "open">;
  readonly build: BuildInfo;
  readonly portal: Pick<Portal, "commit">;
  readonly settings: Pick<Settings, "keptAddress">;
}

/** Time in ms after which a client comes back to a stream that ended. */
const BACK_AFTER = 2_000;

/** The stream of applied changes (wire contract 6.11). */
export function eventRoutes(parts: EventRouteParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    app.get("/events", { compress: false }, (request, reply) => answerEvents(parts, request, reply));
    done();
  };
}

async function answerEvents(
  parts: EventRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, resolver, settings, build, portal } = parts;
  const token = bearerToken(request.headers.authorization);
  const visit = visitOf(request, settings);
  const actor = await resolver.actorOf(db.reserved, token, null, false, visit);
  const types = eventTypesQuery(parts.catalogue, queryOf(request.url));
  if (token === null || actor.account === null)
    throw refuse("account_unknown", { login_name: actor.actorLogin });
  void reply.headers({ Connection: "close", "X-Accel-Buffering": "no" }).type(EVENT_STREAM);
  if (request.method === "HEAD") return reply.send("");
  const stream = streamTo(reply);
  const close = await parts.events.open({
    token,
    visit,
    actor,
    types: types && new Set(types),
    from: placeOf(request),
    greeting: { version: build.version, commit_short: portal.commit ?? build.commit },
    tell: (text) => {
      stream.tell(text);
    },
    end: () => {
      stream.end();
    },
  });
  if (reply.raw.destroyed) close();
  else reply.raw.once("close", close);
  return reply.send(stream.body);
}

const EVENT_STREAM = "text/event-stream";

function placeOf({ headers }: FastifyRequest): string | null {
  const sent = headers["last-event-id"];
  return typeof sent === "string" && sent !== "" ? sent : null;
}

/** The body of a stream. Who does not read what waits is disconnected, so that memory stays bounded. */
function streamTo({ raw }: FastifyReply) {
  const body = new Readable({ read: () => undefined });
  body.push(`retry: ${String(BACK_AFTER)}\n\n`);
  return {
    body,
    tell(text: string): void {
      if (body.destroyed) return;
      if (body.readableLength + raw.writableLength > EVENT_LIMITS.eventWaitingBytes) raw.destroy();
      else body.push(text);
    },
    end(): void {
      if (!body.destroyed) body.push(null);
    },
  };
}
