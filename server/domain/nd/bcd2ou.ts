import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.bcd2ou",
  gpk: "bcdou",
  label: { de: "OE eines BCD", en: "OE of a BCD" },
  description: { de: "Zuordnung eines BCD zu einer OE", en: "Link of a BCD to an OE" },
  attributes: {
    bcd: {
      type: "bcd_name",
      label: { de: "BCD", en: "BCD" },
      createOnly: true,
      ref: { to: "nd.bcd", by: "key" },
    },
    ou: {
      type: "ou_name",
      label: { de: "OE", en: "OE" },
      createOnly: true,
      ref: { to: "org.unit", by: "key" },
    },
  },
  key: ["bcd", "ou"],
  title: ["bcd", "ou"],
  functions: { create: {}, delete: {} },
  own: { column: "bcd", in: "bcds" },
  read: { ownOr: { column: "ou", in: "units" } },
  write: {},
  vanishesWith: "bcd",
  givesRights: "objects",
});
