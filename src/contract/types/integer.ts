import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "number",
  min: Number.MIN_SAFE_INTEGER,
  max: Number.MAX_SAFE_INTEGER,
} as const satisfies ValueSpec;

export const server = {
  sqlType: "bigint",
  label: { de: "Ganze Zahl", en: "Whole number" },
  help: { de: "Ganze Zahl mit höchstens 53 Bit", en: "Whole number of at most 53 bits" },
} as const satisfies ServerSpec;

export const portal = { isPlain: true } as const satisfies PortalSpec;
