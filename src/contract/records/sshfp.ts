import type { RecordType } from "../record-type.ts";

export const SSHFP: RecordType = {
  name: "SSHFP",
  code: 44,
  fields: { algorithm: "uint8", kind: "uint8", fingerprint: "hex" },
  digest: { by: "kind", bytes: { 1: 20, 2: 32 } },
  example: "4 2 a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447",
  description: { de: "Fingerabdruck eines SSH-Schlüssels", en: "Fingerprint of an SSH key" },
};
