import { defineObjectType } from "../../catalogue/define.ts";
import { FREE_NETWORK_STATEMENTS } from "./cidr-generator.sql.ts";

export default defineObjectType({
  name: "tmp.cidr_generator",
  gpk: "freenet",
  label: { de: "Freies Netz", en: "Free network" },
  plural: { de: "Freie Netze", en: "Free networks" },
  description: {
    de: "Freie Netze und Adressen, die niedrigsten zuerst",
    en: "Free networks and addresses, lowest first",
  },
  attributes: {
    cidr: { type: "cidr", label: { de: "Netz", en: "Network" } },
    address: {
      type: "inet",
      label: { de: "Adresse", en: "Address" },
      help: { de: "Erste Adresse des Netzes", en: "First address of the network" },
    },
    bcd: {
      type: "bcd_name",
      label: { de: "BCD", en: "BCD" },
      help: { de: "Bei Adressen in einem Subnetz", en: "For addresses in a subnet" },
      nullable: true,
    },
  },
  key: ["cidr"],
  filters: {
    cidr: {
      type: "cidr",
      label: { de: "Netz", en: "Network" },
      help: { de: "Darin wird gesucht", en: "Where to look" },
      required: true,
      sql: "true",
    },
    prefix_length: {
      type: "integer",
      label: { de: "Präfixlänge", en: "Prefix length" },
      help: {
        de: "Der gesuchten Netze; 32 oder 128 für einzelne Adressen",
        en: "Of the wanted networks; 32 or 128 for single addresses",
      },
      required: true,
      sql: "true",
    },
  },
  read: "all",
  source: "generated",
  storage: { statements: FREE_NETWORK_STATEMENTS },
});
