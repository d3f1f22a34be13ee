import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dnscfg.ns_set",
  gpk: "nsset",
  system: { label: { de: "DNS-Konfiguration", en: "DNS configuration" } },
  label: { de: "Nameserver-Gruppe", en: "Name server set" },
  plural: { de: "Nameserver-Gruppen", en: "Name server sets" },
  description: {
    de: "Nameserver, die gemeinsam Zonen bedienen",
    en: "Name servers that serve zones together",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    members_are_exclusive: {
      type: "boolean",
      label: { de: "Mitglieder nur hier", en: "Members are exclusive" },
      help: {
        de: "Ein Nameserver gehört zu höchstens einer solchen Gruppe",
        en: "A name server belongs to at most one such set",
      },
      default: false,
    },
    zone_data_is_external: {
      type: "boolean",
      label: { de: "Zonendaten extern", en: "Zone data are external" },
      help: { de: "Die Zonen werden anderswo gepflegt", en: "The zones are kept elsewhere" },
      default: false,
    },
  },
  key: ["name"],
  read: "all",
});
