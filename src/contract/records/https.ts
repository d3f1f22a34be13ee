import type { RecordType } from "../record-type.ts";
import { SVCB } from "./svcb.ts";

export const HTTPS: RecordType = {
  ...SVCB,
  name: "HTTPS",
  code: 65,
  example: "1 . alpn=h2",
  description: { de: "Webdienst und seine Parameter", en: "Web service and its parameters" },
};
