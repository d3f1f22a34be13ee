import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import type { Catalogue } from "../catalogue/object-type.ts";
import { refuse } from "../faults.ts";
import type { Answer, Call, Executor } from "../wapi/execute.ts";
import { readThen } from "../wapi/turns.ts";
import { queryOf, type Address } from "./address.ts";
import { isJson, lengthOf, readPieces, whole } from "./body.ts";
import { etagOf, isKnown } from "./described.ts";
import type { PreparedAnswers } from "./prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import type { LargeBodies } from "./large/bodies.ts";
import type { LargeCalls } from "./large/calls.ts";
import { bearerToken } from "./token.ts";

export interface WapiParts {
  readonly catalogue: Catalogue;
  readonly executor: Executor;
  readonly prepared: PreparedAnswers;
  readonly bodies: LargeBodies;
  /** Null: large calls are answered like all others. */
  readonly large: LargeCalls | null;
  /** Aborted when this process has no more time for its calls. */
  readonly over: AbortSignal;
}

/** Answers the calls of wire contract 2, 3 and 5. */
export async function answerWapi(
  parts: WapiParts,
  address: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  switch (address.kind) {
    case "versions":
      sendJson(reply, parts.prepared.versions);
      return;
    case "openapi":
      sendPrepared(request, reply, parts.prepared.openapi);
      return;
    case "json_schema":
      sendPrepared(request, reply, parts.prepared.jsonSchema);
      return;
    case "execute":
      return answerCall(parts, { kind: "execute" }, request, reply);
    case "function":
      return answerFunction(parts, address, request, reply);
    default:
      throw new Error(`No answer for ${address.kind}.`);
  }
}

async function answerFunction(
  parts: WapiParts,
  address: Extract<Address, { kind: "function" }>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const prepared = parts.prepared.metadata.get(`${address.object}.${address.operation}`);
  if (prepared === undefined || request.method !== "GET") return answerCall(parts, address, request, reply);
  if (request.url.includes("?")) return answerCall(parts, address, request, reply, withTag);
  await parts.executor.admit(bearerToken(request.headers.authorization));
  sendPrepared(request, reply, prepared);
}

type Send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<void>;

async function answerCall(
  parts: WapiParts,
  target: Call["target"],
  request: FastifyRequest,
  reply: FastifyReply,
  send: Send = asItIs,
): Promise<void> {
  const token = bearerToken(request.headers.authorization);
  const signal = AbortSignal.any([goneWith(reply), parts.over]);
  const call = { target, token, query: queryOf(request.url), signal };
  if (request.method !== "POST")
    return send(request, reply, await parts.executor.call({ ...call, body: null }));
  if (!isJson(request.raw)) throw refuse("unsupported_media_type");
  const limit = target.kind === "execute" ? LIMITS.executorBodyBytes : LIMITS.bodyBytes;
  const reading = parts.bodies.begin({ token, limit, signal });
  try {
    const body = await readPieces(request.raw, reading.allowance, reading.grow);
    const isLarge = lengthOf(body) > LIMITS.largeBodyBytes && parts.large !== null;
    const answer = isLarge
      ? parts.large.call({ ...call, body })
      : parts.executor.call({ ...call, body: await whole(body) });
    await send(request, reply, thenEnd(await answer, reading.end));
  } catch (error) {
    reading.end();
    throw error;
  }
}

/** The same answer; `end` is called when it is read. */
function thenEnd({ headers, body }: Answer, end: () => void): Answer {
  if (typeof body !== "string") return { headers, body: readThen(body, end) };
  end();
  return { headers, body };
}

/** Aborted when the client goes away before it has its answer; the statement of the call is then cancelled. */
function goneWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function asItIs(_request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  void reply.headers(answer.headers);
  if (typeof answer.body === "string") sendJson(reply, answer.body);
  else void reply.type("application/json").send(Readable.from(answer.body, { objectMode: false }));
  return Promise.resolve();
}

/** Metadata asked for with filters: the tag is made from the answer (wire contract 5.7). */
async function withTag(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  const body = typeof answer.body === "string" ? answer.body : await textOf(answer.body);
  const etag = etagOf(body);
  void reply.headers({ ...answer.headers, ETag: etag, "Cache-Control": "private, no-cache" });
  if (isKnown(request.headers["if-none-match"], etag)) void reply.code(304).send();
  else sendJson(reply, body);
}

function sendJson(reply: FastifyReply, text: string): void {
  void reply.type("application/json").send(text);
}

async function textOf(body: AsyncIterable<string | Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
