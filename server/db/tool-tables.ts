/** Tables of the tools and of outgoing mail (wire contract 6.4 to 6.6): no object types, nobody reads them by the API. */
export const TOOL_TABLES: readonly string[] = [
  `create table if not exists netportal.vendor (prefix text collate "C" primary key, manufacturer text not null)`,
  `create table if not exists netportal.vendor_list (one boolean primary key default true check (one), hash text not null)`,
  // A mail that waits to be sent; who sends it puts `next_try` ahead first, so that no other process takes it meanwhile.
  `create table if not exists netportal.mail_outbox (id bigint generated always as identity primary key, message json not null,
     ts_created timestamptz not null default now(), tries int not null default 0, next_try timestamptz not null default now(),
     last_error text)`,
  "create index if not exists mail_outbox_next_try_idx on netportal.mail_outbox (next_try)",
  // Events of tickets that their senders are not told yet.
  "create table if not exists netportal.ticket_news (id bigint generated always as identity primary key, event bigint not null)",
  "create schema if not exists macfinder",
  // Where a device was seen, as the network tells it; written by whoever collects it (docs/operating.md).
  `create table if not exists macfinder.sighting (mac_addr macaddr not null, device text not null, port text not null default '',
     vlan_id int, last_seen timestamptz not null, primary key (mac_addr, device, port))`,
  `create table if not exists macfinder.job (id bigint generated always as identity primary key, login_name text not null,
     mac_addr macaddr not null, state text not null default 'queued', ts_created timestamptz not null default now(),
     ts_finished timestamptz, next_try timestamptz not null default now(), tries int not null default 0, hits json)`,
  "create index if not exists job_waiting_idx on macfinder.job (next_try) where state in ('queued', 'running')",
  "create index if not exists job_created_idx on macfinder.job (ts_created)",
];
