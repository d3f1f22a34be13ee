import type { RecordType } from "../record-type.ts";

export const SPF: RecordType = {
  name: "SPF",
  code: 99,
  fields: { text: "text" },
  example: "v=spf1 -all",
  description: { de: "Erlaubte Absender von Mail (älter)", en: "Permitted senders of mail (older)" },
};
