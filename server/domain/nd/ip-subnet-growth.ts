import { defineObjectType } from "../../catalogue/define.ts";
import { COUNT_GROWTH, GROWTH_DAYS, GROWTH_STATEMENTS } from "./ip-subnet-growth.sql.ts";

export default defineObjectType({
  name: "nd.ip_subnet_growth",
  gpk: "netgrowth",
  label: { de: "Subnetzwachstum", en: "Subnet growth" },
  plural: { de: "Subnetzwachstum", en: "Subnet growth" },
  description: {
    de: `Wie viele Adressen eines Subnetzes mehr benutzt sind als vor ${String(GROWTH_DAYS)} Tagen`,
    en: `How many more addresses of a subnet are used than ${String(GROWTH_DAYS)} days ago`,
  },
  attributes: {
    cidr: { ref: { to: "nd.ip_subnet" } },
    bcd: { ref: { to: "nd.bcd" } },
    grown_count: {
      type: "integer",
      label: { de: "Zuwachs", en: "Growth" },
      help: {
        de: `Benutzte Adressen jetzt weniger die vor ${String(GROWTH_DAYS)} Tagen, nach dem Änderungsprotokoll; leer, bis gezählt ist`,
        en: `Used addresses now, less those ${String(GROWTH_DAYS)} days ago, by the change log; empty until they are counted`,
      },
      nullable: true,
    },
    counted: {
      type: "timestamp",
      label: { de: "Gezählt", en: "Counted" },
      nullable: true,
    },
  },
  key: ["cidr"],
  own: { column: "bcd", in: "bcds" },
  read: "own",
  sweep: COUNT_GROWTH,
  source: {
    sql: `select s.id::text as id, s.id as cidr, s.bcd, g.grown as grown_count, g.counted
      from nd.ip_subnet s left join nd.subnet_growth g on g.subnet = s.id`,
  },
  storage: { statements: GROWTH_STATEMENTS },
});
