import type { RecordType } from "../record-type.ts";

export const DNAME: RecordType = {
  name: "DNAME",
  code: 39,
  fields: { data: "name" },
  target: { field: "data" },
  example: "example.edu.",
  description: { de: "Alias für alle Namen darunter", en: "Alias of all names below" },
  isSingleton: true,
};
