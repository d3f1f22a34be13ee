import type { RecordType } from "../record-type.ts";

export const PTR: RecordType = {
  name: "PTR",
  code: 12,
  fields: { data: "name" },
  target: { field: "data" },
  example: "www.example.edu.",
  description: { de: "Verweis auf einen Namen", en: "Reference to a name" },
};
