import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.ot_lang_attr_def",
  gpk: "lad",
  label: { de: "Übersetzbares Attribut", en: "Translatable attribute" },
  plural: { de: "Übersetzbare Attribute", en: "Translatable attributes" },
  description: {
    de: "Attribut eines Objekttyps, das in mehreren Sprachen vorliegt",
    en: "Attribute of an object type that exists in several languages",
  },
  attributes: {
    object_fq_name: { ref: { to: "wapi.object_type" } },
    lang_attr_key: { type: "text_id", label: { de: "Attribut", en: "Attribute" } },
    position: { type: "integer", label: { de: "Position", en: "Position" } },
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
  },
  key: ["object_fq_name", "lang_attr_key"],
  languageAttributes: ["name"],
  read: "meta",
  source: "metadata",
  describes: "translated attributes",
});
