import { defineObjectType } from "../../catalogue/define.ts";
import { PERIOD, PERIOD_CONSTRAINTS } from "./period.parts.ts";

export default defineObjectType({
  name: "wapi.system_alert",
  gpk: "al",
  label: { de: "Systemmeldung", en: "System alert" },
  plural: { de: "Systemmeldungen", en: "System alerts" },
  description: { de: "Meldung an alle, die das Portal öffnen", en: "Message to all who open the portal" },
  attributes: {
    title_de: { type: "text_line", label: { de: "Titel (deutsch)", en: "Title (German)" }, nullable: true },
    title_en: { type: "text_line", label: { de: "Titel (englisch)", en: "Title (English)" }, nullable: true },
    content_de: { type: "text", label: { de: "Text (deutsch)", en: "Text (German)" }, nullable: true },
    content_en: { type: "text", label: { de: "Text (englisch)", en: "Text (English)" }, nullable: true },
    ...PERIOD,
  },
  key: ["gpk"],
  title: ["title_de", "title_en"],
  read: "all",
  storage: { constraints: PERIOD_CONSTRAINTS },
});
