import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 64,
  pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$",
  partPattern: "^[A-Za-z0-9_-]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Gruppenname", en: "Group name" },
  help: {
    de: "Buchstaben von A bis Z (keine Umlaute), Ziffern, _ und -",
    en: "Letters from A to Z (without accents), digits, _ and -",
  },
} as const satisfies ServerSpec;
