import { METHODS } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { refuse } from "../faults.ts";
import { isJson } from "./body.ts";
import { refuseForeign } from "./same-origin.ts";
import { pathOf } from "./url.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route refuses what its address does not have. */
    isRefusal?: true;
    /** The function that the route is of. */
    operation?: string;
    /** Answers tell the state of a transaction (wire contract 3.7). */
    tellsState?: true;
    /** Requests without token are answered too. */
    isOpen?: true;
  }
}

/** Where paths name a version of the API. */
export const VERSIONED = ["/:version(^\\d+\\.\\d+$)", "/api/:version(^v?\\d[\\d.]*$)"] as const;

type Check = (request: FastifyRequest, reply: FastifyReply) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (failure?: Error) => void) => void;

/** A check that throws its refusal, as a hook. */
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
 * What is looked at before a body is read (wire contract 1.7): every address refuses the methods that it does not have, then calls of other web
 * sites, then bodies that are no JSON.
 */
export function checkBeforeBody(app: FastifyInstance, publicUrl: URL | null): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const foreign = hook((request) => {
    refuseForeign(request, publicUrl);
  });
  app.addHook("onRoute", function (route) {
    if (route.config?.isRefusal === true) return;
    const served = [route.method].flat();
    route.onRequest = [...[route.onRequest ?? []].flat(), foreign, mediaType];
    const others = app.supportedMethods.filter((method) => !served.includes(method));
    const refused = refusing(({ reply }) => {
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

const mediaType = hook(({ method, raw }) => {
  if (method === "POST" && !isJson(raw)) throw refuse("unsupported_media_type");
});

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Refuses addresses under every method. */
export function refusePaths(
  app: FastifyInstance,
  urls: readonly string[],
  why: (asked: Asked) => Error = unknownPath,
): void {
  for (const url of urls) app.route({ ...refusing(why), method: app.supportedMethods, url });
}

function refusing(why: (asked: Asked) => Error): Pick<RouteOptions, "config" | "onRequest" | "handler"> {
  return {
    config: { isRefusal: true },
    onRequest: (request, reply, done) => {
      done(why({ request, reply }));
    },
    handler: () => {
      throw new Error("a refused request has no answer");
    },
  };
}

export function unknownPath({ request: { originalUrl } }: Pick<Asked, "request">): Error {
  return refuse("unknown_path", { path: pathOf(originalUrl) });
}

/** Refuses addresses whose last segment names nothing: `/api/oui_lookup/`. */
export const emptyNames = hook((request) => {
  const names = Object.entries(request.params ?? {}).filter(([name]) => name !== "*");
  if (names.some(([, value]) => value === "")) throw unknownPath({ request });
});

/** What is answered may not be kept. */
export const notStored = hook((_request, reply) => {
  void reply.header("Cache-Control", "no-store");
});
