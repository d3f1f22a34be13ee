import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.net_instnc",
  gpk: "ni",
  label: { de: "Netzinstanz", en: "Net instance" },
  plural: { de: "Netzinstanzen", en: "Net instances" },
  description: {
    de: "Selbstständiges Netz mit eigenen VLAN-IDs",
    en: "Network of its own with its own VLAN ids",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["name"],
  read: "all",
});
