import { defineObjectType, rule, type ConstraintSpec } from "../../catalogue/define.ts";
import { BCD } from "./bcd.ts";
import { subnetOf } from "./ip-subnet.sql.ts";

const inSubnet = (name: string, attribute: string, sql = `check (${attribute} <<= cidr)`): ConstraintSpec =>
  rule(name, [attribute, "cidr"], sql, {
    de: "Die Adresse muss im Subnetz liegen.",
    en: "The address has to lie in the subnet.",
  });

export default defineObjectType({
  name: "nd.ip_subnet",
  gpk: "net",
  label: { de: "Subnetz", en: "Subnet" },
  plural: { de: "Subnetze", en: "Subnets" },
  description: { de: "IP-Subnetz eines BCD", en: "IP subnet of a BCD" },
  attributes: {
    cidr: { type: "cidr", label: { de: "Netz", en: "Network" } },
    bcd: { ref: { to: "nd.bcd" } },
    type: { type: "integer", label: { de: "IP-Version", en: "IP version" }, computed: "family(t.cidr)" },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    gateway_addr: { type: "inet", label: { de: "Gateway", en: "Gateway" }, nullable: true },
    router_anycast_addr: {
      type: "inet",
      label: { de: "Anycast-Adresse der Router", en: "Router anycast address" },
      nullable: true,
    },
    reserved_addr_list: {
      type: "inet_array",
      label: { de: "Reservierte Adressen", en: "Reserved addresses" },
      default: [],
    },
  },
  key: ["cidr"],
  filters: {
    cidr: {
      type: "cidr",
      label: { de: "Netz oder Adresse", en: "Network or address" },
      help: {
        de: "Das kleinste Subnetz, das die Adresse oder das Netz enthält",
        en: "The smallest subnet that contains the address or network",
      },
      sql: `t.id = (${subnetOf("{value}", "s.id")})`,
    },
  },
  search: {
    rank: 12,
    system: "dnsvs",
    by: [{ address: "cidr" }, { network: "cidr" }, { words: "description_regexp_ic" }],
    shown: ["cidr", "bcd"],
    note: { de: "kleinstes, das es enthält", en: "smallest that holds it" },
  },
  own: { column: "bcd", in: "bcds" },
  read: "own",
  write: {
    ofOwnRows: true,
    update: { grant: { reaches: BCD, by: "bcd" }, attributes: ["description", "reserved_addr_list"] },
  },
  storage: {
    constraints: {
      cidr_overlap: {
        sql: "exclude using gist (cidr inet_ops with &&) deferrable initially deferred",
        fault: { kind: "overlap", attribute: "cidr", meets: "b.cidr && a.cidr", shown: "t.cidr::text" },
      },
      ipv6_prefix: rule("ipv6_prefix", ["cidr"], "check (family(cidr) = 4 or masklen(cidr) > 0)", {
        de: "Ein IPv6-Subnetz hat ein Präfix von 1 bis 128.",
        en: "An IPv6 subnet has a prefix of 1 to 128.",
      }),
      gateway_in_subnet: inSubnet("gateway_in_subnet", "gateway_addr"),
      anycast_in_subnet: inSubnet("anycast_in_subnet", "router_anycast_addr"),
      // The trigger below raises this fault, because a check constraint cannot query the list.
      reserved_in_subnet: inSubnet("reserved_in_subnet", "reserved_addr_list", "check (true)"),
    },
    searched: ["description"],
    indexes: {
      cidr_gist_idx: "using gist (cidr inet_ops)",
    },
    statements: [
      `create or replace function nd.ip_subnet_reserved() returns trigger language plpgsql as $body$
      begin
        new.reserved_addr_list := array(select distinct a from unnest(new.reserved_addr_list) a order by a);
        if exists (select from unnest(new.reserved_addr_list) a where not a <<= new.cidr) then
          raise exception 'a reserved address lies outside of the subnet'
            using errcode = 'check_violation', constraint = 'nd_ip_subnet_reserved_in_subnet';
        end if;
        return new;
      end $body$`,
      `create or replace trigger ip_subnet_reserved before insert or update on nd.ip_subnet
        for each row execute function nd.ip_subnet_reserved()`,
    ],
  },
});
