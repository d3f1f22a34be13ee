import { subnetOf } from "../nd/ip-subnet.sql.ts";
import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dhcp.lease",
  gpk: "lease",
  label: { de: "DHCP-Lease", en: "DHCP lease" },
  plural: { de: "DHCP-Leases", en: "DHCP leases" },
  description: {
    de: "Adresse, die ein Gerät zur Zeit von DHCP hat",
    en: "Address that a device has from DHCP at present",
  },
  attributes: {
    ip_addr: { type: "inet", label: { de: "IP-Adresse", en: "IP address" } },
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    hostname: {
      type: "text_line",
      label: { de: "Hostname", en: "Host name" },
      help: { de: "Wie ihn das Gerät nennt", en: "As the device says it" },
      nullable: true,
    },
    bcd: { ref: { to: "nd.bcd" } },
    subnet: { ref: { to: "nd.ip_subnet" } },
    ts_begin: { type: "timestamp", label: { de: "Beginn", en: "Begin" } },
    ts_end: { type: "timestamp", label: { de: "Ende", en: "End" } },
  },
  key: ["ip_addr"],
  title: ["ip_addr", "mac_addr"],
  search: {
    rank: 54,
    by: [{ address: "ip_addr" }, { mac: "mac_addr" }, { words: "hostname_regexp_ic" }],
    shown: ["ip_addr", "hostname", "mac_addr", "bcd"],
  },
  own: { column: "bcd", in: "bcds" },
  read: "own",
  source: {
    hasSteadyPlan: true,
    sql: `select translate(host(l.ip_addr), '.:', '-_') as id, l.ip_addr, l.mac_addr, l.hostname, s.bcd,
      s.id as subnet, l.ts_begin, l.ts_end
      from dhcp.lease_state l cross join lateral (${subnetOf("l.ip_addr", "s.id, s.bcd")}) s
      where l.ts_begin <= now()
        and l.ts_end > now()
        and not l.is_static
        and not exists (select from dhcp.static_assignment a where a.ip_addr = l.ip_addr)`,
  },
  feed: {
    name: "leases",
    list: "lease_list",
    permission: "dhcp.feed:lease",
    label: { de: "DHCP-Leases melden (für DHCP-Server)", en: "Report DHCP leases (for DHCP servers)" },
    attributes: ["ip_addr", "mac_addr", "hostname", "ts_begin", "ts_end"],
    unsure: ["hostname"],
    past: ["ts_begin"],
    key: "ip_addr",
    // The lease that began last is valid, whichever server reports it first. A repeated report may contain another end.
    merge: `with told as (
        select distinct on (ip_addr) *
        from json_to_recordset($1) r(
          ip_addr inet, mac_addr macaddr, hostname text, ts_begin timestamptz, ts_end timestamptz, place int)
        order by ip_addr, ts_begin desc, place desc),
      placed as (select t.*, exists (${subnetOf("t.ip_addr", "")}) as is_known from told t),
      taken as (
        insert into dhcp.lease_state as l (ip_addr, mac_addr, hostname, ts_begin, ts_end)
        select ip_addr, mac_addr, hostname, ts_begin, ts_end
        from placed
        where is_known
        order by ip_addr
        on conflict (ip_addr) do update set mac_addr = excluded.mac_addr, hostname = excluded.hostname,
          ts_begin = excluded.ts_begin, ts_end = excluded.ts_end, is_static = false
        where l.ts_begin <= excluded.ts_begin
          and (l.mac_addr, l.hostname, l.ts_begin, l.ts_end) is distinct from (excluded.mac_addr,
            excluded.hostname, excluded.ts_begin, excluded.ts_end)
        returning 1)
      select (select count(*) from taken)::int as taken,
        (
          select coalesce(array_agg(host(ip_addr) order by ip_addr), '{}')
          from placed
          where not is_known) as unknown`,
  },
  sweep: `delete from dhcp.lease_state
    where ip_addr in (
      select ip_addr
      from dhcp.lease_state
      where ts_end < now() - interval '7 days'
      limit 1000
      for update skip locked)`,
  storage: {
    // The DHCP servers write this table through the feed: the last lease of each address, also ended and static ones.
    statements: [
      `create table if not exists dhcp.lease_state (
        ip_addr inet primary key, mac_addr macaddr not null, hostname text collate "C",
        ts_begin timestamptz not null, ts_end timestamptz not null, is_static boolean not null default false)`,
      "create index if not exists dhcp_lease_state_ts_end on dhcp.lease_state (ts_end)",
      "create index if not exists dhcp_lease_state_mac_addr on dhcp.lease_state (mac_addr)",
      `create index if not exists dhcp_lease_state_hostname_trgm
        on dhcp.lease_state using gin (hostname collate "POSIX" gin_trgm_ops)`,
      `create index if not exists dhcp_lease_state_ip_addr_gist
        on dhcp.lease_state using gist (ip_addr inet_ops)`,
    ],
  },
});
