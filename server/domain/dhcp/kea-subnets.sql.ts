/** SQL: the address of the router of a subnet. */
export const ROUTER = (subnet: string): string =>
  `coalesce(${subnet}.gateway_addr, ${subnet}.router_anycast_addr)`;

/** Versions of DHCP; each has the addresses of one version of IP. */
export type DhcpVersion = 4 | 6;

/** One row for each subnet of a BCD with DHCP. `router` is null for IPv6, because DHCPv6 does not announce a gateway. */
export const SERVED_SUBNETS = `select b.name as bcd, b.id as bcd_id, d.id as setting, s.id,
  s.cidr::text as subnet, family(s.cidr) as version,
  case when family(s.cidr) = 4 then host(${ROUTER("s")}) end as router, d.lease_time::float8 as lease_time,
  rtrim(f.value, '.') as domain,
  array(
    select host(a)
    from unnest(d.dns_server_list) with ordinality u(a, n)
    where family(a) = family(s.cidr)
    order by n) as dns_servers
  from nd.ip_subnet s
    join nd.bcd b on b.id = s.bcd
    join dhcp.bcd_setting d on d.bcd = s.bcd
    left join dns.fqdn f on f.id = d.domain
  where d.is_enabled`;

/** SQL: the pools of a served subnet `s`, in order. */
export const POOLS = `array(
  select host(p.first_addr) || '-' || host(p.last_addr)
  from dhcp.pool p
  where p.subnet = s.id
  order by p.first_addr)`;

/** The subnets of this version with their pools, in the order of BCDs. */
export function keaSubnets(version: DhcpVersion): string {
  return `select s.bcd, s.id::int as id, s.subnet, s.version, s.router, s.lease_time, s.domain, s.dns_servers,
    ${POOLS} as pools
    from (${SERVED_SUBNETS}) s
    where s.version = ${String(version)}
    order by s.bcd, s.subnet::cidr`;
}
