import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 4000,
  isAsSent: true,
  hasLines: true,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Text", en: "Text" },
  help: { de: "Beliebiger Text, auch mehrzeilig", en: "Any text, line breaks allowed" },
} as const satisfies ServerSpec;

export const portal = {
  widget: "textarea",
  hasLines: true,
  isAsSent: true,
  isPlain: true,
} as const satisfies PortalSpec;
