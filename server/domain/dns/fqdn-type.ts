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
      description: { de: "Name mit beliebigen Einträgen", en: "Name with any records" },
      is_creatable: true,
      position: 1,
    },
    {
      id: "alias",
      name: "alias",
      description: { de: "Alias, der nur einen CNAME trägt", en: "Alias that has a CNAME only" },
      is_creatable: true,
      position: 2,
    },
    {
      id: "host",
      name: "host",
      description: { de: "Name aus älteren Daten, wie domain", en: "Name from older data, like domain" },
      is_creatable: false,
      position: 3,
    },
    {
      id: "extern",
      name: "extern",
      description: {
        de: "Name außerhalb der Zonen der Datenbank",
        en: "Name outside the zones of the database",
      },
      is_creatable: true,
      position: 4,
    },
    {
      id: "nameserver_extref",
      name: "nameserver_extref",
      description: {
        de: "Externer Nameserver, auf den nur verwiesen wird",
        en: "External name server that is only referred to",
      },
      is_creatable: true,
      position: 5,
    },
  ],
});
