import type { Tree } from "../../wapi/write/intent.ts";

/**
 * SQL: these columns of `s`, the smallest subnet that holds an address or a network. In the order of `cidr`, the last subnet at or before the place
 * is the smallest one if it contains the place. The index of the key finds it fifteen times as fast as the one for `>>=`. It may not contain the
 * place if the place is in no subnet, or if subnets overlap until the end of their transaction.
 */
export function subnetOf(place: string, columns: string): string {
  return `select ${columns}
    from nd.ip_subnet s
    where s.id = coalesce((
        select last.id
        from (select id, cidr from nd.ip_subnet where cidr <= ${place} order by cidr desc limit 1) last
        where last.cidr >>= ${place}),
      (
        select around.id
        from nd.ip_subnet around
        where around.cidr >>= ${place}
        order by masklen(around.cidr) desc
        limit 1))`;
}

/** Role of an address in its subnet. */
export type SubnetRole = "reserved" | "gateway" | "anycast" | "network" | "broadcast";

/** SQL over a row `s` of `nd.ip_subnet`: its addresses that no host may use (`address`) and why (`reason`, a SubnetRole; wire contract 7.6, 7.7). */
export const ROLES_OF_SUBNET = `(
  select unnest(s.reserved_addr_list) as address, 'reserved' as reason
  union all select s.gateway_addr, 'gateway'
  union all select s.router_anycast_addr, 'anycast'
  union all select host(network(s.cidr))::inet, 'network'
  where masklen(s.cidr) <= case family(s.cidr) when 4 then 30 else 126 end
  union all select host(broadcast(s.cidr))::inet, 'broadcast'
  where family(s.cidr) = 4 and masklen(s.cidr) <= 30)`;

/** Statements by which rows of a table in `dhcp` with the columns `subnet` and `bcd` move along with their subnet into another BCD. */
export function followBcd(table: string, name: string): readonly string[] {
  return [
    `create or replace function dhcp.${name}() returns trigger language plpgsql as $body$
    begin
      update ${table} set bcd = new.bcd where subnet = new.id;
      return null;
    end $body$`,
    `create or replace trigger ${name} after update of bcd on nd.ip_subnet
      for each row when (old.bcd is distinct from new.bcd)
      execute function dhcp.${name}()`,
  ];
}

/** Networks with their pools and roles of addresses. An object in a network must fit it both when it is checked and when it is written. */
export const SUBNETS: Tree = {
  name: "subnets",
  order: 2,
  alone: "select dns.lock_subnets()",
  share: "select dns.share_subnets()",
  most: Infinity,
};
