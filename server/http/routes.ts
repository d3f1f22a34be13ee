import { METHODS, type IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { refuse } from "../faults.ts";
import { hasNoBody, isOfType } from "./body.ts";
import { pathOf } from "./url.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route only refuses methods that its address does not have. */
    isRefusal?: true;
    /** The function to which the route belongs. */
    operation?: string;
    /** Answers tell the state of a transaction (wire contract 3.7). */
    tellsState?: true;
    /** Content of a POST body other than JSON. */
    mediaType?: string;
    /** A POST may have no body, whatever type it names. */
    mayBeEmpty?: true;
    /** Requests without token are answered too. */
    isOpen?: true;
  }
}

/** Position of the API version in paths. */
export const VERSIONED = ["/:version(^\\d+\\.\\d+$)", "/api/:version(^v?\\d[\\d.]*$)"] as const;

type Check = (request: FastifyRequest, reply: FastifyReply) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (failure?: Error) => void) => void;

/** A check that throws its refusal, in the form of a hook. */
export function hook(check: Check): Hook {
  return (request, reply, done) => {
    try {
      check(request, reply);
    } catch (failure) {
      done(failure instanceof Error ? failure : new Error(String(failure)));
      return;
    }
    done();
  };
}

/**
 * Adds the checks before a body is read (wire contract 1.7). Every address refuses unsupported methods, then calls of other web sites, then bodies
 * that are not JSON.
 */
export function checkBeforeBody(app: FastifyInstance, publicUrl: URL | null): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.addHook("onRequest", wellFormed);
  const foreign = hook((request) => {
    refuseForeign(request, publicUrl);
  });
  app.addHook("onRoute", function (route) {
    // Fastify adds HEAD to every GET by itself, after the GET.
    if (route.config?.isRefusal === true || route.method === "HEAD") return;
    const served = servedWith([route.method].flat());
    route.onRequest = [...[route.onRequest ?? []].flat(), foreign, mediaType];
    const others = app.supportedMethods.filter((method) => !served.includes(method));
    const refused = refusing((reply) => {
      void reply.header("Allow", served.join(", "));
      return refuse("method_not_allowed", { allowed_list: served });
    });
    this.route({
      ...refused,
      method: others,
      url: route.routePath,
      config: { ...route.config, isRefusal: true },
    });
  });
}

/** Methods of an address; an address with GET also has HEAD. */
function servedWith(methods: readonly string[]): readonly string[] {
  return methods.includes("GET") ? [...new Set([...methods, "HEAD"])] : methods;
}

/** Refuses requests that Node accepts although they are not valid HTTP/1.1. The connection is closed. */
const wellFormed = hook(({ raw }, reply) => {
  const reason = faultOf(raw);
  if (reason === null) return;
  void reply.header("Connection", "close");
  throw refuse("malformed_request", { reason });
});

/** Clients of HTTP/1.0 need not name a host, and no client may name two (RFC 9112, 3.2). */
function faultOf({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return `HTTP/${httpVersion}`;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1) return "several Hosts";
  return hosts === 0 && httpVersion === "1.1" ? "no Host" : null;
}

/**
 * Refuses a browser's call for a page of another origin (wire contract 1.3). This is a second defence: a foreign page cannot set the header of the
 * token without permission. Other clients send neither `Sec-Fetch-Site` nor `Origin`.
 */
function refuseForeign(request: FastifyRequest, publicUrl: URL | null): void {
  if (request.method !== "POST" || isOwnPage(request, publicUrl)) return;
  throw refuse("unknown_path", { path: pathOf(request.url) }).because("otherSite");
}

/** `Sec-Fetch-Site` is checked first. A browser that does not send it, as over plain HTTP, sends `Origin`. */
function isOwnPage(request: FastifyRequest, publicUrl: URL | null): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  return origin === undefined || isOwn(origin, request, publicUrl);
}

/** The public address of the instance, or the host that the request was sent to. */
function isOwn(origin: string, request: FastifyRequest, publicUrl: URL | null): boolean {
  if (publicUrl !== null && origin === publicUrl.origin) return true;
  const url = URL.parse(origin);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  // An origin does not contain the default port of its protocol.
  return url.host === URL.parse(`${url.protocol}//${request.host}`)?.host;
}

const mediaType = hook(({ method, raw, routeOptions: { config } }) => {
  if (method !== "POST" || isOfType(raw, config.mediaType)) return;
  if (config.mayBeEmpty !== true || !hasNoBody(raw)) throw refuse("unsupported_media_type");
  // An empty body has no type, so no parser is needed.
  delete raw.headers["content-type"];
});

/** Refuses addresses with every method. */
export function refusePaths(
  app: FastifyInstance,
  urls: readonly string[],
  why: (reply: FastifyReply) => Error = unknownPath,
): void {
  for (const url of urls) app.route({ ...refusing(why), method: app.supportedMethods, url });
}

function refusing(
  why: (reply: FastifyReply) => Error,
): Pick<RouteOptions, "config" | "onRequest" | "handler"> {
  return {
    config: { isRefusal: true },
    onRequest: (_request, reply, done) => {
      done(why(reply));
    },
    handler: () => {
      throw new Error("a refused request has no answer");
    },
  };
}

export function unknownPath({ request: { originalUrl } }: Pick<FastifyReply, "request">): Error {
  return refuse("unknown_path", { path: pathOf(originalUrl) });
}

/** Refuses addresses whose last segment is empty: `/api/oui_lookup/`. */
export const emptyNames = hook((request) => {
  const names = Object.entries(request.params ?? {}).filter(([name]) => name !== "*");
  if (names.some(([, value]) => value === "")) throw unknownPath({ request });
});

/** The client may not keep the answer. */
export const notStored = hook((_request, reply) => {
  void reply.header("Cache-Control", "no-store");
});
