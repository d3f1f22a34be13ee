import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { FQDN_LENGTH, FQDN_PATTERN, parseFqdn, readFqdn } from "../values/fqdn.ts";

export const value = {
  jsonName: "string",
  textLength: FQDN_LENGTH,
  pattern: FQDN_PATTERN,
  partPattern: "^[a-z0-9_.*-]+$",
  parse: readFqdn,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "FQDN", en: "FQDN" },
  help: {
    de: "Vollständiger Domänenname mit abschließendem Punkt, zum Beispiel www.example.edu.",
    en: "Complete domain name with final dot, for example www.example.edu.",
  },
} as const satisfies ServerSpec;

export const portal = {
  widget: "fqdn",
  cell: "code",
  options: { expected: "core.form.expected.fqdn" },
  invalid: "core.form.invalidFqdn",
  read: parseFqdn,
  rest: restOf,
} as const satisfies PortalSpec;

/** Index after the first label of a name, or of the name at the end of a text. A name of one label has no rest, and neither has the root. */
function restOf(text: string): number {
  const begin = text.lastIndexOf(" ") + 1;
  const end = text.indexOf(".", begin);
  return text.endsWith(".") && end > begin && end < text.length - 1 ? end : text.length;
}
