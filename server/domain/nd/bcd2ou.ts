import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.bcd2ou",
  gpk: "bcdou",
  label: { de: "BCD-OE-Zuordnung", en: "BCD OE assignment" },
  plural: { de: "BCD-OE-Zuordnungen", en: "BCD OE assignments" },
  description: { de: "Zuordnung eines BCD zu einer OE", en: "Link of a BCD to an OE" },
  attributes: {
    bcd: { createOnly: true, ref: { to: "nd.bcd" } },
    ou: { label: { de: "OE", en: "OE" }, createOnly: true, ref: { to: "org.unit" } },
  },
  key: ["bcd", "ou"],
  own: { column: "bcd", in: "bcds" },
  read: { ownOr: { column: "ou", in: "units" } },
  vanishesWith: "bcd",
  givesRights: "objects",
});
