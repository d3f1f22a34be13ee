import { defineObjectType } from "../../catalogue/define.ts";
import { objectRelation } from "./kept-object.parts.ts";

export default defineObjectType({
  name: "cntl.ot_lang_attr_val",
  gpk: "lav",
  label: { de: "Übersetzung", en: "Translation" },
  plural: { de: "Übersetzungen", en: "Translations" },
  description: { de: "Text eines Attributs in einer Sprache", en: "Text of an attribute in one language" },
  attributes: {
    object_gfk: { type: "gpk", label: { de: "Objekt", en: "Object" }, createOnly: true },
    language_tag: { type: "language_tag", label: { de: "Sprache", en: "Language" }, createOnly: true },
    lang_attr_key: {
      type: "text_id",
      label: { de: "Attribut", en: "Attribute" },
      help: { de: "Übersetzbares Attribut des Objekttyps", en: "Translatable attribute of the object type" },
      createOnly: true,
    },
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" }, serverWritten: true },
    value: {
      type: "text",
      label: { de: "Text", en: "Text" },
      help: {
        de: "Der deutsche Text steht auch im Attribut selbst",
        en: "The German text stands in the attribute itself as well",
      },
    },
  },
  key: ["object_gfk", "language_tag", "lang_attr_key"],
  title: ["value"],
  relations: [objectRelation("cntl.ot_lang_attr_val")],
  translates: "object_gfk",
  read: "all",
  metaRows: "t.object_fq_name = 'cntl.ot_lang_attr_def'",
  vanishesWith: "object_gfk",
});
