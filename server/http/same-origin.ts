import type { FastifyRequest } from "fastify";
import { refuse } from "../faults.ts";
import { pathOf } from "./url.ts";

/**
 * Refuses a call that a browser makes for a page of another origin (wire contract 1.3). Tokens go in a header that no foreign page can set
 * without being allowed to, so this is a second wall. Clients that are no browsers send neither header.
 */
export function refuseForeign(request: FastifyRequest, publicUrl: URL | null): void {
  if (request.method !== "POST" || isOwnPage(request, publicUrl)) return;
  throw refuse("unknown_path", { path: pathOf(request.url) }).because("otherSite");
}

/** What the browser itself says of page and address counts first; one that does not say it, or not over plain HTTP, tells the origin. */
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
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.host === bareHost(request, url);
}

/** The host as an origin writes it: without the port that its protocol has anyway. */
function bareHost(request: FastifyRequest, { protocol }: URL): string | undefined {
  return URL.parse(`${protocol}//${request.host}`)?.host;
}
