import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 63,
  pattern: "^[ -~]{8,63}$",
  isAsSent: true,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "WPA2-Schlüssel", en: "WPA2 key" },
  help: { de: "8 bis 63 druckbare ASCII-Zeichen", en: "8 to 63 printable ASCII characters" },
} as const satisfies ServerSpec;

export const portal = { widget: "secret", isAsSent: true } as const satisfies PortalSpec;
