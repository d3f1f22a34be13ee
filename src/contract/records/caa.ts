import type { RecordType } from "../record-type.ts";

export const CAA: RecordType = {
  name: "CAA",
  code: 257,
  fields: { flags: "uint8", tag: "tag", value: "value" },
  example: '0 issue "ca.example.net"',
  description: { de: "Erlaubte Zertifizierungsstelle", en: "Permitted certification authority" },
};
