import { defineObjectType } from "../../../server/catalogue/define.ts";

/** A type whose title says more than its key. */
export default defineObjectType({
  name: "keyed.device",
  gpk: "keyeddevice",
  label: { de: "Gerät", en: "Device" },
  plural: { de: "Geräte", en: "Devices" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    code: { type: "text_id", label: { de: "Code", en: "Code" } },
    name: { type: "text_line", label: { de: "Name", en: "Name" } },
  },
  key: ["code"],
  title: ["name"],
  functions: { create: {}, update: {}, delete: {} },
  read: "all",
});
