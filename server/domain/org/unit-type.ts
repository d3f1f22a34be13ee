import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "org.unit_type",
  gpk: "out",
  label: { de: "OE-Typ", en: "OE type" },
  plural: { de: "OE-Typen", en: "OE types" },
  description: { de: "Art einer Organisationseinheit", en: "Kind of an organisational unit" },
  attributes: {
    short_name: { type: "text_id", label: { de: "Kurzname", en: "Short name" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" } },
    position: {
      type: "integer",
      isOrder: true,
      label: { de: "Position", en: "Position" },
      help: { de: "Reihenfolge der Anzeige, kleinste zuerst", en: "Order of display, lowest first" },
    },
  },
  key: ["short_name"],
  title: ["short_name", "title"],
  languageAttributes: ["title"],
  read: "all",
  write: { permission: "org.rw_oet" },
});
