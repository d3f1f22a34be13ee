import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object",
  gpk: "obj",
  label: { de: "Objekt", en: "Object" },
  plural: { de: "Objekte", en: "Objects" },
  description: {
    de: "Ein Objekt beliebigen Typs, nach seinem Schlüssel",
    en: "An object of any type, by its key",
  },
  attributes: {
    gpk: { type: "gpk", label: { de: "Schlüssel", en: "Key" } },
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" } },
    title: { type: "text_line", label: { de: "Titel", en: "Title" } },
  },
  key: ["gpk"],
  title: ["title"],
  relations: [{ name: "api_func_wapi_object_gpk", to: "*", sql: "t.gpk = e.gpk" }],
  read: "all",
  source: "objects",
});
