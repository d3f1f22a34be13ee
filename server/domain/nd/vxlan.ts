import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "nd.vxlan",
  gpk: "vxlan",
  label: { de: "VXLAN", en: "VXLAN" },
  plural: { de: "VXLANs", en: "VXLANs" },
  description: { de: "VXLAN eines BCD", en: "VXLAN of a BCD" },
  attributes: {
    vni: {
      type: "vni",
      label: { de: "VNI", en: "VNI" },
      help: { de: "Nummer des VXLANs, 1 bis 999999", en: "Number of the VXLAN, 1 to 999999" },
      createOnly: true,
    },
    bcd: { ref: { to: "nd.bcd" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["vni"],
  unique: [["bcd"]],
  search: {
    rank: 16,
    system: "dnsvs",
    by: [{ vxlan: "vni" }, { words: "description_regexp_ic" }],
    shown: ["bcd", "vni"],
  },
  own: { column: "bcd", in: "bcds" },
  read: "own",
});
