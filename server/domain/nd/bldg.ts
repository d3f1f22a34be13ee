import { defineObjectType } from "../../catalogue/define.ts";
import { COORDINATES } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.bldg",
  gpk: "bldg",
  label: { de: "Gebäude", en: "Building" },
  plural: { de: "Gebäude", en: "Buildings" },
  description: { de: "Gebäude eines Standorts", en: "Building of a site" },
  attributes: {
    site: { ref: { to: "nd.site" } },
    number: { type: "place_id", label: { de: "Nummer", en: "Number" } },
    title: { type: "text_line", label: { de: "Bezeichnung", en: "Title" }, nullable: true },
    address: { type: "text_line", label: { de: "Anschrift", en: "Address" }, nullable: true },
    ...COORDINATES,
  },
  key: ["site", "number"],
  title: ["number", "title"],
  search: {
    rank: 42,
    by: ["number_regexp_ic", "title_regexp_ic", "address_regexp_ic"],
    shown: ["number", "title", "site"],
    named: ["number", "title"],
    sorting: ["number", "site"],
  },
  languageAttributes: ["title"],
  read: "all",
  storage: {
    searched: ["number", "title", "address"],
  },
});
