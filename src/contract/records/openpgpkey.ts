import type { RecordType } from "../record-type.ts";

export const OPENPGPKEY: RecordType = {
  name: "OPENPGPKEY",
  code: 61,
  fields: { key: "base64" },
  example: "bm90IGEga2V5",
  description: { de: "OpenPGP-Schlüssel einer Mailadresse", en: "OpenPGP key of a mail address" },
};
