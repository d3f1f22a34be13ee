import { defineObjectType } from "../../catalogue/define.ts";
import { ACCESS_POINTS } from "./p-port.sql.ts";

export default defineObjectType({
  name: "nd.access_point",
  gpk: "ap",
  label: { de: "Access Point", en: "Access point" },
  description: {
    de: "WLAN-Sender mit dem, was auf seinem Verbindungsweg liegt",
    en: "Wi-Fi transmitter with what lies on its connection path",
  },
  attributes: {
    fqdn: {
      type: "fqdn",
      label: { de: "FQDN", en: "FQDN" },
      serverWritten: true,
      ref: { to: "nd.device", by: "key" },
    },
    port: {
      type: "text",
      label: { de: "Switchport", en: "Switch port" },
      help: { de: "Port am anderen Ende des Weges", en: "Port at the other end of the path" },
      nullable: true,
      serverWritten: true,
    },
    socket: {
      type: "text",
      label: { de: "Dose", en: "Socket" },
      help: {
        de: "Erster Port auf dem Weg, durch den er weitergeht",
        en: "First port on the path through which it goes on",
      },
      nullable: true,
      serverWritten: true,
    },
    speed: {
      type: "integer",
      label: { de: "Geschwindigkeit", en: "Speed" },
      help: { de: "In Mbit/s", en: "In Mbit/s" },
      nullable: true,
      serverWritten: true,
    },
    power: {
      type: "decimal",
      label: { de: "Leistung", en: "Power" },
      help: { de: "In Watt", en: "In watts" },
      nullable: true,
      serverWritten: true,
    },
    serial_number: {
      type: "text_id",
      label: { de: "Seriennummer", en: "Serial number" },
      nullable: true,
      serverWritten: true,
    },
    room_gfk: {
      type: "gpk",
      label: { de: "Raum", en: "Room" },
      nullable: true,
      serverWritten: true,
      ref: { to: "nd.room", by: "gpk" },
    },
  },
  key: ["fqdn"],
  title: ["fqdn"],
  functions: {},
  own: null,
  read: { ownOr: { sql: "false" }, permissions: ["nd.ro:device", "nd.rw:device"] },
  write: "nobody",
  source: { sql: ACCESS_POINTS },
});
