import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Settings } from "./settings.ts";

const YEAR_S = 31_536_000;

/** Data are not a page, so they may not be executed or framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Features of the browser that no page of the product uses. */
export const PERMISSIONS_POLICY = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * Security headers of every answer (docs/security.md). The content security policy is separate: pages have one with a nonce, and data have one that
 * allows nothing. Browsers are told to require TLS only if people reach the instance by TLS.
 */
export function securityHeaders({ mode, publicUrl }: Settings): FastifyHelmetOptions {
  const isByTls = publicUrl === null ? mode === "production" : publicUrl.protocol === "https:";
  return {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: isByTls ? { maxAge: YEAR_S, includeSubDomains: false } : false,
  };
}
