import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "number", hasFraction: true } as const satisfies ValueSpec;

export const server = {
  sqlType: "double precision",
  label: { de: "Dezimalzahl", en: "Decimal number" },
  help: { de: "Zahl mit Nachkommastellen", en: "Number with decimal places" },
} as const satisfies ServerSpec;

export const portal = { options: { isInteger: false }, isPlain: true } as const satisfies PortalSpec;
