import { CAMPUSES } from "#contract/campus";
import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.site",
  gpk: "site",
  label: { de: "Standort", en: "Site" },
  plural: { de: "Standorte", en: "Sites" },
  description: { de: "Gelände mit Gebäuden", en: "Grounds with buildings" },
  attributes: {
    name: { type: "place_id", label: { de: "Name", en: "Name" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" }, nullable: true },
    campus: {
      type: "place_id",
      label: { de: "Campus", en: "Campus" },
      values: CAMPUSES,
      hasOtherValues: true,
      nullable: true,
    },
    geo_lat: {
      type: "decimal",
      label: { de: "Breitengrad", en: "Latitude" },
      min: -90,
      max: 90,
      nullable: true,
    },
    geo_lon: {
      type: "decimal",
      label: { de: "Längengrad", en: "Longitude" },
      min: -180,
      max: 180,
      nullable: true,
    },
  },
  key: ["name"],
  title: ["name", "title"],
  languageAttributes: ["title"],
  read: "all",
});
