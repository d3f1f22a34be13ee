import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.room",
  gpk: "room",
  label: { de: "Raum", en: "Room" },
  plural: { de: "Räume", en: "Rooms" },
  description: { de: "Raum eines Gebäudes", en: "Room of a building" },
  attributes: {
    site: { type: "place_id", label: { de: "Standort", en: "Site" }, partOf: "bldg" },
    bldg: { type: "place_id", label: { de: "Gebäude", en: "Building" }, partOf: "bldg" },
    name: { type: "place_id", label: { de: "Name", en: "Name" } },
    floor: { type: "place_id", label: { de: "Stockwerk", en: "Floor" }, nullable: true },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["site", "bldg", "name"],
  title: ["name"],
  search: {
    rank: 44,
    by: ["name_regexp_ic", { words: "description_regexp_ic" }],
    shown: ["name", "bldg", "site", "floor"],
    sorting: ["name"],
  },
  composite: [{ name: "bldg", column: "bldg", attributes: ["site", "bldg"], to: "nd.bldg" }],
  read: "all",
  storage: {
    searched: ["name", "description"],
  },
});
