import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import fixed from "@fastify/static";
import createFastify, { type FastifyInstance } from "fastify";
import { constants } from "node:zlib";
import { API_VERSION, LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";
import { faultWords } from "../wapi/describe/fault-words.ts";
import { failureAnswerer } from "./answers.ts";
import { answerClientError, answerUnserved, HEADER_BYTES } from "./client-error.ts";
import { identifyRequests, REQUEST_ID, requestIds } from "./request-id.ts";
import { drainOnClose } from "./drain.ts";
import { eventRoutes, type EventRouteParts } from "./events.ts";
import { DATA_POLICY, PERMISSIONS_POLICY, securityHeaders } from "./headers.ts";
import { levelRoutes } from "./levels.ts";
import { signInRoutes, type SignInParts } from "./login.ts";
import { countAnswers, metricsRoutes, type MetricsParts } from "./metrics.ts";
import { pageRoutes } from "./pages.ts";
import { checkBeforeBody, emptyNames, hook, refusePaths, unknownPath, VERSIONED } from "./routes.ts";
import { cutUnread, PATIENCE } from "./patience.ts";
import { AS_SENT } from "./shape.ts";
import { stateRoutes, type StateParts } from "./state.ts";
import { TOOL_SEGMENTS, toolRoutes, type ToolParts } from "./tools.ts";
import { isBrokenPage, pathOf } from "./url.ts";
import { versionRoutes, wapiRoutes, type WapiParts } from "./wapi.ts";

export type HttpParts = Omit<WapiParts, "over"> &
  SignInParts &
  StateParts &
  ToolParts &
  MetricsParts &
  EventRouteParts;

/** Time in ms for the head of a request. */
const HEADERS_WITHIN = PATIENCE.stalled;
/** Time in ms for a whole request: a large body may wait as long as a call may take before it is read, and may take equally long to arrive. */
const REQUEST_WITHIN = 2 * LIMITS.callTime + HEADERS_WITHIN;

/** An answer of up to this number of bytes is compressed in one call (0.6 ms at most). A stream would take ten times as much time for a short answer. */
const PACKED_AT_ONCE = 64 * 1024;

/** All HTTP addresses of the product. Opens no port. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const reasons = {
    accessMode: parts.settings.accessMode,
    log: parts.log,
    words: faultWords(parts.catalogue),
  };
  const [fails, failsWithDetail] = [failureAnswerer(reasons), failureAnswerer(reasons, MIDDLEWARE)];
  const app = createFastify({
    logger: false,
    http: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_WITHIN,
      connectionsCheckingInterval: 5_000,
      // Node would refuse such a request without a body; `checkBeforeBody` answers it as the contract says.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_WITHIN,
    clientErrorHandler: answerClientError,
    trustProxy: parts.settings.trustedProxies.length === 0 ? false : [...parts.settings.trustedProxies],
    forceCloseConnections: "idle",
    exposeHeadRoutes: true,
    genReqId: requestIds(parts.settings.trustedProxies),
    ajv: { customOptions: AS_SENT },
    // `drainOnClose` refuses requests instead, as the contract says.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      const answer = IN_TOOLS.test(pathOf(request.url)) ? failsWithDetail : fails;
      void reply.header(REQUEST_ID, request.id);
      void answer(unknownPath({ request }), request, reply);
    },
    rewriteUrl: ({ url = "/" }) => (isBrokenPage(pathOf(url)) ? "/" : url),
    routerOptions: { maxParamLength: HEADER_BYTES },
  });
  cutUnread(app.server);
  answerUnserved(app.server);
  identifyRequests(app);
  countAnswers(app, parts.metrics);
  const over = drainOnClose(app, parts.settings.drainTime);
  await registerCommon(app, parts);
  app.setErrorHandler(fails);
  app.register(versionRoutes(parts));
  app.register(levelRoutes({ ...parts, over }, reasons));
  for (const prefix of [`/api/${API_VERSION}`, `/${API_VERSION}`])
    app.register(wapiRoutes({ ...parts, over }, reasons), { prefix });
  app.register((middleware, _options, done) => {
    middleware.setErrorHandler(failsWithDetail);
    middleware.register(stateRoutes(parts));
    middleware.register(metricsRoutes(parts));
    middleware.register(signInRoutes(parts), { prefix: "/api" });
    middleware.register(toolRoutes(parts), { prefix: "/api" });
    middleware.register(eventRoutes(parts), { prefix: "/api" });
    done();
  });
  app.register(pageRoutes(parts));
  refuseOthers(app);
  return app;
}

/** Calls of wire contract 6 repeat the sentence as `detail`, and answer 404 for an object that is not found. */
const MIDDLEWARE = { withDetail: true, notFound: "object_not_found" } as const;
const IN_TOOLS = new RegExp(`^/api/(?:${TOOL_SEGMENTS.join("|")})(?:/|$)`);

async function registerCommon(app: FastifyInstance, { settings, portal }: HttpParts): Promise<void> {
  await app.register(helmet, securityHeaders(settings));
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: PACKED_AT_ONCE,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
    globalDecompression: false,
  });
  await app.register(fixed, { root: portal.folder, serve: false, preCompressed: true, index: false });
  app.removeAllContentTypeParsers();
  checkBeforeBody(app, settings.publicUrl);
  app.addHook(
    "onRequest",
    hook((_request, reply) => {
      void reply.headers({
        "Content-Security-Policy": DATA_POLICY,
        "Permissions-Policy": PERMISSIONS_POLICY,
      });
    }),
  );
  app.addHook("onRequest", emptyNames);
}

/** Paths of the API that no route has, and other versions (wire contract 1.1, 1.2). */
function refuseOthers(app: FastifyInstance): void {
  refusePaths(app, ["/api", "/api/*"]);
  const paths = VERSIONED.flatMap((path) => [path, `${path}/*`]);
  refusePaths(app, paths, ({ request }) => {
    // Both patterns have the parameter `version`.
    const { version } = request.params as { readonly version: string };
    return refuse("unsupported_version", { version, served_list: [API_VERSION] });
  });
}
