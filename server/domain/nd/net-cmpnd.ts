import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.net_cmpnd",
  gpk: "nc",
  label: { de: "Netzverbund", en: "Network compound" },
  plural: { de: "Netzverbünde", en: "Network compounds" },
  description: { de: "Teil einer Netzinstanz", en: "Part of a net instance" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    net_instnc: { ref: { to: "nd.net_instnc" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["name"],
  read: "all",
});
