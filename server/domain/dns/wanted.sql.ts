/** SQL: the TTL of a record `r` in the zone `z`. */
const TTL =
  "coalesce(case when (r.ttl_reset_date > now()) is not false then r.ttl end, z.zone_ttl_default, 3600)::int";

/** SQL: no record is below a DNAME (RFC 6672, 2.4), because a server would refuse the whole zone. */
const BELOW_ALIAS = `select f.id
  from dns.record d
    join dns.fqdn a on a.id = d.fqdn
    join dns.fqdn f on f.rkey > a.rkey and f.rkey < a.rkey || chr(1114111)
  where d.type = 'DNAME' and d.fqdn = any(f.anc) and f.zone = d.zone`;

/** SQL: the name server is no wildcard. BIND refuses a whole zone with name servers of a wildcard, because they have no meaning (RFC 4592, 4.2). */
export const WILD_SERVER = (record: string): string => `(${record}.type = 'NS' and ${record}.name like '*%')`;

/** Regular expression: a byte in decimal digits. */
const OCTET = "(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";

/** SQL over a name: it is the apex of a reverse zone. */
export const REVERSE_APEX = (name: string): string => `${name}.is_zone_apex and ${name}.value like '%.arpa.'`;

/** SQL: the network of a reverse zone. The index uses the same expression. */
export const NETWORK = (name: string): string => `output.network_around(${name}.value)::inet`;

/**
 * The wanted answers of the DNS, as views over names and records: a row for each record of each zone. Serials and SOA records are added at
 * publication. Every statement can run again.
 */
