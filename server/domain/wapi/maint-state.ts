import { defineObjectType } from "../../catalogue/define.ts";
import { PERIOD } from "./system-alert.period.ts";

export default defineObjectType({
  name: "wapi.maint_state",
  gpk: "ms",
  label: { de: "Wartungsfenster", en: "Maintenance window" },
  plural: { de: "Wartungsfenster", en: "Maintenance windows" },
  description: { de: "Angekündigte oder laufende Wartung", en: "Announced or running maintenance" },
  attributes: {
    subject: { type: "text_line", label: { de: "Betreff", en: "Subject" } },
    ts_begin: { type: "timestamp", label: { de: "Beginn", en: "Begin" } },
    ts_end: { type: "timestamp", label: { de: "Ende", en: "End" }, nullable: true },
    is_active: {
      type: "boolean",
      label: { de: "Läuft", en: "Active" },
      computed: "t.ts_begin <= now() and (t.ts_end is null or t.ts_end > now())",
    },
  },
  key: ["gpk"],
  title: ["subject"],
  read: "all",
  storage: { constraints: PERIOD },
});
