import { COUNTED_ROWS } from "#contract/counted-rows";
import { defineObjectType } from "../../catalogue/define.ts";

const most = {
  de: `Höchstens ${String(COUNTED_ROWS + 1)}: Es sind mehr als ${String(COUNTED_ROWS)}`,
  en: `At most ${String(COUNTED_ROWS + 1)}: there are more than ${String(COUNTED_ROWS)}`,
};

export default defineObjectType({
  name: "tmp.row_count",
  gpk: "rowcount",
  label: { de: "Anzahl", en: "Number of objects" },
  plural: { de: "Anzahlen", en: "Numbers of objects" },
  description: {
    de: "Wie viele Objekte eines Typs das Konto lesen darf, und wie viele davon seine eigenen sind",
    en: "How many objects of a type the account may read, and how many of them are its own",
  },
  attributes: {
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" } },
    count: { type: "integer", label: { de: "Lesbar", en: "Readable" }, help: most },
    own_count: { type: "integer", label: { de: "Eigene", en: "Own" }, help: most },
  },
  key: ["object_fq_name"],
  filters: {
    object_fq_name: {
      type: "fq_name",
      label: { de: "Objekttyp", en: "Object type" },
      required: true,
      sql: "true",
    },
    found_by_list: {
      type: "json_object_array",
      label: { de: "Filter", en: "Filters" },
      help: {
        de: "Parameter von Listen des Typs: Gezählt wird, was eine dieser Listen hat",
        en: "Parameters of lists of the type: what one of these lists has is counted",
      },
      sql: "true",
    },
    most: {
      type: "integer",
      label: { de: "Höchstens", en: "At most" },
      help: { de: "Danach endet das Zählen", en: "Counting ends behind it" },
      min: 1,
      max: COUNTED_ROWS,
      default: COUNTED_ROWS,
      sql: "true",
    },
  },
  read: "all",
  source: "generated",
});
