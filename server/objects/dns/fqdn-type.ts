import { defineObjectType } from "../../catalogue/define.ts";

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
  rows: [
    {
      id: "domain",
      name: "domain",
      description: "Name mit beliebigen Einträgen",
      is_creatable: true,
      position: 1,
    },
    {
      id: "alias",
      name: "alias",
      description: "Alias, der nur einen CNAME trägt",
      is_creatable: true,
      position: 2,
    },
    {
      id: "host",
      name: "host",
      description: "Name aus älteren Daten, wie domain",
      is_creatable: false,
      position: 3,
    },
    {
      id: "extern",
      name: "extern",
      description: "Name außerhalb der Zonen der Datenbank",
      is_creatable: true,
      position: 4,
    },
    {
      id: "nameserver_extref",
      name: "nameserver_extref",
      description: "Externer Nameserver, auf den nur verwiesen wird",
      is_creatable: true,
      position: 5,
    },
  ],
});
