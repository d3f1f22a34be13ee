import { randomBytes } from "node:crypto";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import fixed from "@fastify/static";
import createFastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { constants } from "node:zlib";
import { API_VERSION } from "#contract/limits";
import { refuse } from "../faults.ts";
import { addressOf, isBrokenPage, methodsOf, pathOf, type Address } from "./address.ts";
import { answerFailure } from "./answers.ts";
import { drainOnClose } from "./drain.ts";
import { PERMISSIONS_POLICY, securityHeaders } from "./headers.ts";
import { pictureOrigins } from "./map-settings.ts";
import { pagePolicy } from "./portal.ts";
import { refuseForeign } from "./same-origin.ts";
import { answerWapi, type WapiParts } from "./wapi.ts";
import { answerMiddleware, type MiddlewareParts } from "./middleware.ts";
import { isToolAddress } from "./tool-address.ts";
import type { Tools } from "./tools.ts";
import { faultWords } from "../wapi/fault-words.ts";

export type HttpParts = Omit<WapiParts, "over"> & MiddlewareParts & { readonly tools: Tools };
type Serving = HttpParts & WapiParts;

/** Long addresses carry filters; anything longer goes as `POST .../list`. */
const HEADER_BYTES = 128 * 1024;
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const YEAR = 31_536_000;

/** Everything the product answers over HTTP. Opens no port. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const reasons = {
    accessMode: parts.settings.accessMode,
    log: parts.log,
    words: faultWords(parts.catalogue),
  };
  const app = createFastify({
    logger: false,
    http: { maxHeaderSize: HEADER_BYTES },
    trustProxy: parts.settings.trustedProxies.length === 0 ? false : [...parts.settings.trustedProxies],
    forceCloseConnections: "idle",
    // Drained by ourselves, in the words of the contract.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void answerFailure(request, reply, refuse("unknown_path", { path: pathOf(request.url) }), {
        ...reasons,
        log: (text) => {
          parts.log(`${text} (${error.code})`);
        },
      });
    },
    rewriteUrl: ({ url = "/" }) => (isBrokenPage(pathOf(url)) ? "/" : url),
    routerOptions: { maxParamLength: HEADER_BYTES },
  });
  const over = drainOnClose(app, parts.settings.drainTime);
  await app.register(helmet, securityHeaders(parts.settings));
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
    globalDecompression: false,
  });
  await app.register(fixed, { root: parts.portal.folder, serve: false, preCompressed: true, index: false });
  readNoBodies(app);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await answerRequest({ ...parts, over }, request, reply);
    return reply;
  };
  app.all("*", answer);
  app.setNotFoundHandler(answer);
  app.setErrorHandler(async (failure, request, reply) => {
    if (!isMediaTypeError(failure)) return answerFailure(request, reply, failure, reasons);
    try {
      // Path and method are looked at before the media type (wire contract 1.7).
      return await answer(request, reply.code(200));
    } catch (refused) {
      return answerFailure(request, reply, refused, reasons);
    }
  });
  return app;
}

function isMediaTypeError(failure: unknown): boolean {
  return failure instanceof Error && "code" in failure && failure.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
}

/** Bodies are read by the routes, after everything that is looked at before them (wire contract 1.7). */
function readNoBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => {
    done(null);
  });
}

async function answerRequest(parts: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = addressOf(pathOf(request.url));
  void reply.headers({ "Content-Security-Policy": DATA_POLICY, "Permissions-Policy": PERMISSIONS_POLICY });
  refuseAddress(parts, address);
  const methods = methodsOf(address);
  if (!methods.includes(request.method)) {
    void reply.header("Allow", methods.join(", "));
    throw refuse("method_not_allowed", { allowed_list: methods });
  }
  refuseForeign(request, parts.settings.publicUrl);
  if (address.kind === "portal") {
    answerPortal(parts, request, reply);
    return;
  }
  void reply.header("Cache-Control", "no-store");
  if (isToolAddress(address)) return parts.tools.answer(address, request, reply);
  if (await answerMiddleware(parts, address, request, reply)) return;
  await answerWapi(parts, address, request, reply);
}

/** Refuses addresses that are served under no method. */
function refuseAddress(parts: HttpParts, address: Address): void {
  if (address.kind === "unknown") throw refuse("unknown_path", { path: address.path });
  if (address.kind === "unsupported_version")
    throw refuse("unsupported_version", { version: address.version, served_list: [API_VERSION] });
  if (address.kind !== "function") return;
  const type = parts.catalogue.types.get(address.object);
  if (type?.operations.has(address.operation) !== true)
    throw refuse("unknown_function", { name: `${address.object}.${address.operation}` });
}

/** Files of the built portal; every other address is one of its screens, so that reloading works (wire contract 1.1). */
function answerPortal(parts: HttpParts, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const file = parts.portal.file(path);
  if (file !== null) {
    const isNamedByContent = file.startsWith("assets/");
    void reply.sendFile(file, {
      cacheControl: true,
      maxAge: isNamedByContent ? YEAR * 1000 : 0,
      immutable: isNamedByContent,
    });
    return;
  }
  const nonce = randomBytes(18).toString("base64");
  const page = parts.portal.page(nonce);
  // A file of an older build must not be answered with a page.
  if (page === null || path.startsWith("/assets/")) throw refuse("unknown_path", { path });
  void reply
    .headers({
      "Content-Security-Policy": pagePolicy(nonce, pictureOrigins(parts.settings.map)),
      "Cache-Control": "no-store",
    })
    .type("text/html; charset=utf-8")
    .send(page);
}
