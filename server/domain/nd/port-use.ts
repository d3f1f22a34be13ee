import { defineObjectType } from "../../catalogue/define.ts";
import { PORT_USE } from "./p-port.sql.ts";
import { SPEED } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.port_use",
  gpk: "portuse",
  label: { de: "Portnutzung", en: "Port use" },
  plural: { de: "Portnutzungen", en: "Port use" },
  description: {
    de: "Wie viele Ports einer Art und Geschwindigkeit ein Raum hat und wie viele davon verbunden sind",
    en: "How many ports of one type and speed a room has, and how many of these are connected",
  },
  attributes: {
    site: { type: "place_id", label: { de: "Standort", en: "Site" } },
    bldg: { type: "place_id", label: { de: "Gebäude", en: "Building" } },
    floor: { type: "place_id", label: { de: "Stockwerk", en: "Floor" }, nullable: true },
    room_gfk: { ref: { to: "nd.room", by: "gpk" } },
    port_type: { type: "text_id", label: { de: "Art", en: "Type" }, nullable: true },
    speed: SPEED,
    port_count: { type: "integer", label: { de: "Ports", en: "Ports" } },
    connected_count: { type: "integer", label: { de: "Verbundene Ports", en: "Connected ports" } },
  },
  key: ["room_gfk", "port_type", "speed"],
  title: ["room_gfk"],
  read: "all",
  source: { sql: PORT_USE },
});
