import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

export const value = { jsonName: "number", min: 1, max: 999_999 } as const satisfies ValueSpec;

export const server = {
  sqlType: "integer",
  label: { de: "VNI", en: "VNI" },
  help: { de: "Ganze Zahl von 1 bis 999999", en: "Whole number from 1 to 999999" },
} as const satisfies ServerSpec;

export const portal = { options: { isInPairs: true }, cell: "vni" } as const satisfies PortalSpec;

/** A VNI in readable form: six digits in pairs, `4711` is `00.47.11`. */
export function formatVni(vni: number): string {
  return String(vni)
    .padStart(6, "0")
    .replace(/(..)(..)(..)$/, "$1.$2.$3");
}
