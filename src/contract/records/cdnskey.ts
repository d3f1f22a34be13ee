import type { RecordType } from "../record-type.ts";
import { DNSKEY } from "./dnskey.ts";

export const CDNSKEY: RecordType = {
  ...DNSKEY,
  name: "CDNSKEY",
  code: 60,
  description: { de: "Gewünschter Schlüssel der übergeordneten Zone", en: "Wanted key of the parent zone" },
};
