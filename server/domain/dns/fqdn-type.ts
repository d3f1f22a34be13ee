import { defineObjectType } from "../../catalogue/define.ts";
import ROWS from "./fqdn-type.rows.json" with { type: "json" };

export default defineObjectType({
  name: "dns.fqdn_type",
  gpk: "fqdntype",
  label: { de: "FQDN-Typ", en: "FQDN type" },
  plural: { de: "FQDN-Typen", en: "FQDN types" },
  description: { de: "Art eines Namens und was er tragen darf", en: "Kind of a name and what it may have" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    is_creatable: {
      type: "boolean",
      isOffered: true,
      label: { de: "Wählbar", en: "Creatable" },
      help: { de: "Neue Namen dürfen diesen Typ haben", en: "New names may be of this type" },
    },
    position: { type: "integer", isOrder: true, label: { de: "Position", en: "Position" } },
  },
  key: ["name"],
  languageAttributes: ["description"],
  read: "all",
  source: "metadata",
  rows: ROWS.map((row, at) => ({ id: row.name, ...row, position: at + 1 })),
});
