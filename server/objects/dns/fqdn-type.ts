import { defineObjectType } from "../../catalogue/define.ts";
import { FQDN_TYPES } from "../../catalogue/dns-types.ts";

export default defineObjectType({
  name: "dns.fqdn_type",
  gpk: "fqdntype",
  label: { de: "FQDN-Typ", en: "FQDN type" },
  description: { de: "Art eines Namens und was er tragen darf", en: "Kind of a name and what it may have" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" }, serverWritten: true },
    description: {
      type: "text",
      label: { de: "Beschreibung", en: "Description" },
      nullable: true,
      serverWritten: true,
    },
    is_creatable: {
      type: "boolean",
      label: { de: "Wählbar", en: "Creatable" },
      help: { de: "Neue Namen dürfen diesen Typ haben", en: "New names may be of this type" },
      serverWritten: true,
    },
    position: { type: "integer", label: { de: "Position", en: "Position" }, serverWritten: true },
  },
  key: ["name"],
  title: ["name"],
  languageAttributes: ["description"],
  functions: {},
  own: null,
  read: "all",
  write: "nobody",
  source: "metadata",
  rows: FQDN_TYPES.map(({ description, ...row }, at) => ({
    id: row.name,
    ...row,
    description: description.de,
    position: at + 1,
  })),
  rows: FQDN_TYPES.map(({ description, ...row }, at) => ({
    id: row.name,
    ...row,
    description: description.de,
    position: at + 1,
  })),
});
