import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: "^[A-Za-z0-9_-]+$",
  isOpaque: true,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Objektschlüssel", en: "Object key" },
  help: { de: "Eindeutiger Schlüssel eines Objekts (GPK)", en: "Unique key of an object (GPK)" },
} as const satisfies ServerSpec;

export const portal = { isOpaque: true, isUnsearched: true } as const satisfies PortalSpec;
