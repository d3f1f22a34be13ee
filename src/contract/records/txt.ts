import type { RecordType } from "../record-type.ts";

export const TXT: RecordType = {
  name: "TXT",
  code: 16,
  fields: { text: "text" },
  example: "v=spf1 -all",
  description: { de: "Text", en: "Text" },
};
