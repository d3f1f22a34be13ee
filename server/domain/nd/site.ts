import { CAMPUSES } from "#contract/campus";
import { defineObjectType } from "../../catalogue/define.ts";
import { COORDINATES } from "./shared.parts.ts";

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
    ...COORDINATES,
  },
  key: ["name"],
  title: ["name", "title"],
  search: { rank: 40, by: ["name_regexp_ic", "title_regexp_ic"], named: ["name", "title"] },
  page: { tabs: [{ of: "nd.bldg", columns: ["number", "title", "address"] }] },
  languageAttributes: ["title"],
  read: "all",
});
