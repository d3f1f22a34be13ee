import { defineObjectType } from "../../catalogue/define.ts";
import { RECORD_TYPES } from "../../catalogue/dns-types.ts";

export default defineObjectType({
  name: "dns.record_type",
  gpk: "recordtype",
  label: { de: "Eintragstyp", en: "Record type" },
  description: {
    de: "Art eines DNS-Eintrags und die Form seiner Daten",
    en: "Kind of a DNS record and the form of its data",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" }, serverWritten: true },
    description: {
      type: "text",
      label: { de: "Beschreibung", en: "Description" },
      nullable: true,
      serverWritten: true,
    },
    target_kind: {
      type: "text_id",
      label: { de: "Ziel", en: "Target" },
      help: {
        de: "Worauf die Daten zeigen: inet, fqdn, text oder none",
        en: "What the data point to: inet, fqdn, text or none",
      },
      serverWritten: true,
    },
    is_singleton: {
      type: "boolean",
      label: { de: "Einzeln", en: "Singleton" },
      help: {
        de: "Höchstens ein Eintrag dieses Typs je Name",
        en: "At most one record of this type per name",
      },
      serverWritten: true,
    },
    data_format: {
      type: "text_line",
      label: { de: "Beispiel", en: "Example" },
      help: { de: "Daten in ihrer kanonischen Form", en: "Data in their canonical form" },
      nullable: true,
      serverWritten: true,
    },
    position: { type: "integer", label: { de: "Position", en: "Position" }, serverWritten: true },
  },
  key: ["name"],
  title: ["name"],
  languageAttributes: ["description"],
  functions: {},
  own: null,
  read: "all",
  write: "nobody",
  source: "metadata",
  rows: [
    ["A", "IPv4-Adresse", "address", false, "198.51.100.11"],
    ["AAAA", "IPv6-Adresse", "address", false, "2001:db8::11"],
    ["CNAME", "Alias für einen anderen Namen", "name", true, "web1.example.com."],
    ["DNAME", "Alias für alle Namen darunter", "name", true, "example.com."],
    ["NS", "Nameserver", "name", false, "ns1.example.com."],
    ["PTR", "Verweis auf einen Namen", "name", false, "web1.example.com."],
    ["MX", "Mailserver mit Priorität", "name", false, "10 mail.example.com."],
    ["SRV", "Dienst: Priorität, Gewicht, Port, Name", "name", false, "0 5 443 web1.example.com."],
    ["TXT", "Text", "text", false, "v=spf1 -all"],
    ["CAA", "Erlaubte Zertifizierungsstelle", "text", false, '0 issue "ca.example"'],
    ["SSHFP", "Fingerabdruck eines SSH-Schlüssels", "text", false, "4 2 a1b2"],
    ["TLSA", "Zertifikat eines TLS-Dienstes", "text", false, "3 1 1 a1b2"],
    ["DS", "Schlüssel einer delegierten Zone", "text", false, "12345 13 2 a1b2"],
    ["REF-FQDN", "Bloßer Verweis auf einen Namen", "none", true, null],
  ].map(
    ([name = null, description = null, target_kind = null, is_singleton = null, data_format = null], at) => ({
      id: name,
      name,
      description,
      target_kind,
      is_singleton,
      data_format,
      position: at + 1,
    }),
  ),
});
