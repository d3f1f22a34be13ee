import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "ndcfg.module_type_class",
  gpk: "modclass",
  label: { de: "Modultypklasse", en: "Module type class" },
  plural: { de: "Modultypklassen", en: "Module type classes" },
  description: {
    de: "Klasse von Modultypen, zum Beispiel Switches oder Dosen",
    en: "Class of module types, for example switches or sockets",
  },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["name"],
  read: "all",
});
