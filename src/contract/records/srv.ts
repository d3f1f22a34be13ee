import type { RecordType } from "../record-type.ts";

export const SRV: RecordType = {
  name: "SRV",
  code: 33,
  fields: { priority: "uint16", weight: "uint16", port: "uint16", target: "name" },
  target: { field: "target", isNoAlias: true },
  example: "0 5 443 www.example.edu.",
  description: { de: "Dienst: Priorität, Gewicht, Port, Name", en: "Service: priority, weight, port, name" },
};
