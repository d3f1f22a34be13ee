import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type whose title is a reference. */
export default defineObjectType({
  name: "sets.place",
  gpk: "setsplace",
  label: { de: "Ort", en: "Place" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    kind_gfk: { ref: { to: "sets.kind", by: "gpk" } },
  },
  key: ["kind_gfk"],
  read: "all",
});
