import type { RecordType } from "../record-type.ts";

export const TLSA: RecordType = {
  name: "TLSA",
  code: 52,
  fields: { usage: "uint8", selector: "uint8", matching: "uint8", data: "hex" },
  digest: { by: "matching", bytes: { 1: 32, 2: 64 } },
  example: "3 1 1 a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447",
  description: { de: "Zertifikat eines TLS-Dienstes", en: "Certificate of a TLS service" },
};
