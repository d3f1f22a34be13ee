import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "wapi.object",
  gpk: "obj",
  label: { de: "Objekt", en: "Object" },
  description: {
    de: "Ein Objekt beliebigen Typs, nach seinem Schlüssel",
    en: "An object of any type, by its key",
  },
  attributes: {
    gpk: { type: "gpk", label: { de: "Schlüssel", en: "Key" }, serverWritten: true },
    object_fq_name: { type: "fq_name", label: { de: "Objekttyp", en: "Object type" }, serverWritten: true },
    title: { type: "text_line", label: { de: "Titel", en: "Title" }, serverWritten: true },
  },
  key: ["gpk"],
  title: ["title"],
  relations: [{ name: "api_func_wapi_object_gpk", to: "*", sql: "t.gpk = e.gpk" }],
  functions: {},
  own: null,
  read: "all",
  write: "nobody",
  source: "objects",
});