export const WANTED_STATEMENTS: readonly string[] = [
  // Not strict, because PostgreSQL calls a strict function with a case for each row instead of inlining it.
  `create or replace function output.reverse_name(address inet)
    returns text
    language sql immutable parallel safe as $body$
    select case when family(address) = 4
      then split_part(host(address), '.', 4) || '.' || split_part(host(address), '.', 3) || '.'
        || split_part(host(address), '.', 2) || '.' || split_part(host(address), '.', 1) || '.in-addr.arpa.'
      else regexp_replace(reverse(encode(substring(inet_send(address) from 5), 'hex')), '(.)', '\\1.', 'g')
        || 'ip6.arpa.'
    end collate "C"
  $body$`,
  // Names of reverse zones that are cut at whole octets or nibbles; others (RFC 2317) have no network.
  `create or replace function output.network_of(name text)
    returns cidr
    language sql immutable parallel safe as $body$
    select case when name ~ '^(${OCTET}[.]){0,4}in-addr[.]arpa[.]$'
      then (
        select rtrim(coalesce(string_agg(part, '.' order by n desc) || '.', '')
              || repeat('0.', 4 - count(*)::int),
            '.')
          || '/' || count(*) * 8
        from unnest(string_to_array(rtrim(left(name, -13), '.'), '.')) with ordinality p(part, n)
        where part <> '')
      when name ~ '^([0-9a-f][.]){0,32}ip6[.]arpa[.]$'
        then rtrim(regexp_replace(rpad(reverse(replace(left(name, -9), '.', '')), 32, '0'), '(.{4})', '\\1:',
              'g'),
            ':')
          || '/' || (length(name) - 9) / 2 * 4
    end::cidr
  $body$`,
  // The network of the names of a reverse zone: the part of a network that its label names (`0-127`, RFC 2317), or else the network of its digits. It
  // is not written in SQL, because an index uses it: PostgreSQL would read it with the rights of the role that reads the views for Kea.
  `create or replace function output.network_around(name text)
    returns cidr
    language plpgsql immutable parallel safe as $body$
  begin
    return coalesce(output.network_of(name),
      (
        select coalesce(inet_merge(output.network_of(split_part(p.label, '-', 1) || '.' || p.above),
            output.network_of(split_part(p.label, '-', 2) || '.' || p.above)),
          p.network)
        from (
          select a.above, output.network_of(a.above) as network,
            split_part(left(name, -length(a.above) - 1), '.', -1) as label
          from unnest(dns.names_above(name)) a(above)) p
        where masklen(p.network) > 0
        order by masklen(p.network) desc
        limit 1));
  end $body$`,
  `create or replace function output.address_of(name text)
    returns inet
    language sql immutable parallel safe as $body$
    select case when name ~ '^(${OCTET}[.]){4}in-addr[.]arpa[.]$'
      then (split_part(name, '.', 4) || '.' || split_part(name, '.', 3) || '.' || split_part(name, '.', 2)
        || '.' || split_part(name, '.', 1))::inet
      when name ~ '^([0-9a-f][.]){32}ip6[.]arpa[.]$'
        then rtrim(regexp_replace(reverse(replace(left(name, -9), '.', '')), '(.{4})', '\\1:', 'g'), ':')::inet
    end
  $body$`,
  "drop index if exists dns.fqdn_network_idx",
  `create index if not exists fqdn_network_around_idx on dns.fqdn using gist ((${NETWORK("fqdn")}) inet_ops)
    where ${REVERSE_APEX("fqdn")}`,
  "create index if not exists fqdn_apex_idx on dns.fqdn (value) where is_zone_apex",
  `create index if not exists record_ttl_reset_idx on dns.record (ttl_reset_date)
    where ttl_reset_date is not null`,
  "create index if not exists record_dname_idx on dns.record (name) where type = 'DNAME'",
  "drop function if exists output.wanted(text[], inet[])",
  `drop view if exists output.unserved, output.wanted_rr, output.wanted_named, output.wanted_reverse,
    output.reverse_zone`,
  // NS and DS of a zone are also, or only, in the zone above it. Addresses of name servers below another zone cut are there as glue.
  `create view output.wanted_named as
    select z.value as zone, r.name, r.type, ${TTL} as ttl, r.data as rdata, r.id as record
    from dns.record r join dns.fqdn z on z.id = r.zone
    where r.type <> 'REF-FQDN'
      and not (r.type = 'DS' and r.fqdn = r.zone)
      and r.fqdn not in (${BELOW_ALIAS})
      and not ${WILD_SERVER("r")}
    union all select z.value, r.name, r.type, ${TTL}, r.data, r.id
    from dns.record r
      join dns.fqdn c on c.id = r.fqdn
      join dns.fqdn p on p.id = c.parent
      join dns.fqdn z on z.id = p.zone
    where c.is_zone_apex and r.type in ('NS', 'DS')
    union all select distinct z.value, r.name, r.type, ${TTL}, r.data, r.id
    from dns.record n
      join dns.fqdn c on c.id = n.fqdn
      join dns.fqdn p on p.id = c.parent
      join dns.fqdn z on z.id = p.zone
      join dns.record r on r.fqdn = n.target_fqdn
      join dns.fqdn f on f.id = r.fqdn
    where n.type = 'NS'
      and c.is_zone_apex
      and r.type in ('A', 'AAAA')
      and p.zone = any(f.anc)
      and p.zone <> r.zone`,
  `create view output.reverse_zone as
    select f.value, output.network_of(f.value) as network, f.zone_ttl_default
    from dns.fqdn f
    where ${REVERSE_APEX("f")}`,
  // An address has a pointer by default, unless somebody wrote a pointer or an alias at its reverse name.
  `create view output.wanted_reverse as
    with zones as materialized (
      select value, network, zone_ttl_default
      from output.reverse_zone
      where network is not null)
    select z.value as zone, output.reverse_name(r.target_ipaddr) as name, 'PTR' collate "C" as type,
      coalesce(z.zone_ttl_default, 3600)::int as ttl, r.name as rdata, r.target_ipaddr as address,
      r.id as record
    from dns.record r
      cross join lateral (
        select *
        from zones n
        where r.target_ipaddr <<= n.network
        order by masklen(n.network) desc
        limit 1) z
    where r.target_is_reverse_unique
      and r.name not like '*%'
      and not exists (
        select
        from dns.record e
        where e.name = output.reverse_name(r.target_ipaddr) and e.type in ('PTR', 'CNAME'))
      and (not exists (select from dns.record d where d.type = 'DNAME' and d.name like '%.arpa.')
        or not exists (
          select
          from dns.record d
          where d.type = 'DNAME' and d.name = any(dns.names_above(output.reverse_name(r.target_ipaddr)))))`,
  `create view output.wanted_rr as
    select zone, name, type, ttl, rdata
    from output.wanted_named
    union all select zone, name, type, ttl, rdata
    from output.wanted_reverse`,
  `create function output.wanted(names text[], addresses inet[])
    returns table (zone text, name text, type text, ttl int, rdata text, record bigint)
    language sql stable as $body$
    select w.zone, w.name, w.type, w.ttl, w.rdata, w.record
    from output.wanted_named w
    where w.name = any(names)
    union all select w.zone, w.name, w.type, w.ttl, w.rdata, w.record
    from output.wanted_reverse w
    where w.address = any(addresses)
  $body$`,
];
