import type { RecordType } from "../record-type.ts";

export const AAAA: RecordType = {
  name: "AAAA",
  code: 28,
  fields: { address: "address6" },
  example: "2001:db8::1",
  description: { de: "IPv6-Adresse", en: "IPv6 address" },
};
