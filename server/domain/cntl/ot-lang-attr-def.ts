import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.ot_lang_attr_def",
  gpk: "lad",
  label: { de: "Übersetzbares Attribut", en: "Translatable attribute" },
  description: {
    de: "Attribut eines Objekttyps, das in mehreren Sprachen vorliegt",
    en: "Attribute of an object type that exists in several languages",
  },
  attributes: {
    object_fq_name: {
      type: "fq_name",
      label: { de: "Objekttyp", en: "Object type" },
      serverWritten: true,
      ref: { to: "wapi.object_type", by: "key" },
    },
    lang_attr_key: { type: "text_id", label: { de: "Attribut", en: "Attribute" }, serverWritten: true },
    position: { type: "integer", label: { de: "Position", en: "Position" }, serverWritten: true },
    name: { type: "text_line", label: { de: "Name", en: "Name" }, serverWritten: true },
  },
  key: ["object_fq_name", "lang_attr_key"],
  title: ["object_fq_name", "lang_attr_key"],
  languageAttributes: ["name"],
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
  describes: "translated attributes",
});
