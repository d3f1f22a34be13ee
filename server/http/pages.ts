import { randomBytes } from "node:crypto";
import type { FastifyPluginCallback, FastifyReply } from "fastify";
import { pictureOrigins } from "./map-settings.ts";
import { pagePolicy, type Portal } from "./portal.ts";
import type { PreparedAnswers } from "./prepared.ts";
import { unknownPath } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { pathOf } from "./url.ts";

const YEAR_MS = 31_536_000_000;

interface PageParts {
  readonly portal: Portal;
  readonly settings: Settings;
  readonly prepared: Pick<PreparedAnswers, "versions">;
}

/**
 * Files of the built portal. For a browser that requests a page, every other address is a screen of the portal, so that reloading works. For a
 * program it does not exist (wire contract 1.1).
 */
export function pageRoutes(parts: PageParts): FastifyPluginCallback {
  const { portal } = parts;
  return (app, _options, done) => {
    app.route({ method: ["GET", "HEAD"], url: "/", handler: (_request, reply) => sendRoot(parts, reply) });
    app.route({
      method: ["GET", "HEAD"],
      url: "/*",
      handler({ url }, reply) {
        const file = portal.file(pathOf(url));
        if (file !== null) return sendFile(reply, file);
        void reply.header("Vary", "Accept");
        if (!asksForPage(reply)) throw unknownPath(reply);
        return sendPage(parts, reply);
      },
    });
    done();
  };
}

function sendFile(reply: FastifyReply, file: string): FastifyReply {
  const isNamedByContent = file.startsWith("assets/");
  const maxAge = isNamedByContent ? YEAR_MS : 0;
  return reply.sendFile(file, { cacheControl: true, maxAge, immutable: isNamedByContent });
}

/** The portal's page for whoever asks for a page, and the versions for programs (wire contract 2.9). */
function sendRoot(parts: PageParts, reply: FastifyReply): FastifyReply {
  const { originalUrl } = reply.request;
  void reply.header("Vary", "Accept");
  // An unreadable address of the portal was rewritten to this one.
  const isRoot = pathOf(originalUrl) === "/";
  if (!isRoot || asksForPage(reply)) return sendPage(parts, reply);
  return reply.header("Cache-Control", "no-store").type("application/json").send(parts.prepared.versions);
}

/** A browser that opens an address asks for HTML, and scripts, probes and pictures do not. */
function asksForPage({ request: { headers } }: FastifyReply): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
}

function sendPage({ portal, settings }: PageParts, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(18).toString("base64");
  const page = portal.page(nonce);
  // A file of an older build must not be answered with a page.
  if (page === null || pathOf(reply.request.url).startsWith("/assets/")) throw unknownPath(reply);
  const policy = pagePolicy(nonce, pictureOrigins(settings.map));
  return reply
    .headers({ "Content-Security-Policy": policy, "Cache-Control": "no-store" })
    .type("text/html; charset=utf-8")
    .send(page);
}
