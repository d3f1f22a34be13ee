import { defineObjectType } from "../../catalogue/define.ts";
import { COUNTS, DAYS, SUBNET_USE, USE_STATEMENTS, USED_BY_DAY } from "./ip-subnet-use.sql.ts";

const MOST_ROWS = 1000;

export default defineObjectType({
  name: "nd.ip_subnet_use",
  gpk: "netuse",
  label: { de: "Subnetzbelegung", en: "Subnet use" },
  plural: { de: "Subnetzbelegungen", en: "Subnet use" },
  description: {
    de: "Wie viele Adressen eines Subnetzes benutzt, reserviert, in Pools und frei sind",
    en: "How many addresses of a subnet are used, reserved, in pools and free",
  },
  attributes: {
    cidr: { ref: { to: "nd.ip_subnet" } },
    bcd: { ref: { to: "nd.bcd" } },
    type: { type: "integer", label: { de: "IP-Version", en: "IP version" } },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    used_count: {
      type: "integer",
      label: { de: "Benutzt", en: "Used" },
      help: {
        de: "Adressen mit einem Eintrag oder einer festen DHCP-Zuweisung",
        en: "Addresses with a record or a static DHCP assignment",
      },
      computed: COUNTS.used,
    },
    reserved_count: {
      type: "integer",
      label: { de: "Reserviert", en: "Reserved" },
      help: {
        de: "Reservierte Adressen, Gateway und Anycast-Adresse, soweit nicht benutzt",
        en: "Reserved addresses, gateway and anycast address that are not used",
      },
      computed: COUNTS.reserved,
    },
    pool_count: { type: "integer", label: { de: "In Pools", en: "In pools" }, computed: COUNTS.pool },
    free_count: {
      type: "integer",
      label: { de: "Frei", en: "Free" },
      help: { de: "Leer bei IPv6", en: "Empty for IPv6" },
      nullable: true,
      computed: COUNTS.free,
    },
    claimed_percent: {
      type: "integer",
      label: { de: "Belegt in Prozent", en: "Percentage in use" },
      help: {
        de: "Anteil der Adressen, die nicht frei sind, abgerundet; leer bei IPv6",
        en: "Share of the addresses that are not free, rounded down; empty for IPv6",
      },
      nullable: true,
      computed: COUNTS.percent,
    },
    used_by_day: {
      type: "integer_array",
      label: { de: "Verlauf", en: "History" },
      help: {
        de: `Benutzte Adressen vor ${String(DAYS)} Tagen, vor ${String(DAYS - 1)} Tagen und so weiter bis jetzt; leer in Listen mit mehr als ${String(MOST_ROWS)} Subnetzen`,
        en: `Used addresses ${String(DAYS)} days ago, ${String(DAYS - 1)} days ago and so on until now; empty in lists of more than ${String(MOST_ROWS)} subnets`,
      },
      nullable: true,
      computed: USED_BY_DAY,
      upToRows: MOST_ROWS,
    },
  },
  key: ["cidr"],
  own: { column: "bcd", in: "bcds" },
  read: "own",
  source: { sql: SUBNET_USE },
  storage: { statements: USE_STATEMENTS },
});
