import type { RecordType } from "../record-type.ts";

export const DS: RecordType = {
  name: "DS",
  code: 43,
  fields: { key_tag: "uint16", algorithm: "algorithm", digest_type: "digestType", digest: "hex" },
  digest: { by: "digest_type", bytes: { 1: 20, 2: 32, 3: 32, 4: 48 } },
  example: "12345 13 2 a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447",
  description: { de: "Schlüssel einer delegierten Zone", en: "Key of a delegated zone" },
};
