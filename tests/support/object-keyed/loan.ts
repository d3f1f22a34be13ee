import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type that refers to others by their keys: one and a set. */
export default defineObjectType({
  name: "keyed.loan",
  gpk: "keyedloan",
  label: { de: "Leihe", en: "Loan" },
  plural: { de: "Leihen", en: "Loans" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    number: { type: "text_id", label: { de: "Nummer", en: "Number" } },
    device: { label: { de: "Gerät", en: "Lent device" }, ref: { to: "keyed.device" } },
    spare_list: {
      type: "text_id_array",
      label: { de: "Ersatz", en: "Spares" },
      ref: { to: "keyed.device" },
      set: true,
      default: [],
    },
  },
  key: ["number"],
  functions: { create: {}, update: {}, delete: {} },
  read: "all",
});
