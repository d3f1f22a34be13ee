import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.bldg",
  gpk: "bldg",
  label: { de: "Gebäude", en: "Building" },
  description: { de: "Gebäude eines Standorts", en: "Building of a site" },
  attributes: {
    site: { type: "text_id", label: { de: "Standort", en: "Site" }, ref: { to: "nd.site", by: "key" } },
    number: { type: "text_id", label: { de: "Nummer", en: "Number" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" }, nullable: true },
    address: { type: "text_line", label: { de: "Anschrift", en: "Address" }, nullable: true },
    geo_lat: {
      type: "decimal",
      label: { de: "Breitengrad", en: "Latitude" },
      bounds: { min: -90, max: 90 },
      nullable: true,
    },
    geo_lon: {
      type: "decimal",
      label: { de: "Längengrad", en: "Longitude" },
      bounds: { min: -180, max: 180 },
      nullable: true,
    },
  },
  key: ["site", "number"],
  title: ["number", "title"],
  languageAttributes: ["title"],
  functions: { create: {}, update: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
});
