import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.vlan",
  gpk: "vlan",
  label: { de: "VLAN", en: "VLAN" },
  plural: { de: "VLANs", en: "VLANs" },
  description: { de: "VLAN einer Netzinstanz", en: "VLAN of a net instance" },
  attributes: {
    net_instnc: { createOnly: true, ref: { to: "nd.net_instnc" } },
    id: {
      type: "vlan_id",
      label: { de: "VLAN-ID", en: "VLAN id" },
      help: { de: "Nummer des VLANs, 1 bis 4094", en: "Number of the VLAN, 1 to 4094" },
      createOnly: true,
    },
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    bcd: { ref: { to: "nd.bcd" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["net_instnc", "id"],
  title: ["name", "id"],
  search: {
    rank: 14,
    system: "dnsvs",
    by: [{ vlan: "id" }, "name_regexp", { words: "description_regexp_ic" }],
    shown: ["name", "id", "net_instnc", "bcd"],
    sorting: ["id", "net_instnc"],
  },
  own: { column: "bcd", in: "bcds" },
  read: "own",
  storage: {
    searched: ["name", "description"],
  },
});
