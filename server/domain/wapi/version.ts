import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.version",
  gpk: "ver",
  label: { de: "Version", en: "Version" },
  description: { de: "Bediente Version der API", en: "Served version of the API" },
  attributes: {
    major: { type: "integer", label: { de: "Hauptversion", en: "Major" } },
    minor: { type: "integer", label: { de: "Nebenversion", en: "Minor" } },
    numeric: { type: "text_id", label: { de: "Nummer", en: "Number" } },
    state: {
      type: "text_id",
      label: { de: "Stand", en: "State" },
      values: { release: { de: "veröffentlicht", en: "released" } },
    },
  },
  key: ["major", "minor"],
  title: ["numeric"],
  read: "meta",
  source: "metadata",
});
