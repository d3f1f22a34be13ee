import { defineObjectType } from "../../../../server/catalogue/define.ts";

/** A type only for tests. Only this file knows anything about it. */
export default defineObjectType({
  name: "lab.rack",
  gpk: "rack",
  label: { de: "Schrank", en: "Rack" },
  description: { de: "Ein Schrank in einem Labor", en: "A rack in a laboratory" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    site: { nullable: true, ref: { to: "nd.site" } },
    height: { type: "integer", label: { de: "Höheneinheiten", en: "Height units" }, default: 42 },
    is_locked: { type: "boolean", label: { de: "Abgeschlossen", en: "Locked" }, default: false },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["name"],
  read: "all",
});
