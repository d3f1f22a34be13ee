import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { RequestForm } from "#contract/requests/form";
import { BCD_REQUEST, REQUEST_FORMS } from "#contract/requests/forms";
import type { Json } from "#contract/wire/json";
import type { MapIndex } from "#contract/wire/map";
import type { Actor } from "../access/actor.ts";
import type { ActorResolver } from "../access/resolve.ts";
import { refuse } from "../faults.ts";
import type { HubFiles } from "../hub/files.ts";
import { submitRequest, type RequestParts, type SentRequest } from "../requests/submit.ts";
import { findDomains } from "../tools/domain-finder.ts";
import { ipContact } from "../tools/ip-contact.ts";
import type { MacFinder } from "../tools/mac-finder.ts";
import type { MapGround } from "../tools/map-ground.ts";
import { vendorOf } from "../tools/vendors.ts";
import { subjectOfAddress, type Attempts, type LimitedAttempts } from "../access/attempts.ts";
import { prepare, sendPrepared, type Prepared } from "./described.ts";
import type { Observe } from "../wapi/call/observed.ts";
import type { Turns } from "../wapi/call/turns.ts";
import { feedsOf } from "../wapi/feed.ts";
import { takeFeed } from "./feed.ts";
import { goneWith } from "./gone-with.ts";
import { parseBody, readBodies } from "./json.ts";
import { languageOf } from "./language.ts";
import { notStored, refusePaths, unknownPath } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { shapeOf } from "./shape.ts";
import { bearerToken, isTokenText } from "./token.ts";
import { visitOf } from "./visit.ts";
import { watchedRequest } from "./watched-request.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account whose rights a call for a tool has; null without token. */
    actor: Actor | null;
  }
}

export interface ToolParts extends RequestParts {
  readonly resolver: ActorResolver;
  readonly turns: Turns;
  readonly attempts: LimitedAttempts;
  readonly hub: HubFiles;
  readonly macFinder: MacFinder;
  readonly ground: MapGround;
  readonly settings: Settings;
  readonly observe: Observe;
}

/** Paths after `/api/` in the calls of wire contract 6.3 to 6.10. */
export const TOOL_SEGMENTS = [
  "hub",
  "oui_lookup",
  "map",
  "ip_contact",
  "domainfinder",
  "macfinder",
  "feed",
  "requests",
  "bcd_request",
] as const;

const NO_PARAMETERS = { querystring: shapeOf({}) };

interface Named {
  Params: { readonly name: string };
}

/** The calls of wire contract 6.3 to 6.10. */
export function toolRoutes(parts: ToolParts): FastifyPluginCallback {
  const hub = prepareHub(parts.hub);
  const map = prepareMap(parts);
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    hubRoutes(app, hub);
    app.get<Named>("/oui_lookup/:name", { schema: NO_PARAMETERS }, async ({ params }, reply) =>
      sendText(reply, JSON.stringify(await vendorOf(parts.db, params.name))),
    );
    app.register((signedIn, _none, ready) => {
      signedIn.decorateRequest("actor", null);
      readBodies(signedIn, (request) => isAnonymous(request) || isTokenText(tokenOf(request)));
      signedIn.addHook("preValidation", async (request) => {
        request.actor = await senderOf(parts, request);
      });
      signedIn.addHook("preValidation", parseBody);
      signedIn.addHook("preHandler", inTurn(parts));
      mapRoutes(signedIn, map);
      lookupRoutes(signedIn, parts);
      feedRoutes(signedIn, parts);
      requestRoutes(signedIn, parts);
      ready();
    });
    const beside = TOOL_SEGMENTS.filter((segment) => !WHOLE_CALLS.has(segment));
    refusePaths(app, [
      ...beside.map((segment) => `/${segment}`),
      ...TOOL_SEGMENTS.map((segment) => `/${segment}/*`),
    ]);
    done();
  };
}

/** Segments that are calls by themselves. */
const WHOLE_CALLS: ReadonlySet<string> = new Set(["domainfinder", "bcd_request"]);

/** Any query is ignored. */
function hubRoutes(app: FastifyInstance, { index, templates, schemas }: PreparedHub): void {
  app.get("/hub/index.json", (_request, reply) => sendPrepared(reply, index, "no-cache"));
  app.get<Named>("/hub/json_templates/:name", ({ params }, reply) =>
    sendFile(reply, templates.get(params.name), "no-cache"),
  );
  app.get<Named>("/hub/schemas/:name", ({ params }, reply) =>
    sendFile(reply, schemas.get(params.name), "no-cache"),
  );
}

function mapRoutes(app: FastifyInstance, { index, ground }: PreparedMap): void {
  app.get("/map/index.json", { schema: NO_PARAMETERS }, (_request, reply) => sendPrepared(reply, index));
  app.get<Named>("/map/ground/:name", { schema: NO_PARAMETERS }, ({ params }, reply) =>
    sendFile(reply, ground.get(params.name)),
  );
}

