import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "object", hasLines: true } as const satisfies ValueSpec;

export const server = {
  sqlType: "jsonb",
  label: { de: "JSON-Objekt", en: "JSON object" },
  help: { de: "Objekt mit benannten Werten", en: "Object with named values" },
} as const satisfies ServerSpec;
