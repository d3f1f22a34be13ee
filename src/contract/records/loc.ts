import type { RecordType } from "../record-type.ts";

export const LOC: RecordType = {
  name: "LOC",
  code: 29,
  fields: { location: "location" },
  example: "49 0 33.000 N 8 24 30.000 E 115.00m 1m 10000m 10m",
  description: { de: "Geografische Lage", en: "Geographical location" },
};
