import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { LIMITS } from "../limits.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "regex",
  textLength: LIMITS.regexpLength,
  isAsSent: true,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Regulärer Ausdruck", en: "Regular expression" },
  help: { de: "Muster, das irgendwo im Wert passt", en: "Pattern that matches anywhere in the value" },
} as const satisfies ServerSpec;

export const portal = { isAsSent: true } as const satisfies PortalSpec;
