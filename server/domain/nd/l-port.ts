import { defineObjectType } from "../../catalogue/define.ts";
import { SPEED } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.l_port",
  gpk: "lp",
  label: { de: "Logischer Port", en: "Logical port" },
  plural: { de: "Logische Ports", en: "Logical ports" },
  description: {
    de: "Schnittstelle eines Geräts mit ihren Netzen",
    en: "Interface of a device with its networks",
  },
  attributes: {
    device: { createOnly: true, ref: { to: "nd.device" } },
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    p_port_gfk: { nullable: true, ref: { to: "nd.p_port", by: "gpk" } },
    bcd: { label: { de: "BCD ohne VLAN-Tag", en: "Untagged BCD" }, nullable: true, ref: { to: "nd.bcd" } },
    tagged_bcd_list: {
      type: "bcd_name_array",
      label: { de: "BCDs mit Tag", en: "Tagged BCDs" },
      help: { de: "Eine Menge: die Reihenfolge zählt nicht", en: "A set: the order does not matter" },
      default: [],
      ref: { to: "nd.bcd" },
      set: true,
    },
    is_enabled: { type: "boolean", label: { de: "Eingeschaltet", en: "Enabled" }, default: true },
    speed: { ...SPEED, min: 0 },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["device", "name"],
  own: {
    any: [
      { column: "bcd", in: "bcds" },
      {
        sql: `exists (
          select
          from nd.l_port_tagged_bcd_list l
          where l.row_id = t.id and l.target_id = any({bcds}))`,
      },
    ],
  },
  read: { ownOr: { sql: "false" }, permissions: ["nd.ro:device", "nd.rw:device"] },
  vanishesWith: "device",
});
