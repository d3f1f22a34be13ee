import type { RecordType } from "../record-type.ts";
import { TLSA } from "./tlsa.ts";

export const SMIMEA: RecordType = {
  ...TLSA,
  name: "SMIMEA",
  code: 53,
  description: { de: "Zertifikat einer Mailadresse", en: "Certificate of a mail address" },
};
