import type { RecordType } from "../record-type.ts";

export const CNAME: RecordType = {
  name: "CNAME",
  code: 5,
  fields: { data: "name" },
  target: { field: "data" },
  example: "www.example.edu.",
  description: { de: "Alias für einen anderen Namen", en: "Alias of another name" },
  isSingleton: true,
};
