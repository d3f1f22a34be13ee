import type { RecordType } from "../record-type.ts";
import { refusedFor } from "../values/parsed.ts";

export const SVCB: RecordType = {
  name: "SVCB",
  code: 64,
  fields: { priority: "uint16", target: "name", parameters: "parameters" },
  target: { field: "target", isOptional: true },
  contradiction: (read) =>
    read.get("priority") === "0" && read.get("parameters") !== "" ? refusedFor("aliasParameters") : null,
  example: "1 www.example.edu. port=8443",
  description: { de: "Dienst und seine Parameter", en: "Service and its parameters" },
};
