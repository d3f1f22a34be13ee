import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.device",
  gpk: "dev",
  label: { de: "Gerät", en: "Device" },
  plural: { de: "Geräte", en: "Devices" },
  description: {
    de: "Netzgerät mit einem Namen: Switch, Router, Access Point",
    en: "Network device with a name: switch, router, access point",
  },
  attributes: {
    fqdn: { ref: { to: "dns.fqdn" } },
    type: {
      type: "text_id",
      label: { de: "Art", en: "Type" },
      help: { de: "Zum Beispiel switch, router oder ap", en: "For example switch, router or ap" },
      values: {
        switch: { de: "Switch", en: "Switch" },
        router: { de: "Router", en: "Router" },
        ap: { de: "Access Point", en: "Access point" },
      },
      hasOtherValues: true,
    },
    nc: { label: { de: "Netzverbund", en: "Net compound" }, nullable: true, ref: { to: "nd.net_cmpnd" } },
    bcd: { nullable: true, ref: { to: "nd.bcd" } },
    serial_number: {
      type: "text_id",
      isDesignation: true,
      label: { de: "Seriennummer", en: "Serial number" },
      nullable: true,
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    room_gfk: {
      help: { de: "Raum des ersten Moduls des Geräts", en: "Room of the first module of the device" },
      nullable: true,
      computed:
        "(select root.room_gfk from nd.module m join nd.module root on root.id = m.path[1] where m.device = t.id order by m.id limit 1)",
      ref: { to: "nd.room", by: "gpk" },
    },
  },
  key: ["fqdn"],
  own: {
    any: [
      { column: "bcd", in: "bcds" },
      { sql: "(select f.scope = any({scopes}) from dns.fqdn f where f.id = t.fqdn)" },
    ],
  },
  read: "own",
});
