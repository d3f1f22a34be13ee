import { netboxListOf } from "./netbox/lists.ts";

export const IMPORT_KINDS = ["zone", "csv", "kea", "isc-dhcp", "netbox"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The kind of a text, from its content; a table if nothing indicates another kind. */
export function kindOf(text: string): ImportKind {
  const start = text.slice(0, 100_000);
  if (/"Dhcp[46]"/.test(start)) return "kea";
  if (/^\s*[[{]/.test(start)) return "netbox";
  if (/^\s*(?:subnet6?\s+\S+[^;]*\{|shared-network\s|host\s+\S+\s*\{|option\s+domain-name)/m.test(start))
    return "isc-dhcp";
  if (/^\s*\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\b|\sSOA\s/im.test(start)) return "zone";
  const [head = ""] = start.replace(/^\uFEFF?\s*(?:sep=.\s*)?/, "").split(/[\r\n]/, 1);
  const heads = head.split(/[,;\t]/).map((cell) => cell.replaceAll('"', ""));
  return netboxListOf("", heads) === null ? "csv" : "netbox";
}
