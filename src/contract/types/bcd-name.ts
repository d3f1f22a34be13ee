import { matching, type PortalSpec, type ServerSpec, type ValueSpec } from "../data-type.ts";

const PATTERN = "^[a-z0-9]+(-[a-z0-9]+){1,2}(-[0-9]+)?$";

export const value = {
  jsonName: "string",
  textLength: 23,
  pattern: PATTERN,
  partPattern: "^[a-z0-9-]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "BCD-Name", en: "BCD name" },
  help: {
    de: "OE-Bereich-Funktion-Nummer in Kleinbuchstaben; Bereich und Nummer können fehlen",
    en: "ou-division-function-number in lower case; division and number are optional",
  },
} as const satisfies ServerSpec;

export const portal = {
  options: { expected: "core.form.expected.bcd_name" },
  invalid: "core.form.invalidBcdName",
  read: matching(PATTERN),
} as const satisfies PortalSpec;
