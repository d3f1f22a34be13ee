import { defineObjectType } from "../../catalogue/define.ts";

/** Display names of systems; a system without a row is shown by its own name. */
const NAMES = [
  ["wapi", "API", "API"],
  ["cntl", "Verwaltung", "Administration"],
  ["org", "Organisation", "Organisation"],
  ["nd", "Netzdokumentation", "Network documentation"],
  ["ndcfg", "Vorgaben der Netzdokumentation", "Settings of network documentation"],
  ["dns", "DNS", "DNS"],
  ["dhcp", "DHCP", "DHCP"],
  ["dnscfg", "DNS-Konfiguration", "DNS configuration"],
  ["macauth", "MAC-Authentifizierung", "MAC authentication"],
  ["output", "Auslieferung an Dienste", "Delivery to services"],
  ["req", "Anträge", "Requests"],
  ["tmp", "Werte im Aufruf", "Values in the call"],
] as const;

export default defineObjectType({
  name: "wapi.system",
  gpk: "sys",
  label: { de: "System", en: "System" },
  plural: { de: "Systeme", en: "Systems" },
  description: { de: "Teil der API", en: "Part of the API" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["name"],
  read: "meta",
  source: "metadata",
  rows: NAMES.map(([name, de, en]) => ({ id: name, name, language_dict: { name: { de, en } } })),
});
