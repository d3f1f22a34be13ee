import { defineObjectType } from "../../catalogue/define.ts";
import { BUILDING_USE } from "./p-port.sql.ts";

export default defineObjectType({
  name: "nd.bldg_use",
  gpk: "bldguse",
  label: { de: "Gebäudenutzung", en: "Building use" },
  plural: { de: "Gebäudenutzungen", en: "Building use" },
  description: {
    de: "Wie viele Räume und Ports ein Gebäude hat und wie viele davon verbunden sind",
    en: "How many rooms and ports a building has, and how many of these are connected",
  },
  attributes: {
    site: { type: "place_id", label: { de: "Standort", en: "Site" }, partOf: "bldg" },
    bldg: { type: "place_id", label: { de: "Gebäude", en: "Building" }, partOf: "bldg" },
    room_count: { type: "integer", label: { de: "Räume", en: "Rooms" } },
    port_count: { type: "integer", label: { de: "Ports", en: "Ports" } },
    connected_count: { type: "integer", label: { de: "Verbundene Ports", en: "Connected ports" } },
  },
  key: ["site", "bldg"],
  title: ["bldg"],
  composite: [{ name: "bldg", column: "bldg", attributes: ["site", "bldg"], to: "nd.bldg" }],
  read: "all",
  source: { sql: BUILDING_USE },
});
