import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 255,
  pattern: "^[^\\r\\n]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Textzeile", en: "Line of text" },
  help: { de: "Text ohne Zeilenumbrüche, nicht leer", en: "Text without line breaks, not empty" },
} as const satisfies ServerSpec;

export const portal = { isPlain: true } as const satisfies PortalSpec;
