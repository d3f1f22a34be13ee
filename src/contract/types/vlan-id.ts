import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "number", min: 1, max: 4094 } as const satisfies ValueSpec;

export const server = {
  sqlType: "integer",
  label: { de: "VLAN-ID", en: "VLAN id" },
  help: { de: "Ganze Zahl von 1 bis 4094", en: "Whole number from 1 to 4094" },
} as const satisfies ServerSpec;