function lookupRoutes(app: FastifyInstance, { db, macFinder, attempts }: ToolParts): void {
  app.get<Named>("/ip_contact/:name", { schema: NO_PARAMETERS }, async (request, reply) => {
    await searcher(request, attempts.lookup);
    return sendText(reply, await ipContact(db, request.params.name));
  });
  app.get<{ Querystring: { readonly term?: string } }>(
    "/domainfinder",
    { schema: { querystring: shapeOf({ term: { type: "string", title: "text" } }) } },
    async (request, reply) => {
      await searcher(request, attempts.lookup);
      return sendText(reply, await findDomains(db, request.query.term ?? null));
    },
  );
  app.get<Named>("/macfinder/jobs/:name", { schema: NO_PARAMETERS }, async (request, reply) =>
    sendText(reply, await macFinder.job(actorOf(request), request.params.name, spokenIn(request))),
  );
  app.post<{ Body: { readonly mac_addr?: Json } }>(
    "/macfinder/jobs",
    { schema: { ...NO_PARAMETERS, body: shapeOf({ mac_addr: {} }) } },
    async (request, reply) => {
      const actor = await searcher(request, attempts.macJob);
      return sendText(
        reply.code(202),
        await macFinder.begin(actor, request.body.mac_addr, spokenIn(request)),
      );
    },
  );
}

/** An account that searches, within the limit of its person (wire contract 1.8). */
async function searcher(request: FastifyRequest, budget: Attempts): Promise<Actor> {
  const actor = actorOf(request);
  refuseUnknown(actor);
  await budget.begin(actor.person);
  return actor;
}

function feedRoutes(app: FastifyInstance, parts: ToolParts): void {
  for (const feed of feedsOf(parts.catalogue)) {
    const { name, list } = feed.spec;
    app.post<{ Body: Readonly<Record<string, readonly Json[]>> }>(
      `/feed/${name}`,
      { schema: { ...NO_PARAMETERS, body: shapeOf({ [list]: { type: "array", title: "object_array" } }) } },
      async (request, reply) =>
        sendText(reply, await takeFeed(parts, feed, actorOf(request), request.body[list])),
    );
  }
}

function requestRoutes(app: FastifyInstance, parts: ToolParts): void {
  const serve = (url: string, form: RequestForm, shape: SentRequest["shape"]): void => {
    const config = form.who === "everyone" ? ({ isOpen: true } as const) : {};
    app.post<{ Body: Json }>(url, { config, schema: NO_PARAMETERS }, (request) => {
      const { actor, body } = request;
      const sent = { form, shape, actor, language: spokenIn(request), body };
      return watchedRequest(request, parts.observe, () => submitRequest(parts, sent));
    });
  };
  for (const [name, form] of REQUEST_FORMS) serve(`/requests/${name}`, form, "wrapped");
  serve("/bcd_request", BCD_REQUEST, "bare");
}

function tokenOf({ headers }: FastifyRequest): string | null {
  return bearerToken(headers.authorization);
}

function isAnonymous(request: FastifyRequest): boolean {
  return request.routeOptions.config.isOpen === true && tokenOf(request) === null;
}

/** The sender of a call. If no token is required, requests without token are counted by address (wire contract 1.8). */
async function senderOf(
  { db, resolver, settings, attempts }: ToolParts,
  request: FastifyRequest,
): Promise<Actor | null> {
  if (!isAnonymous(request))
    return resolver.actorOf(db.reserved, tokenOf(request), null, false, visitOf(request, settings));
  await attempts.request.begin(subjectOfAddress(request.ip));
  return null;
}

/** Calls for tools take turns with all other calls of the same person, and have the rights at the moment of their turn. */
function inTurn(parts: ToolParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const person = request.actor?.person ?? `address ${subjectOfAddress(request.ip)}`;
    const end = await parts.turns.take({
      person,
      writes: request.method === "POST",
      signal: goneWith(reply),
    });
    if (reply.raw.destroyed) end();
    else reply.raw.once("close", end);
    if (request.actor !== null) request.actor = await senderOf(parts, request);
  };
}

function actorOf({ actor }: FastifyRequest): Actor {
  if (actor === null) throw new Error("a call that needs a token has an actor");
  return actor;
}

function spokenIn({ headers }: FastifyRequest): ReturnType<typeof languageOf> {
  return languageOf(headers["accept-language"]);
}

type PreparedHub = ReturnType<typeof prepareHub>;

function prepareHub({ index, templates, schemas }: HubFiles) {
  return {
    index: prepare(JSON.stringify(index)),
    templates: preparedFiles(templates),
    schemas: preparedFiles(schemas),
  };
}

type PreparedMap = ReturnType<typeof prepareMap>;

/** The background of the campus map, compressed once. */
function prepareMap({ ground, settings }: ToolParts) {
  const { tiles, attribution } = settings.map;
  const index: MapIndex = { ground_list: [...ground.keys()], tiles, attribution };
  return { index: prepare(JSON.stringify(index)), ground: preparedFiles(ground) };
}

function preparedFiles(files: ReadonlyMap<string, string>): ReadonlyMap<string, Prepared> {
  return new Map([...files].map(([name, text]) => [name, prepare(text)]));
}

/** A name without a file is an address that does not exist. */
async function sendFile(
  reply: FastifyReply,
  file: Prepared | undefined,
  cacheControl?: string,
): Promise<FastifyReply> {
  if (file === undefined) throw unknownPath(reply);
  return sendPrepared(reply, file, cacheControl);
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("application/json").send(text);
}

/** Refuses users who are not in the network database (wire contract 6.7, 6.8). */
function refuseUnknown(actor: Actor): void {
  if (actor.account === null) throw refuse("account_unknown", { login_name: actor.actorLogin });
}
