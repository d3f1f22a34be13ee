/**
 * SQL over a sighting `s` of the MAC finder: what the network documentation contains about the place. `d` is the device, `l` the port, `v` VLAN
 * (`id_`) and BCD (`bcd`, an id), `k` and `i` net instances. A port without a VLAN has that of its BCD.
 */
export const SIGHTING_PLACE = `left join dns.fqdn f on f.value = s.device
  left join nd.device d on d.fqdn = f.id
  left join nd.net_cmpnd c on c.id = d.nc
  left join nd.net_instnc i on i.id = c.net_instnc
  left join nd.l_port l on l.device = d.id and l.name = s.port
  left join lateral (
    select v.id_, v.bcd, v.net_instnc
    from (
      select id_, bcd, net_instnc
      from nd.vlan
      where bcd = l.bcd and (s.vlan_id is null or id_ = s.vlan_id)
      union all select id_, bcd, net_instnc
      from nd.vlan
      where net_instnc = i.id and id_ = s.vlan_id) v
    order by v.net_instnc is not distinct from i.id desc, v.id_
    limit 1) known on true
  left join nd.net_instnc k on k.id = known.net_instnc
  left join lateral (
    select coalesce(s.vlan_id, known.id_) as id_, coalesce(known.bcd, l.bcd) as bcd) v on true`;
