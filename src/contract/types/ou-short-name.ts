import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const OU_PART = "[^:/ ]([^:/]*[^:/ ])?";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: `^${OU_PART}$`,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "OE-Kurzname", en: "Short name of an OE" },
  help: { de: "Ohne : und /, ohne Leerzeichen am Rand", en: "Without : and /, no blank at either end" },
} as const satisfies ServerSpec;
