import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type with a set of its own rows. */
export default defineObjectType({
  name: "sets.kind",
  gpk: "setskind",
  label: { de: "Art", en: "Kind" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    word: { type: "text_id", label: { de: "Wort", en: "Word" } },
    next_list: {
      type: "gpk_array",
      label: { de: "Danach", en: "Next" },
      ref: { to: "sets.kind", by: "gpk" },
      set: true,
      default: [],
    },
  },
  key: ["word"],
  read: "all",
});
