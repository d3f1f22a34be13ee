import type { RecordType } from "../record-type.ts";

export const HINFO: RecordType = {
  name: "HINFO",
  code: 13,
  fields: { cpu: "string", os: "string" },
  example: '"PC" "Linux"',
  description: { de: "Hardware und Betriebssystem", en: "Hardware and operating system" },
};
