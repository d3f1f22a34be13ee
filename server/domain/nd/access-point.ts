import { defineObjectType } from "../../catalogue/define.ts";
import { ACCESS_POINTS } from "./p-port.sql.ts";
import { SERIAL_NUMBER, SPEED } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.access_point",
  gpk: "ap",
  label: { de: "Access Point", en: "Access point" },
  plural: { de: "Access Points", en: "Access points" },
  description: {
    de: "WLAN-Sender mit dem, was auf seinem Verbindungsweg liegt",
    en: "Wi-Fi transmitter with what lies on its connection path",
  },
  attributes: {
    fqdn: { label: { de: "FQDN", en: "FQDN" }, ref: { to: "nd.device" } },
    port: {
      type: "text",
      label: { de: "Switchport", en: "Switch port" },
      help: { de: "Port am anderen Ende des Weges", en: "Port at the other end of the path" },
      nullable: true,
    },
    socket: {
      type: "text",
      label: { de: "Dose", en: "Socket" },
      help: {
        de: "Erster Port auf dem Weg, durch den er weitergeht",
        en: "First port on the path through which it goes on",
      },
      nullable: true,
    },
    speed: SPEED,
    power: {
      type: "decimal",
      label: { de: "Leistung", en: "Power" },
      help: { de: "In Watt", en: "In watts" },
      unit: "W",
      nullable: true,
    },
    serial_number: SERIAL_NUMBER,
    room_gfk: { nullable: true, ref: { to: "nd.room", by: "gpk" } },
  },
  key: ["fqdn"],
  read: { ownOr: { sql: "false" }, permissions: ["nd.ro:device", "nd.rw:device"] },
  source: { sql: ACCESS_POINTS },
});
