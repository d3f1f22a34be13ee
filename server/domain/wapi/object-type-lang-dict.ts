import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type_lang_dict",
  gpk: "otl",
  label: { de: "Texte eines Objekttyps", en: "Texts of an object type" },
  description: {
    de: "Name und Beschreibung eines Objekttyps in einer Sprache",
    en: "Name and description of an object type in one language",
  },
  attributes: {
    object_fq_name: {
      type: "fq_name",
      label: { de: "Objekttyp", en: "Object type" },
      serverWritten: true,
      ref: { to: "wapi.object_type", by: "key" },
    },
    language_tag: { type: "language_tag", label: { de: "Sprache", en: "Language" }, serverWritten: true },
    name: { type: "text_line", label: { de: "Name", en: "Name" }, serverWritten: true },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, serverWritten: true },
  },
  key: ["object_fq_name", "language_tag"],
  title: ["object_fq_name", "language_tag"],
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
});
