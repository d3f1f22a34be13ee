import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.function",
  gpk: "fn",
  label: { de: "Funktion", en: "Function" },
  plural: { de: "Funktionen", en: "Functions" },
  description: {
    de: "Funktion eines Objekttyps mit ihren Parametern",
    en: "Function of an object type with its parameters",
  },
  attributes: {
    system: { type: "text_id", label: { de: "System", en: "System" } },
    object_type: { type: "text_id", label: { de: "Objekttyp", en: "Object type" } },
    name: { type: "text_id", isDesignation: true, label: { de: "Name", en: "Name" } },
    fq_name: { type: "fq_name", label: { de: "Voller Name", en: "Full name" } },
    object_fq_name: {
      label: { de: "Voller Name des Objekttyps", en: "Full name of the object type" },
      ref: { to: "wapi.object_type" },
    },
    is_data_manipulating: { type: "boolean", label: { de: "Ändernd", en: "Writing" } },
    permission_list: { type: "text_id_array", label: { de: "Berechtigungen", en: "Permissions" } },
    grant_rule: {
      type: "json",
      label: { de: "Wer sonst darf", en: "Who else may" },
      help: {
        de: "Regel über die Zeile für Konten ohne Berechtigung; leer: niemand",
        en: "Rule about the row for accounts without permission; null: nobody",
      },
      nullable: true,
    },
    grant_attribute_list: {
      type: "text_id_array",
      label: { de: "Attribute für andere", en: "Attributes for others" },
      help: {
        de: "Was ohne Berechtigung geändert werden darf",
        en: "What may be changed without permission",
      },
      nullable: true,
    },
    parameters: { type: "json_object", label: { de: "Parameter", en: "Parameters" } },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["fq_name"],
  read: "meta",
  source: "metadata",
});
