import type { RecordType } from "../record-type.ts";

export const NS: RecordType = {
  name: "NS",
  code: 2,
  fields: { data: "name" },
  target: { field: "data", isNoAlias: true },
  example: "ns1.example.edu.",
  description: { de: "Nameserver", en: "Name server" },
};
