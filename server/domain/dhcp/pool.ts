import { POOL_LEAVES_FREE } from "#contract/values/ip";
import { defineObjectType, rule } from "../../catalogue/define.ts";
import { followBcd } from "../nd/ip-subnet.sql.ts";

const NUMBER = (column: string): string => `(${column} - '0.0.0.0'::inet)`;

export default defineObjectType({
  name: "dhcp.pool",
  gpk: "dhcppool",
  system: {
    label: { de: "DHCP", en: "DHCP" },
    module: { name: "dhcp_leases", rank: 30 },
  },
  label: { de: "DHCP-Pool", en: "DHCP pool" },
  plural: { de: "DHCP-Pools", en: "DHCP pools" },
  description: {
    de: "Bereich von IPv4-Adressen, die DHCP auf Zeit vergibt",
    en: "Range of IPv4 addresses that DHCP lends out",
  },
  attributes: {
    first_addr: { type: "inet", label: { de: "Erste Adresse", en: "First address" } },
    last_addr: {
      type: "inet",
      label: { de: "Letzte Adresse", en: "Last address" },
      help: {
        de: `Im selben Subnetz; der Pool hat 2 Adressen bis zur Größe des Subnetzes minus ${String(POOL_LEAVES_FREE)}`,
        en: `In the same subnet; the pool has from 2 addresses to the size of the subnet minus ${String(POOL_LEAVES_FREE)}`,
      },
    },
    subnet: { serverWritten: true, ref: { to: "nd.ip_subnet" } },
    bcd: { serverWritten: true, ref: { to: "nd.bcd" } },
    size: {
      type: "integer",
      label: { de: "Größe", en: "Size" },
      help: { de: "Anzahl der Adressen", en: "Number of addresses" },
      computed: "t.last_addr - t.first_addr + 1",
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["first_addr"],
  title: ["first_addr", "last_addr"],
  own: { column: "bcd", in: "bcds" },
  read: "own",
  storage: {
    constraints: {
      ipv4: rule(
        "pool_is_ipv4",
        ["first_addr", "last_addr"],
        "check (family(first_addr) = 4 and family(last_addr) = 4)",
      ),
      in_subnet: rule("pool_in_subnet", ["first_addr", "last_addr"], "check (subnet is not null)"),
      ascending: rule("pool_ascends", ["first_addr", "last_addr"], "check (first_addr < last_addr)", {
        de: "Die letzte Adresse liegt hinter der ersten.",
        en: "The last address lies behind the first.",
      }),
      overlap: {
        sql: `exclude using gist (int8range(${NUMBER("first_addr")}, ${NUMBER("last_addr")}, '[]') with &&) deferrable initially deferred`,
        fault: {
          kind: "overlap",
          attribute: "first_addr",
          meets: "a.first_addr <= b.last_addr and b.first_addr <= a.last_addr",
          shown: "host(t.first_addr) || '-' || host(t.last_addr)",
        },
      },
    },
    indexes: { order_idx: "(bcd, first_addr, id)" },
    statements: followBcd("dhcp.pool", "subnet_pools"),
  },
});
