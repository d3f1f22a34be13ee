import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.data_type",
  gpk: "dt",
  label: { de: "Datentyp", en: "Data type" },
  description: { de: "Was ein Wert sein darf", en: "What a value may be" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" }, serverWritten: true },
    json_name: { type: "text_id", label: { de: "JSON-Typ", en: "JSON type" }, serverWritten: true },
    format_literal: {
      type: "text_line",
      label: { de: "Format", en: "Format" },
      serverWritten: true,
      nullable: true,
    },
    text_length: {
      type: "integer",
      label: { de: "Größte Länge", en: "Greatest length" },
      serverWritten: true,
      nullable: true,
    },
    pattern: { type: "text", label: { de: "Muster", en: "Pattern" }, serverWritten: true, nullable: true },
    part_pattern: {
      type: "text",
      label: { de: "Muster eines Teils", en: "Pattern of a part" },
      serverWritten: true,
      nullable: true,
    },
    min: {
      type: "integer",
      label: { de: "Kleinster Wert", en: "Least value" },
      serverWritten: true,
      nullable: true,
    },
    max: {
      type: "integer",
      label: { de: "Größter Wert", en: "Greatest value" },
      serverWritten: true,
      nullable: true,
    },
    is_array: { type: "boolean", label: { de: "Liste", en: "List" }, serverWritten: true },
    element_data_type: {
      type: "text_id",
      label: { de: "Datentyp der Elemente", en: "Data type of the elements" },
      serverWritten: true,
      nullable: true,
    },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" }, serverWritten: true },
  },
  key: ["name"],
  title: ["name"],
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
});
