import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: "^[a-z0-9][a-z0-9._-]*$",
  partPattern: "^[a-z0-9._-]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Anmeldename", en: "Login name" },
  help: { de: "Kleinbuchstaben, Ziffern und . _ -", en: "Lower-case letters, digits and . _ -" },
} as const satisfies ServerSpec;
