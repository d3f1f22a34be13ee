import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type_attr_lang_dict",
  gpk: "otal",
  label: { de: "Attributtext", en: "Attribute text" },
  plural: { de: "Attributtexte", en: "Attribute texts" },
  description: {
    de: "Name und Beschreibung eines Attributs in einer Sprache",
    en: "Name and description of an attribute in one language",
  },
  attributes: {
    object_fq_name: { ref: { to: "wapi.object_type" } },
    attribute: { type: "text_id", label: { de: "Attribut", en: "Attribute" } },
    language_tag: { type: "language_tag", label: { de: "Sprache", en: "Language" } },
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" } },
  },
  key: ["object_fq_name", "attribute", "language_tag"],
  read: "meta",
  source: "metadata",
});
