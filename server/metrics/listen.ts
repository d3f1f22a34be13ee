import { timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { tokenHash } from "../access/token.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
}

/** Serves `GET /metrics` at a separate address without a token. Throws if the address is in use. */
export async function listenForScrapes(
  metrics: Metrics,
  { host, port }: MetricsPlace,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isWanted =
      request.url?.split("?", 1)[0] === "/metrics" && /^(GET|HEAD)$/.test(request.method ?? "");
    if (!isWanted) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Only GET /metrics is answered here.\n");
      return;
    }
    void metrics.text().then((text) => {
      response.writeHead(200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
      response.end(request.method === "HEAD" ? undefined : text);
    });
  });
  server.maxConnections = 20;
  server.requestTimeout = 10_000;
  server.listen(port, host);
  await once(server, "listening");
  return { port: portOf(server), stop: () => stopped(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function stopped(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** Whether a token equals that of the setting, compared in constant time. */
export function isMetricsToken(token: string | null, wanted: string): boolean {
  if (token === null) return false;
  return timingSafeEqual(Buffer.from(tokenHash(token)), Buffer.from(tokenHash(wanted)));
}
