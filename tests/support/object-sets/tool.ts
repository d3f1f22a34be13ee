import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type with sets by name and by gpk. */
export default defineObjectType({
  name: "sets.tool",
  gpk: "setstool",
  label: { de: "Werkzeug", en: "Tool" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    code: { type: "text_id", label: { de: "Code", en: "Code" } },
    kind_list: {
      type: "text_id_array",
      label: { de: "Arten", en: "Kinds" },
      ref: { to: "sets.kind" },
      set: true,
      default: [],
    },
    place_list: {
      type: "gpk_array",
      label: { de: "Orte", en: "Places" },
      ref: { to: "sets.place", by: "gpk" },
      set: true,
      default: [],
    },
  },
  key: ["code"],
  read: "all",
});
