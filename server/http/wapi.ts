import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import type { Catalogue } from "../catalogue/object-type.ts";
import { refuse } from "../faults.ts";
import type { Answer, Executor } from "../wapi/call/execute.ts";
import { LongText } from "../wapi/call/present.ts";
import { BelongsElsewhere } from "../wapi/elsewhere.ts";
import type { Call } from "../wapi/call/understand.ts";
import { densityOf } from "../wapi/call/json.ts";
import { shortMetadataQuery } from "../wapi/call/query.ts";
import { readThen } from "../wapi/call/turns.ts";
import { failureAnswerer, type Reasons } from "./answers.ts";
import { lengthOf, readPieces, whole } from "./body.ts";
import { etagOf, isKnown, sendPrepared, type Prepared } from "./described.ts";
import { goneWith } from "./gone-with.ts";
import type { PreparedAnswers } from "./prepared.ts";
import type { LargeBodies } from "./large/bodies.ts";
import type { LargeCalls } from "./large/calls.ts";
import { hook, notStored, refusePaths, VERSIONED } from "./routes.ts";
import { bearerToken } from "./token.ts";
import type { Settings } from "./settings.ts";
import { queryOf } from "./url.ts";
import { originOf, visitOf } from "./visit.ts";

export interface WapiParts {
  readonly catalogue: Catalogue;
  readonly executor: Executor;
  readonly prepared: PreparedAnswers;
  readonly bodies: LargeBodies;
  /** Null: large calls are answered like all others. */
  readonly large: LargeCalls | null;
  /** Aborted when the calls of this process must end. */
  readonly over: AbortSignal;
  readonly settings: Pick<Settings, "keptAddress">;
}

/** The list of versions, under every version and without one (wire contract 1.1). */
export function versionRoutes({ prepared }: Pick<WapiParts, "prepared">): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    const paths = ["", "/api", "/api/:any", ...VERSIONED];
    for (const path of paths) app.get(`${path}/wapi/version/list`, versionsOf(prepared));
    app.get("/api/", versionsOf(prepared));
    done();
  };
}

function versionsOf({ versions }: PreparedAnswers) {
  return (_request: FastifyRequest, reply: FastifyReply): FastifyReply => sendJson(reply, versions);
}

/** The calls of wire contract 2, 3 and 5 in the served version. */
export function wapiRoutes(parts: WapiParts, reasons: Reasons): FastifyPluginCallback {
  const { openapi, jsonSchema } = parts.prepared;
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    app.get("/wapi/version/list", versionsOf(parts.prepared));
    app.get("/openapi.json", (_request, reply) => sendPrepared(reply, openapi));
    app.get("/transaction_json_schema.json", (_request, reply) => sendPrepared(reply, jsonSchema));
    refusePaths(app, ["", "/*"]);
    app.register((calls, _none, ready) => {
      // The call reads the body itself, once it knows how many bytes it accepts.
      calls.addContentTypeParser("application/json", (_request, _payload, read) => {
        read(null);
      });
      calls.post("/wapi/transaction/execute", { config: { tellsState: true } }, async (_request, reply) =>
        asItIs(reply, await answerOf(parts, { kind: "execute" }, reply)),
      );
      calls.register(functionRoutes(parts, reasons));
      ready();
    });
    done();
  };
}

