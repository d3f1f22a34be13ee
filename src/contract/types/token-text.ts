import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 128,
  pattern: "^[A-Za-z0-9_-]{43,128}$",
  isAsSent: true,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Text eines Tokens", en: "Text of a token" },
  help: {
    de: "43 bis 128 Zeichen aus A-Z, a-z, 0-9, - und _",
    en: "43 to 128 characters out of A-Z, a-z, 0-9, - and _",
  },
} as const satisfies ServerSpec;

export const portal = { widget: "secret", cell: "once", isAsSent: true } as const satisfies PortalSpec;
