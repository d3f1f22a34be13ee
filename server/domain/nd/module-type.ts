import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "ndcfg.module_type",
  gpk: "modtype",
  system: { label: { de: "Vorgaben der Netzdokumentation", en: "Settings of network documentation" } },
  label: { de: "Modultyp", en: "Module type" },
  plural: { de: "Modultypen", en: "Module types" },
  description: { de: "Bauart eines Moduls", en: "Design of a module" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    class: { label: { de: "Klasse", en: "Class" }, ref: { to: "ndcfg.module_type_class" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" }, nullable: true },
  },
  key: ["name"],
  title: ["name", "title"],
  languageAttributes: ["title"],
  read: "all",
});
