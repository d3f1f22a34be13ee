import { defineObjectType } from "../../catalogue/define.ts";
import { inOwnedSpace } from "../cntl/group-addr-space.sql.ts";

/** Every address once. A set-returning function among the columns would prevent conditions on the address from reaching the parts of this query. */
const ADDRESSES = `select target_ipaddr as value, bcd
  from dns.record
  where target_ipaddr is not null
  union select ip_addr, bcd
  from dhcp.static_assignment
  union select gateway_addr, bcd
  from nd.ip_subnet
  where gateway_addr is not null
  union select router_anycast_addr, bcd
  from nd.ip_subnet
  where router_anycast_addr is not null
  union select r.value, n.bcd
  from nd.ip_subnet n cross join lateral unnest(n.reserved_addr_list) r(value)`;

/** Subnets overlap only inside a call that replaces one by its parts. The overlap is checked once and not for each address. */
const SOME_OVERLAP = `(
  select exists (select from nd.ip_subnet o join nd.ip_subnet i on i.bcd = o.bcd and i.cidr << o.cidr))`;

/**
 * The smallest subnet around each address, found for all addresses together by their BCD: `is true` prevents an index look-up by PostgreSQL for each
 * address.
 */
const IS_AROUND = `s.bcd = a.bcd
  and (s.cidr >>= a.value) is true
  and (${SOME_OVERLAP}
    and exists (
      select
      from nd.ip_subnet n
      where n.bcd = s.bcd and n.cidr << s.cidr and n.cidr >>= a.value)) is not true`;

export default defineObjectType({
  name: "dns.ip_addr",
  gpk: "ipaddr",
  label: { de: "IP-Adresse", en: "IP address" },
  plural: { de: "IP-Adressen", en: "IP addresses" },
  description: {
    de: "Adresse mit einem Eintrag, einer festen DHCP-Zuweisung oder einer Rolle in ihrem Subnetz",
    en: "Address with a record, a static DHCP assignment or a role in its subnet",
  },
  attributes: {
    value: { type: "inet", label: { de: "Adresse", en: "Address" } },
    type: {
      type: "integer",
      label: { de: "IP-Version", en: "IP version" },
      help: { de: "4 oder 6", en: "4 or 6" },
    },
    subnet: { nullable: true, ref: { to: "nd.ip_subnet" } },
    bcd: { nullable: true, ref: { to: "nd.bcd" } },
    record_count: {
      type: "integer",
      label: { de: "Einträge", en: "Records" },
      computed: "(select count(*) from dns.record r where r.target_ipaddr = t.value)",
    },
    reverse_fqdn: {
      type: "fqdn",
      label: { de: "Rückwärtsname", en: "Reverse name" },
      help: { de: "Name, auf den die Adresse zurückverweist", en: "Name that the address points back to" },
      nullable: true,
      computed:
        "(select r.name from dns.record r where r.target_ipaddr = t.value and r.target_is_reverse_unique)",
    },
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" }, nullable: true },
    is_gateway: {
      type: "boolean",
      label: { de: "Gateway", en: "Gateway" },
      help: {
        de: "Gateway- oder Anycast-Adresse des Subnetzes",
        en: "Gateway or anycast address of the subnet",
      },
    },
    is_reserved: { type: "boolean", label: { de: "Reserviert", en: "Reserved" } },
  },
  key: ["value"],
  filters: {
    cidr: {
      type: "cidr",
      label: { de: "Im Netz", en: "In the network" },
      help: { de: "Adressen in diesem Netz", en: "Addresses in this network" },
      sql: "t.value <<= {value}",
    },
  },
  search: {
    rank: 50,
    by: [{ address: "value" }, { network: "cidr" }],
    shown: ["value", "subnet", "bcd"],
    within: "subnet",
  },
  own: {
    // The first comparison is separate, so that it restricts the parts of the view and not only its result.
    sql: `t.bcd = any({bcds}) and (${inOwnedSpace("t.bcd", "t.value")})`,
  },
  read: "own",
  source: {
    // A gpk may contain letters, digits, _ and - only.
    sql: `select translate(host(a.value), '.:', '-_') as id, a.value, family(a.value) as type, s.id as subnet,
      a.bcd, (select d.mac_addr from dhcp.static_assignment d where d.ip_addr = a.value) as mac_addr,
      coalesce(a.value in (s.gateway_addr, s.router_anycast_addr), false) as is_gateway,
      coalesce(a.value = any(s.reserved_addr_list), false) as is_reserved
      from (${ADDRESSES}) a left join nd.ip_subnet s on ${IS_AROUND}`,
  },
});