/** The functions of all object types. */
function functionRoutes(parts: WapiParts, reasons: Reasons): FastifyPluginCallback {
  return (app, _options, done) => {
    app.setErrorHandler(failureAnswerer(reasons, { notFound: "unknown_function" }));
    app.addHook("onRequest", knownFunction(parts.catalogue));
    const handler = (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      answerFunction(parts, reply);
    for (const [operation, method] of READING)
      app.route({
        method: [...method],
        url: `/:system/:object/${operation}`,
        config: { operation },
        handler,
      });
    app.post("/:system/:object/:operation", { config: { tellsState: true } }, handler);
    done();
  };
}

type FunctionTarget = Extract<Call["target"], { readonly kind: "function" }>;

/** Functions that read, and their methods; all others are posted (wire contract 2.1). */
const READING = [
  ["list", ["GET", "POST"]],
  ["metadata", ["GET"]],
  ["progress", ["GET"]],
] as const;

function targetOf({ params, routeOptions: { config } }: FastifyRequest): FunctionTarget {
  // All routes of functions have these parameters; reading functions are named by the route itself.
  const { system, object, operation = "" } = params as Readonly<Record<string, string>>;
  return {
    kind: "function",
    object: `${String(system)}.${String(object)}`,
    operation: config.operation ?? operation,
  };
}

function knownFunction({ types }: Catalogue) {
  return hook((request) => {
    const { object, operation } = targetOf(request);
    const name = `${object}.${operation}`;
    if (types.get(object)?.operations.has(operation) !== true) throw refuse("unknown_function", { name });
    request.functionName = name;
  });
}

async function answerFunction(parts: WapiParts, reply: FastifyReply): Promise<FastifyReply> {
  const { method, url } = reply.request;
  const target = targetOf(reply.request);
  const prepared = parts.prepared.metadata.get(`${target.object}.${target.operation}`);
  if (prepared === undefined || method === "POST") return asItIs(reply, await answerOf(parts, target, reply));
  if (!url.includes("?")) return admitted(parts, prepared, reply);
  const query = queryOf(url);
  if (target.operation === "metadata" && query.has("language")) return answerShort(parts, query, reply);
  return withTag(reply, await answerOf(parts, target, reply));
}

/** Metadata in one language (wire contract 5.1). */
async function answerShort(
  parts: WapiParts,
  query: URLSearchParams,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await admit(parts, reply.request);
  const { language, name } = shortMetadataQuery(query);
  const short = await parts.prepared.short.get(language)?.();
  if (short === undefined) throw new Error(`no metadata in ${JSON.stringify(language)}`);
  return name === null
    ? sendPrepared(reply, short.all)
    : withTag(reply, { headers: {}, body: short.of(name) });
}

/** A list of metadata with these filters, for an address of its own. */
export async function answerList(
  parts: WapiParts,
  object: string,
  filters: Readonly<Record<string, string>>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const prepared = parts.prepared.metadata.get(`${object}.list`);
  if (prepared !== undefined && Object.keys(filters).length === 0) return admitted(parts, prepared, reply);
  const target = { kind: "function", object, operation: "list" } as const;
  const token = bearerToken(reply.request.headers.authorization);
  const signal = AbortSignal.any([goneWith(reply), parts.over]);
  const visit = visitOf(reply.request, parts.settings);
  const query = new URLSearchParams(filters);
  const origin = originOf(reply.request);
  return withTag(
    reply,
    await parts.executor.call({ target, token, visit, origin, query, signal, body: null }),
  );
}

/** Refuses a token that may not even read metadata. */
export async function admit({ executor, settings }: WapiParts, request: FastifyRequest): Promise<void> {
  await executor.admit(bearerToken(request.headers.authorization), visitOf(request, settings));
}

async function admitted(parts: WapiParts, prepared: Prepared, reply: FastifyReply): Promise<FastifyReply> {
  await admit(parts, reply.request);
  return sendPrepared(reply, prepared);
}

async function answerOf(parts: WapiParts, target: Call["target"], reply: FastifyReply): Promise<Answer> {
  const { method, url, headers, raw } = reply.request;
  const token = bearerToken(headers.authorization);
  const signal = AbortSignal.any([goneWith(reply), parts.over]);
  const visit = visitOf(reply.request, parts.settings);
  const origin = originOf(reply.request);
  const call = { target, token, visit, origin, query: queryOf(url), signal, sent: sentWith(reply) };
  if (method !== "POST") return answerOfQuery(parts, call, url);
  const limit = target.kind === "execute" ? LIMITS.executorBodyBytes : LIMITS.bodyBytes;
  const reading = parts.bodies({ token, limit, signal });
  try {
    const pieces = await readPieces(raw, reading.allowance, reading.grow);
    if (parts.large === null)
      return thenEnd(await parts.executor.call({ ...call, body: await whole(pieces) }), reading.end);
    if (lengthOf(pieces) > LIMITS.largeBodyBytes)
      return thenEnd(await parts.large.call({ ...call, body: pieces }), reading.end);
    const body = await whole(pieces);
    const isLight = densityOf(body) <= LIMITS.stepParts;
    const answer = isLight ? await answerHere(parts, { ...call, body }) : null;
    if (answer !== null) return thenEnd(answer, reading.end);
    await reading.grow?.();
    return thenEnd(await parts.large.call({ ...call, body: pieces }), reading.end);
  } catch (error) {
    reading.end();
    throw error;
  }
}

/** The answer of this thread; null if the call needs more work than others may wait for. */
async function answerHere({ executor }: WapiParts, call: Call): Promise<Answer | null> {
  try {
    return await executor.call(call);
  } catch (error) {
    if (error instanceof BelongsElsewhere) return null;
    throw error;
  }
}

/** The answer to a GET. A filter in a long address can take as much work as one in a body. */
async function answerOfQuery(
  parts: WapiParts,
  call: Omit<Call, "body"> & { readonly signal: AbortSignal },
  url: string,
): Promise<Answer> {
  const isHeavy =
    url.length > LIMITS.stepParts &&
    densityOf(Buffer.from([...call.query.values()].join())) > LIMITS.stepParts;
  if (!isHeavy || parts.large === null) return parts.executor.call({ ...call, body: null });
  const reading = parts.bodies({ token: call.token, limit: LIMITS.bodyBytes, signal: call.signal });
  try {
    await reading.grow?.();
    return thenEnd(await parts.large.call({ ...call, body: null }), reading.end);
  } catch (error) {
    reading.end();
    throw error;
  }
}

/** The same answer. `end` is called when it is read. */
function thenEnd({ headers, body }: Answer, end: () => void): Answer {
  if (typeof body !== "string") return { headers, body: readThen(body, end) };
  end();
  return { headers, body };
}

/** Resolves when the answer is sent or the client has gone. */
function sentWith(reply: FastifyReply): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const event of ["finish", "close"])
    reply.raw.once(event, () => {
      resolve(undefined);
    });
  return promise;
}

function asItIs(reply: FastifyReply, { headers, body }: Answer): FastifyReply {
  return sendJson(
    reply.headers(headers),
    typeof body === "string" ? body : Readable.from(body, { objectMode: false }),
  );
}

/** Metadata with filters: the entity tag is made from the answer (wire contract 5.7). */
async function withTag(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const body = typeof answer.body === "string" ? answer.body : await text(answer.body);
  const etag = etagOf(body);
  void reply.headers({ ...answer.headers, ETag: etag, "Cache-Control": "private, no-cache" });
  const isThere = isKnown(reply.request.headers["if-none-match"], etag);
  if (isThere) return reply.code(304).send();
  const isShort = typeof answer.body === "string";
  return sendJson(reply, isShort ? body : Readable.from(new LongText([body]), { objectMode: false }));
}

function sendJson(reply: FastifyReply, text: string | Readable): FastifyReply {
  return reply.type("application/json").send(text);
}
