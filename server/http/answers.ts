import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import { Cancelled } from "../db/cancel.ts";
import { Refusal, refuse, type FaultName, type FaultWords } from "../faults.ts";
import { isGivenUp, isUnavailable, isUsedUp, UNRESOLVED } from "../sql/sqlstate.ts";
import { ofDatabase, type Log } from "../log.ts";
import { troubleRefusal } from "../sql/fault.ts";
import { languageOf } from "./language.ts";
import type { AccessMode } from "./settings.ts";
import { isShapeError, shapeRefusal } from "./shape.ts";

/** `Retry-After` in seconds where the refusal names no time. By then another process answers, or this one does again. */
const RETRY_AFTER = "5";

export interface Reasons {
  readonly accessMode: AccessMode;
  readonly log: Log;
  readonly words: FaultWords;
}

/** Form of the refusals in one part of the API (wire contract 4.1, 4.2). */
export interface FaultForm {
  /** The answer repeats the sentence as `detail`. */
  readonly withDetail?: true;
  /** The fault means that the address does not exist: HTTP 404. */
  readonly notFound?: FaultName;
}

/** Answers a failed request: a refusal unchanged, and any other failure as a bug with a number that is also in the log (wire contract 4.1). */
export function failureAnswerer(
  { accessMode, log, words }: Reasons,
  { withDetail, notFound }: FaultForm = {},
): (failure: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (failure, request, reply) => {
    // The client has disconnected, and the call failed for this reason.
    if (reply.raw.destroyed) return reply.hijack();
    const refusal = refusalOf(failure, request, log);
    const exception = refusal.inLanguage(languageOf(request.headers["accept-language"]), words);
    if (request.routeOptions.config.tellsState === true) {
      // The state of a transaction with unknown outcome is reported as unknown.
      if (refusal.fault !== "outcome_unknown") void reply.header("X-Transaction-State", "rolled_back");
      void reply.header("X-Access-Mode", accessMode);
    }
    // A stream that failed before its first byte has already set the header of its encoding.
    reply.removeHeader("content-encoding");
    return reply
      .code(refusal.fault === notFound ? 404 : refusal.status)
      .headers({ ...refusal.headers, ...retryAfter(refusal), "Cache-Control": "no-store" })
      .type("application/json")
      .send(
        JSON.stringify(withDetail === true ? { detail: exception.description, exception } : { exception }),
      );
  };
}

function refusalOf(failure: unknown, request: FastifyRequest, log: Log): Refusal {
  if (failure instanceof Refusal) return told(failure, request, log);
  return isShapeError(failure) ? shapeRefusal(failure, request) : incident(request, failure, log);
}

/** Answers the same refusal. If a trouble below the database caused it, it is logged. */
function told(refusal: Refusal, request: FastifyRequest, log: Log): Refusal {
  const { sqlState } = refusal.parts;
  if (sqlState !== null) log(called(request), { told: ofDatabase(sqlState) });
  return refusal;
}

/** Every 429 and 503 says when to try again. */
function retryAfter({ details, status }: Refusal): Readonly<Record<string, string>> {
  const seconds = details["retry_after_s"];
  if (typeof seconds === "number") return { "Retry-After": String(seconds) };
  return status === 429 || status === 503 ? { "Retry-After": RETRY_AFTER } : {};
}

function incident(request: FastifyRequest, failure: unknown, log: Log): Refusal {
  const code = codeOf(failure);
  if (isExhausted(failure, code)) {
    log(called(request), { error: failure, level: "warn" });
    return refuse("busy", { retry_after_s: LIMITS.retryAfter });
  }
  const trouble = troubleRefusal(code);
  if (trouble !== null) return told(trouble, request, log);
  if (code === UNRESOLVED || isLost(failure, code)) {
    log(called(request), { error: failure });
    return refuse(code === UNRESOLVED ? "outcome_unknown" : "not_ready");
  }
  const id = randomUUID();
  log(called(request), { incident: id, error: failure });
  return refuse("internal", { incident_id: id });
}

/** The pattern of the address, because a concrete address may contain anything. */
function called({ method, functionName, routeOptions: { url = "?" } }: FastifyRequest): string {
  return `${method} ${functionName ?? url}`;
}

/** The process or the machine has no file descriptors or buffers left. */
const EXHAUSTED: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOBUFS"]);

/** Whether the server works but is overloaded: files or connections to the database are used up. */
function isExhausted(failure: unknown, code: string): boolean {
  if (!(failure instanceof Error)) return false;
  return EXHAUSTED.has(code) || isUsedUp(code) || isGivenUp(code) || NO_CONNECTION.test(failure.message);
}

/** The pool waited for a connection without success. */
const NO_CONNECTION = /timeout exceeded when trying to connect/;

const UNREACHABLE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"]);

/** Whether the database is away, starting, stopping or not yet promoted, judged by error codes of the system and of PostgreSQL. */
function isLost(failure: unknown, code: string): boolean {
  if (!(failure instanceof Error)) return false;
  // A disconnected client gets no answer, so this call was cancelled because the server stops.
  if (failure instanceof Cancelled) return true;
  return (
    UNREACHABLE.has(code) ||
    isUnavailable(code) ||
    /Connection terminated|not queryable|not currently accepting connections|read-write mode during recovery/.test(
      failure.message,
    )
  );
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure && typeof failure.code === "string"
    ? failure.code
    : "";
}
