import type { RecordType } from "../record-type.ts";
import { refusedFor } from "../values/parsed.ts";

export const NAPTR: RecordType = {
  name: "NAPTR",
  code: 35,
  fields: {
    order: "uint16",
    preference: "uint16",
    flags: "flags",
    service: "string",
    regexp: "rewriting",
    replacement: "name",
  },
  target: { field: "replacement", isOptional: true },
  contradiction: (read) =>
    read.get("regexp") !== '""' && read.get("replacement") !== "." ? refusedFor("eitherReplacement") : null,
  example: '100 10 "S" "SIP+D2U" "" _sip._udp.example.edu.',
  description: {
    de: "Regel für Dienste: Ordnung, Vorrang, Kennzeichen, Dienst, Ausdruck, Name",
    en: "Rule for services: order, preference, flags, service, expression, name",
  },
};
