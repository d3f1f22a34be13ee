import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "boolean" } as const satisfies ValueSpec;

export const server = {
  sqlType: "boolean",
  label: { de: "Wahrheitswert", en: "Boolean" },
  help: { de: "Wahr oder falsch", en: "True or false" },
} as const satisfies ServerSpec;

export const portal = { isPlain: true } as const satisfies PortalSpec;
