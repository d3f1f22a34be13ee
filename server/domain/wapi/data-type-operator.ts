import { defineObjectType } from "../../catalogue/define.ts";
import { OPERATORS } from "../../catalogue/operators.ts";

export default defineObjectType({
  name: "wapi.data_type_operator",
  gpk: "dto",
  label: { de: "Operator", en: "Operator" },
  plural: { de: "Operatoren", en: "Operators" },
  description: { de: "Vergleich in Filtern", en: "Comparison in filters" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    operand_list: { type: "json", label: { de: "Operanden", en: "Operands" } },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["name"],
  ranking: { attribute: "name", values: OPERATORS },
  read: "meta",
  source: "metadata",
});
