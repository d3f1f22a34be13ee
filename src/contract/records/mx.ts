import type { RecordType } from "../record-type.ts";

export const MX: RecordType = {
  name: "MX",
  code: 15,
  fields: { preference: "uint16", exchange: "name" },
  target: { field: "exchange", isNoAlias: true },
  example: "10 mail.example.edu.",
  description: { de: "Mailserver mit Priorität", en: "Mail server with priority" },
};
