/**
 * SQL from a sighting `s` of the MAC finder: what the network documentation knows of the place. `d` is the device, `l` the port, `v` VLAN (`id_`) and BCD
 * (`bcd`, an id), `k` and `i` net instances. A port without a VLAN has that of its BCD.
 */
export const SIGHTING_PLACE = `left join dns.fqdn f on f.value = s.device
  left join nd.device d on d.fqdn = f.id
  left join nd.net_cmpnd c on c.id = d.nc
  left join nd.net_instnc i on i.id = c.net_instnc
  left join nd.l_port l on l.device = d.id and l.name = s.port
  left join lateral (select v.id_, v.bcd, v.net_instnc from nd.vlan v where (s.vlan_id is null or v.id_ = s.vlan_id)
      and (v.bcd = l.bcd or (s.vlan_id is not null and v.net_instnc = i.id))
    order by v.net_instnc is not distinct from i.id desc, v.id_ limit 1) known on true
  left join nd.net_instnc k on k.id = known.net_instnc
  left join lateral (select coalesce(s.vlan_id, known.id_) as id_, coalesce(known.bcd, l.bcd) as bcd) v on true`;
