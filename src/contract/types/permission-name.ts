import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: "^[a-z0-9]+\\.[a-z0-9_:]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Name einer Berechtigung", en: "Name of a permission" },
  help: { de: "Zum Beispiel wapi.su_access", en: "For example wapi.su_access" },
} as const satisfies ServerSpec;
