import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.data_type",
  gpk: "dt",
  label: { de: "Datentyp", en: "Data type" },
  plural: { de: "Datentypen", en: "Data types" },
  description: { de: "Was ein Wert sein darf", en: "What a value may be" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    json_name: {
      type: "text_id",
      label: { de: "JSON-Typ", en: "JSON type" },
      values: {
        string: { de: "Text", en: "text" },
        number: { de: "Zahl", en: "number" },
        boolean: { de: "ja oder nein", en: "yes or no" },
        array: { de: "Liste", en: "list" },
        object: { de: "Objekt", en: "object" },
        json: { de: "beliebig", en: "anything" },
      },
    },
    format_literal: { type: "text_line", label: { de: "Format", en: "Format" }, nullable: true },
    text_length: { type: "integer", label: { de: "Größte Länge", en: "Greatest length" }, nullable: true },
    pattern: { type: "text", label: { de: "Muster", en: "Pattern" }, nullable: true },
    part_pattern: {
      type: "text",
      label: { de: "Muster eines Teils", en: "Pattern of a part" },
      nullable: true,
    },
    min: { type: "integer", label: { de: "Kleinster Wert", en: "Least value" }, nullable: true },
    max: { type: "integer", label: { de: "Größter Wert", en: "Greatest value" }, nullable: true },
    is_array: { type: "boolean", label: { de: "Liste", en: "List" } },
    element_data_type: {
      type: "text_id",
      label: { de: "Datentyp der Elemente", en: "Data type of the elements" },
      nullable: true,
    },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["name"],
  read: "meta",
  source: "metadata",
});
