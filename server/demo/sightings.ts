/**
 * Where the switches of the demo campus last saw devices: MAC addresses of clients and assignments, each at a port that has its BCD, so that the
 * MAC finder finds something. Every seventh was seen at a second port before.
 */
export const DEMO_SIGHTINGS = `insert into macfinder.sighting (mac_addr, device, port, vlan_id, last_seen)
with known as (
  select m.mac_addr, m.bcd, row_number() over (partition by m.bcd order by m.mac_addr) n
  from (select c.mac_addr, c.bcd_name as bcd from macauth.client c
    union select a.mac_addr, a.bcd from dhcp.static_assignment a) m),
places as (
  select l.bcd, f.value device, l.name port, row_number() over (partition by l.bcd order by l.id) n, count(*) over (partition by l.bcd) ports
  from nd.l_port l join nd.device d on d.id = l.device join dns.fqdn f on f.id = d.fqdn where l.bcd is not null)
select k.mac_addr, p.device, p.port, null,
  date_trunc('second', $1::timestamptz - (k.n * 7 + z.second * 1440) * interval '1 minute')
from known k cross join (values (0), (1)) z(second)
join places p on p.bcd = k.bcd and p.n = 1 + (k.n - 1 + z.second) % p.ports
where z.second = 0 or (k.n % 7 = 0 and p.ports > 1)
on conflict do nothing`;
