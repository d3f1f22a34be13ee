import { defineObjectType } from "../../catalogue/define.ts";
import { PERIOD, PERIOD_CONSTRAINTS } from "./period.parts.ts";

export default defineObjectType({
  name: "wapi.maint_state",
  gpk: "ms",
  label: { de: "Wartungsfenster", en: "Maintenance window" },
  plural: { de: "Wartungsfenster", en: "Maintenance windows" },
  description: { de: "Angekündigte oder laufende Wartung", en: "Announced or running maintenance" },
  attributes: {
    subject: { type: "text_line", label: { de: "Betreff", en: "Subject" } },
    ...PERIOD,
  },
  key: ["gpk"],
  title: ["subject"],
  read: "all",
  storage: { constraints: PERIOD_CONSTRAINTS },
});
