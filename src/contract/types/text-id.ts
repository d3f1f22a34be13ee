import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: "^[A-Za-z0-9][A-Za-z0-9 _.:/()+-]*$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Kennung", en: "Identifier" },
  help: {
    de: "Buchstaben von A bis Z (keine Umlaute), Ziffern, Leerzeichen und _ . : / ( ) + -, am Anfang ein Buchstabe oder eine Ziffer",
    en: "Letters from A to Z (without accents), digits, blanks and _ . : / ( ) + -, beginning with a letter or digit",
  },
} as const satisfies ServerSpec;

export const portal = { cell: "chip" } as const satisfies PortalSpec;
