import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.version",
  gpk: "ver",
  label: { de: "Version", en: "Version" },
  description: { de: "Bediente Version der API", en: "Served version of the API" },
  attributes: {
    major: { type: "integer", label: { de: "Hauptversion", en: "Major" }, serverWritten: true },
    minor: { type: "integer", label: { de: "Nebenversion", en: "Minor" }, serverWritten: true },
    numeric: { type: "text_id", label: { de: "Nummer", en: "Number" }, serverWritten: true },
    state: {
      type: "text_id",
      label: { de: "Stand", en: "State" },
      values: { release: { de: "veröffentlicht", en: "released" } },
      serverWritten: true,
    },
  },
  key: ["major", "minor"],
  title: ["numeric"],
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
  source: "metadata",
});
