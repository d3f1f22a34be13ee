import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dhcp.lease",
  gpk: "lease",
  label: { de: "DHCP-Lease", en: "DHCP lease" },
  description: {
    de: "Adresse, die ein Gerät zur Zeit von DHCP hat",
    en: "Address that a device has from DHCP at present",
  },
  attributes: {
    ip_addr: { type: "inet", label: { de: "IP-Adresse", en: "IP address" }, serverWritten: true },
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" }, serverWritten: true },
    hostname: {
      type: "text_line",
      label: { de: "Hostname", en: "Host name" },
      help: { de: "Wie ihn das Gerät nennt", en: "As the device says it" },
      nullable: true,
      serverWritten: true,
    },
    bcd: {
      type: "bcd_name",
      label: { de: "BCD", en: "BCD" },
      serverWritten: true,
      ref: { to: "nd.bcd", by: "key" },
    },
    subnet: {
      type: "cidr",
      label: { de: "Subnetz", en: "Subnet" },
      serverWritten: true,
      ref: { to: "nd.ip_subnet", by: "key" },
    },
    ts_begin: { type: "timestamp", label: { de: "Beginn", en: "Begin" }, serverWritten: true },
    ts_end: { type: "timestamp", label: { de: "Ende", en: "End" }, serverWritten: true },
  },
  key: ["ip_addr"],
  title: ["ip_addr", "mac_addr"],
  functions: {},
  own: { column: "bcd", in: "bcds" },
  read: "own",
  write: "nobody",
  source: {
    // Subnets do not overlap: an address lies in one at most.
    sql: `select translate(host(l.ip_addr), '.:', '-_') as id, l.ip_addr, l.mac_addr, l.hostname, s.bcd, s.id as subnet, l.ts_begin, l.ts_end
    from dhcp.lease_state l join nd.ip_subnet s on s.cidr >>= l.ip_addr
    where l.ts_begin <= now() and l.ts_end > now() and not l.is_static`,
  },
  storage: {
    // Written by the DHCP servers: the last lease of each address, ended and static ones too.
    statements: [
      `create table if not exists dhcp.lease_state (ip_addr inet primary key, mac_addr macaddr not null, hostname text collate "C",
  ts_begin timestamptz not null, ts_end timestamptz not null, is_static boolean not null default false)`,
      "create index if not exists dhcp_lease_state_ip_addr_gist on dhcp.lease_state using gist (ip_addr inet_ops)",
    ],
  },
});
