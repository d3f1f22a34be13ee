import { randomUUID } from "node:crypto";
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import { refuse, type Refusal } from "../faults.ts";
import { DATA_POLICY } from "./headers.ts";
import { PATIENCE } from "./patience.ts";

/** Long addresses contain filters; longer ones go as `POST .../list`. */
export const HEADER_BYTES = 128 * 1024;

interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
}

/**
 * Answers bytes that are not a request, before any route is known (wire contract 4.2). The connection is closed, because it is unknown where the next
 * request begins.
 */
export function answerClientError(error: ParserError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(answerTo(refusalOf(error)), () => socket.destroy());
}

/** Replaces answers that Node would give without a body, or only by closing the connection (wire contract 4.2). */
export function answerUnserved(server: Server): void {
  server.on("checkExpectation", (request, response) => {
    const refusal = refuse("malformed_request", { reason: `Expect: ${String(request.headers.expect)}` });
    response.writeHead(refusal.status, headersOf(refusal)).end(bodyOf(refusal));
  });
  server.on("connect", ({ headers }, socket) => {
    socket.on("error", () => socket.destroy());
    const isNamed = headers.host !== undefined;
    const refusal = isNamed
      ? refuse("method_not_allowed", { allowed_list: [...SERVED] })
      : refuse("malformed_request", { reason: "no Host" });
    socket.end(answerTo(refusal, isNamed ? { Allow: SERVED.join(", ") } : {}), () => socket.destroy());
  });
}

/** Methods that some address supports. */
const SERVED = ["GET", "POST"] as const;

function refusalOf({ code = "", reason }: ParserError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return refuse("headers_too_large", { limit: HEADER_BYTES });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refuse("time_limit", { limit_s: PATIENCE.stalled / 1000 });
  return refuse("malformed_request", { reason: reason ?? "no HTTP" });
}

function answerTo(refusal: Refusal, more: Readonly<Record<string, string>> = {}): string {
  const { status } = refusal;
  const headers = Object.entries({ ...headersOf(refusal), ...more });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`, ...lines, "", bodyOf(refusal)].join(
    "\r\n",
  );
}

function bodyOf({ exception }: Refusal): string {
  return JSON.stringify({ exception });
}

function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(bodyOf(refusal))),
    "Cache-Control": "no-store",
    "X-Request-Id": randomUUID(),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": DATA_POLICY,
    Connection: "close",
  };
}
