import type { RecordType } from "../record-type.ts";

export const REF_FQDN: RecordType = {
  name: "REF-FQDN",
  fields: {},
  description: { de: "Bloßer Verweis auf einen Namen", en: "Bare reference to a name" },
  isSingleton: true,
};
