import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Cancelled } from "../db/cancel.ts";
import { Refusal, refuse, type FaultWords } from "../faults.ts";
import { isUnavailable } from "../sql/sqlstate.ts";
import { addressOf, pathOf, type Address } from "./address.ts";
import { languageOf } from "./language.ts";
import type { AccessMode } from "./settings.ts";
import { isBesideTools, isToolAddress } from "./tool-address.ts";

/** Where the server writes what its operator has to know. Never a token, a password or a value of a call. */
export type Log = (text: string) => void;

/** Answers a failed request: a refusal as it is, anything else as a bug with a number that the log knows too (wire contract 4.1). */
export function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: unknown,
  parts: { readonly accessMode: AccessMode; readonly log: Log; readonly words: FaultWords },
): FastifyReply {
  // Nobody is there to be answered, and what the call failed of is that they left.
  if (reply.raw.destroyed) return reply.hijack();
  const refusal = failure instanceof Refusal ? failure : incident(request, failure, parts.log);
  const address = addressOf(pathOf(request.url));
  const exception = refusal.inLanguage(languageOf(request.headers["accept-language"]), parts.words);
  const body = isMiddleware(address) ? { detail: exception.description, exception } : { exception };
  if (isTransaction(address)) {
    void reply.headers({ "X-Transaction-State": "rolled_back", "X-Access-Mode": parts.accessMode });
  }
  // A stream that failed before its first byte has named the coding it would have had.
  reply.removeHeader("content-encoding");
  return reply
    .code(statusOf(refusal, address))
    .headers({ ...refusal.headers, ...retryAfter(refusal), "Cache-Control": "no-store" })
    .type("application/json")
    .send(JSON.stringify(body));
}

/** A single call of a function that does not exist, or a middleware call for an object that does not, names a page that does not exist (4.2). */
function statusOf(refusal: Refusal, address: Address): number {
  if (refusal.fault === "object_not_found" && isMiddleware(address)) return 404;
  return refusal.fault === "unknown_function" && address.kind === "function" ? 404 : refusal.status;
}

/** Calls of wire contract 6 tell the sentence a second time, as `detail`. */
function isMiddleware(address: Address): boolean {
  if (isToolAddress(address)) return true;
  if (address.kind === "unknown") return isBesideTools(address.path);
  switch (address.kind) {
    case "login":
    case "oic_create_token":
    case "oic_logout":
    case "system_info":
    case "alerts":
    case "build_version":
    case "ready":
      return true;
    default:
      return false;
  }
}

/** Whether the answer tells the state of a transaction: the executor and every function that writes (wire contract 2.4, 3.7). */
function isTransaction(address: Address): boolean {
  if (address.kind === "execute") return true;
  return address.kind === "function" && !["list", "metadata", "progress"].includes(address.operation);
}

function retryAfter(refusal: Refusal): Readonly<Record<string, string>> {
  const seconds = refusal.details["retry_after_s"];
  return typeof seconds === "number" ? { "Retry-After": String(seconds) } : {};
}

function incident(request: FastifyRequest, failure: unknown, log: Log): Refusal {
  if (isLost(failure)) {
    log(`${request.method} ${pathOf(request.url)}: ${String(failure)}`);
    return refuse("not_ready");
  }
  const id = randomUUID();
  const what = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  log(`incident ${id}: ${request.method} ${pathOf(request.url)}: ${what}`);
  return refuse("internal", { incident_id: id });
}

const UNREACHABLE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"]);

/** The database is away, starting, stopping or full: codes of the system and of PostgreSQL. */
function isLost(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  // Nobody is answered who left: this call was given up because the server stops.
  if (failure instanceof Cancelled) return true;
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  return (
    UNREACHABLE.has(code) ||
    isUnavailable(code) ||
    /Connection terminated|not queryable|not currently accepting connections|timeout exceeded when trying to connect/.test(
      failure.message,
    )
  );
}
