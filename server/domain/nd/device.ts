import { defineObjectType } from "../../catalogue/define.ts";
import { SERIAL_NUMBER } from "./shared.parts.ts";

export default defineObjectType({
  name: "nd.device",
  gpk: "dev",
  label: { de: "Gerät", en: "Device" },
  plural: { de: "Geräte", en: "Devices" },
  description: {
    de: "Netzgerät mit einem Namen: Switch, Router, Access Point",
    en: "Network device with a name: switch, router, access point",
  },
  attributes: {
    fqdn: { ref: { to: "dns.fqdn" } },
    type: {
      type: "text_id",
      label: { de: "Art", en: "Type" },
      help: { de: "Zum Beispiel switch, router oder ap", en: "For example switch, router or ap" },
      values: {
        switch: { de: "Switch", en: "Switch" },
        router: { de: "Router", en: "Router" },
        ap: { de: "Access Point", en: "Access point" },
      },
      hasOtherValues: true,
    },
    nc: { label: { de: "Netzverbund", en: "Net compound" }, nullable: true, ref: { to: "nd.net_cmpnd" } },
    bcd: { nullable: true, ref: { to: "nd.bcd" } },
    serial_number: SERIAL_NUMBER,
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    room_gfk: {
      help: { de: "Raum des ersten Moduls des Geräts", en: "Room of the first module of the device" },
      nullable: true,
      computed: `(
        select root.room_gfk
        from nd.module m join nd.module root on root.id = m.path[1]
        where m.device = t.id
        order by m.id
        limit 1)`,
      ref: { to: "nd.room", by: "gpk" },
    },
  },
  key: ["fqdn"],
  search: {
    rank: 30,
    by: ["fqdn_regexp", { words: "description_regexp_ic" }, { words: "serial_number_regexp_ic" }],
    shown: ["fqdn", "type", "nc"],
  },
  own: {
    any: [
      { column: "bcd", in: "bcds" },
      { sql: "(select f.scope = any({scopes}) from dns.fqdn f where f.id = t.fqdn)" },
    ],
  },
  read: "own",
  // Data of the MAC finder: sightings of devices, written by a collector (docs/operating.md), and the searches of people.
  storage: {
    searched: ["description", "serial_number"],
    schemas: ["macfinder"],
    emptied: ["macfinder.job"],
    statements: [
      "create schema if not exists macfinder",
      `create table if not exists macfinder.sighting (
        mac_addr macaddr not null, device text not null, port text not null default '', vlan_id int,
        last_seen timestamptz not null, primary key (mac_addr, device, port))`,
      `create table if not exists macfinder.job (
        id bigint generated always as identity primary key, login_name text not null,
        mac_addr macaddr not null, state text not null default 'queued',
        ts_created timestamptz not null default now(), ts_finished timestamptz,
        next_try timestamptz not null default now(), tries int not null default 0, hits json)`,
      `create index if not exists job_waiting_idx on macfinder.job (next_try)
        where state in ('queued', 'running')`,
      "create index if not exists job_created_idx on macfinder.job (ts_created)",
    ],
  },
});
