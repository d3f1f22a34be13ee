import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { refuse, type Refusal } from "../faults.ts";
import { DATA_POLICY } from "./headers.ts";
import { PATIENCE } from "./patience.ts";

/** Long addresses carry filters; anything longer goes as `POST .../list`. */
export const HEADER_BYTES = 128 * 1024;

interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
}

/** Answers bytes that are no request, before any route is known (wire contract 4.2). The connection ends, because nobody knows where the next request begins. */
export function answerClientError(error: ParserError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(answerTo(refusalOf(error)), () => socket.destroy());
}

function refusalOf({ code = "", reason }: ParserError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return refuse("headers_too_large", { limit: HEADER_BYTES });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refuse("time_limit", { limit_s: PATIENCE.stalled / 1000 });
  return refuse("malformed_request", { reason: reason ?? "no HTTP" });
}

function answerTo({ status, exception }: Refusal): string {
  const body = JSON.stringify({ exception });
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `Content-Security-Policy: ${DATA_POLICY}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
