import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object_type",
  gpk: "ot",
  label: { de: "Objekttyp", en: "Object type" },
  description: { de: "Art von Objekten mit ihren Attributen", en: "Kind of objects with its attributes" },
  attributes: {
    system: { type: "text_id", label: { de: "System", en: "System" }, serverWritten: true },
    name: { type: "text_id", label: { de: "Name", en: "Name" }, serverWritten: true },
    fq_name: { type: "fq_name", label: { de: "Voller Name", en: "Full name" }, serverWritten: true },
    is_view: { type: "boolean", label: { de: "Nur lesbar", en: "Read only" }, serverWritten: true },
    key_attribute_list: {
      type: "text_id_array",
      label: { de: "Schlüsselattribute", en: "Key attributes" },
      serverWritten: true,
    },
    title_attribute_list: {
      type: "text_id_array",
      label: { de: "Titelattribute", en: "Title attributes" },
      serverWritten: true,
    },
    lang_attr_list: {
      type: "text_id_array",
      label: { de: "Übersetzte Attribute", en: "Translated attributes" },
      serverWritten: true,
    },
    attributes: { type: "json_object", label: { de: "Attribute", en: "Attributes" }, serverWritten: true },
    referencing_by_attribute: {
      type: "json_object",
      label: { de: "Ziele der Attribute", en: "Targets of attributes" },
      serverWritten: true,
    },
    reference_names_by_attribute: {
      type: "json_object",
      label: { de: "Referenzen der Attribute", en: "References of attributes" },
      serverWritten: true,
    },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" }, serverWritten: true },
  },
  key: ["fq_name"],
  title: ["fq_name"],
  functions: { metadata: {} },
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
});
