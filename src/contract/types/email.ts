import type { ServerSpec, ValueSpec } from "../data-type.ts";

const PART = '[^@\\s,;:<>()\\[\\]"\\\\]+';

export const value = {
  jsonName: "string",
  formatLiteral: "email",
  textLength: 254,
  // Other signs would make several recipients of one, or a name with an address.
  pattern: `^${PART}@${PART}$`,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "E-Mail-Adresse", en: "E-mail address" },
  help: { de: "Zum Beispiel name@example.edu", en: "For example name@example.edu" },
} as const satisfies ServerSpec;
