/** SQL: the name whose addresses decide in which BCD a record without an address lies. */
export const PLACE = (record: string): string =>
  `case when ${record}.type = 'CNAME' then ${record}.target_fqdn else ${record}.fqdn end`;

/** SQL over a record: it lies in some BCD. Looked up for each record, because the set of all names with an address in a BCD is large. */
export const IN_ANY_BCD = `(t.bcd is not null or t.target_ipaddr is null and (
  select true from dns.record a where a.fqdn = ${PLACE("t")} and a.bcd is not null limit 1) is true)`;

/** Ids of the records in these BCDs, found through the records with an address there. */
export const IDS_IN_BCDS = (bcds: string): string => `with there as materialized (
    select a.id, a.fqdn from dns.record a where a.bcd in (${bcds})),
  names as materialized (select distinct fqdn from there)
  select id from there
  union all select r.id from names join dns.record r on r.fqdn = names.fqdn where r.target_ipaddr is null and r.type <> 'CNAME'
  union all select r.id from names join dns.record r on r.target_fqdn = names.fqdn where r.type = 'CNAME'`;

/** After its reset date a set has the TTL of the zone again (wire contract 7.6). */
export const UNTIL_RESET = (column: string): string =>
  `case when (t.ttl_reset_date > now()) is not false then ${column} end`;
