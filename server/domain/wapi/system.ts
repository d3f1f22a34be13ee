import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.system",
  gpk: "sys",
  label: { de: "System", en: "System" },
  description: { de: "Teil der API", en: "Part of the API" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" }, serverWritten: true },
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
