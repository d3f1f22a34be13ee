import { randomBytes } from "node:crypto";
import type { FastifyPluginCallback, FastifyReply } from "fastify";
import { pictureOrigins } from "./map-settings.ts";
import { pagePolicy, type Portal } from "./portal.ts";
import { unknownPath } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { pathOf } from "./url.ts";

const YEAR_MS = 31_536_000_000;

interface PageParts {
  readonly portal: Portal;
  readonly settings: Settings;
}

/** Files of the built portal; every other address is one of its screens, so that reloading works (wire contract 1.1). */
export function pageRoutes({ portal, settings }: PageParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.route({
      method: ["GET", "HEAD"],
      url: "/*",
      handler({ url }, reply) {
        const file = portal.file(pathOf(url));
        return file === null ? sendPage({ portal, settings }, reply) : sendFile(reply, file);
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
