import type { RecordType } from "../record-type.ts";

export const URI: RecordType = {
  name: "URI",
  code: 256,
  fields: { priority: "uint16", weight: "uint16", target: "longString" },
  example: '10 1 "https://www.example.edu/"',
  description: { de: "Adresse eines Dienstes", en: "Address of a service" },
};
