import type { RecordType } from "../record-type.ts";

export const A: RecordType = {
  name: "A",
  code: 1,
  fields: { address: "address4" },
  example: "192.0.2.1",
  description: { de: "IPv4-Adresse", en: "IPv4 address" },
};
