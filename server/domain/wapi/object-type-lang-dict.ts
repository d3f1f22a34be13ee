import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type_lang_dict",
  gpk: "otl",
  label: { de: "Objekttyptext", en: "Object type text" },
  plural: { de: "Objekttyptexte", en: "Object type texts" },
  description: {
    de: "Name und Beschreibung eines Objekttyps in einer Sprache",
    en: "Name and description of an object type in one language",
  },
  attributes: {
    object_fq_name: { ref: { to: "wapi.object_type" } },
    language_tag: { type: "language_tag", label: { de: "Sprache", en: "Language" } },
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" } },
  },
  key: ["object_fq_name", "language_tag"],
  read: "meta",
  source: "metadata",
});
