import type { RecordType } from "../record-type.ts";
import { nameEnd } from "../values/generic-types.ts";
import { refusedFor } from "../values/parsed.ts";
import { base64Bytes } from "../values/record-strings.ts";

/** An algorithm that the key itself names (RFC 4034, A.1.1). */
const PRIVATE_ALGORITHM = "253";

export const DNSKEY: RecordType = {
  name: "DNSKEY",
  code: 48,
  fields: { flags: "uint16", protocol: "protocol", algorithm: "algorithm", key: "base64" },
  contradiction: (read) =>
    read.get("algorithm") === PRIVATE_ALGORITHM && nameEnd(base64Bytes(read.get("key") ?? ""), 0) === null
      ? refusedFor("privateKey", { field: "key" })
      : null,
  example: "257 3 13 bm90IGEga2V5",
  description: { de: "Schlüssel der Zone", en: "Key of the zone" },
};
