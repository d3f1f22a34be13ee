import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "json", hasLines: true } as const satisfies ValueSpec;

export const server = {
  sqlType: "jsonb",
  label: { de: "JSON-Wert", en: "JSON value" },
  help: { de: "Beliebiger JSON-Wert", en: "Any JSON value" },
} as const satisfies ServerSpec;

export const portal = { hasLines: true, isAsSent: true } as const satisfies PortalSpec;
