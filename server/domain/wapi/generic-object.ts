import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "tmp.generic_object",
  gpk: "literal",
  system: { label: { de: "Werte im Aufruf", en: "Values in the call" } },
  label: { de: "Zeilen des Aufrufs", en: "Rows of the call" },
  plural: { de: "Zeilen des Aufrufs", en: "Rows of the call" },
  description: {
    de: "Tabelle, die im Aufruf selbst steht: für Verknüpfungen und für Parameter späterer Schritte",
    en: "Table that stands in the call itself: for joins and for parameters of later steps",
  },
  attributes: {},
  key: [],
  filters: {
    _dict_list: {
      type: "json_object_array",
      label: { de: "Zeilen", en: "Rows" },
      help: {
        de: "Diese Zeilen sind das Ergebnis, in dieser Reihenfolge",
        en: "These rows are the result, in this order",
      },
      required: true,
      sql: "true",
    },
  },
  read: "meta",
  source: "literal",
});
