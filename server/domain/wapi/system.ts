import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.system",
  gpk: "sys",
  system: { label: { de: "API", en: "API" } },
  label: { de: "System", en: "System" },
  plural: { de: "Systeme", en: "Systems" },
  description: { de: "Teil der API", en: "Part of the API" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    language_dict: { type: "json_object", label: { de: "Texte", en: "Texts" } },
  },
  key: ["name"],
  read: "meta",
  source: "metadata",
});
