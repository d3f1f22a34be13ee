import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type_attr_lang_dict",
  gpk: "otal",
  label: { de: "Texte eines Attributs", en: "Texts of an attribute" },
  description: {
    de: "Name und Beschreibung eines Attributs in einer Sprache",
    en: "Name and description of an attribute in one language",
  },
  attributes: {
    object_fq_name: {
      type: "fq_name",
      label: { de: "Objekttyp", en: "Object type" },
      serverWritten: true,
      ref: { to: "wapi.object_type", by: "key" },
    },
    attribute: { type: "text_id", label: { de: "Attribut", en: "Attribute" }, serverWritten: true },
    language_tag: { type: "language_tag", label: { de: "Sprache", en: "Language" }, serverWritten: true },
    name: { type: "text_line", label: { de: "Name", en: "Name" }, serverWritten: true },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, serverWritten: true },
  },
  key: ["object_fq_name", "attribute", "language_tag"],
  title: ["object_fq_name", "attribute", "language_tag"],
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
});
