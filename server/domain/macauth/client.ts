import { defineObjectType } from "../../catalogue/define.ts";
import { BCD } from "../nd/bcd.ts";

const OWNS_BCD = { reaches: BCD, by: "bcd_name" } as const;

export default defineObjectType({
  name: "macauth.client",
  gpk: "macclient",
  system: {
    label: { de: "MAC-Authentifizierung", en: "MAC authentication" },
    module: { name: "macauth", rank: 20 },
  },
  label: { de: "MAC-Client", en: "MAC client" },
  plural: { de: "MAC-Clients", en: "MAC clients" },
  description: {
    de: "Gerät, das sich mit seiner MAC-Adresse am Netz anmeldet",
    en: "Device that signs in to the network by its MAC address",
  },
  attributes: {
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    bcd_name: {
      help: { de: "Netz, in das das Gerät kommt", en: "Network that the device gets into" },
      ref: { to: "nd.bcd" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    wpa2_key: {
      type: "wpa2_key",
      label: { de: "WPA2-Schlüssel", en: "WPA2 key" },
      help: {
        de: "8 bis 63 druckbare ASCII-Zeichen; ohne Angabe erzeugt der Server einen",
        en: "8 to 63 printable ASCII characters; the server makes one if none is given",
      },
      nullable: true,
      secret: true,
      shown:
        "case when t.bcd_name = any({bcds}) or 'macauth.rw:client' = any({permissions}) then t.wpa2_key end",
    },
    last_login: {
      type: "timestamp",
      label: { de: "Letzte Anmeldung", en: "Last login" },
      nullable: true,
      computed: "(select l.ts from macauth.login l where l.mac_addr = t.mac_addr)",
    },
    last_login_node: {
      type: "text_line",
      label: { de: "Ort der letzten Anmeldung", en: "Last login node" },
      help: { de: "Gerät des Netzes, das angefragt hat", en: "Network device that asked" },
      nullable: true,
      computed: "(select l.node from macauth.login l where l.mac_addr = t.mac_addr)",
    },
  },
  key: ["mac_addr"],
  title: ["mac_addr", "description"],
  functions: {
    create: {},
    update: {
      extra: {
        do_generate: {
          type: "boolean",
          makesSecret: true,
          label: { de: "Schlüssel neu erzeugen", en: "Generate a new key" },
          help: { de: "Der alte WPA2-Schlüssel gilt dann nicht mehr", en: "The old WPA2 key is then gone" },
          default: false,
        },
      },
    },
    delete: {},
  },
  feed: {
    name: "logins",
    list: "login_list",
    permission: "macauth.feed:login",
    label: {
      de: "Anmeldungen von MAC-Clients melden (für RADIUS-Server)",
      en: "Report logins of MAC clients (for RADIUS servers)",
    },
    attributes: ["mac_addr", "last_login", "last_login_node"],
    unsure: ["last_login_node"],
    past: ["last_login"],
    key: "mac_addr",
    merge: `with told as (
        select distinct on (mac_addr) *
        from json_to_recordset($1) r(
          mac_addr macaddr, last_login timestamptz, last_login_node text, place int)
        order by mac_addr, last_login desc, place desc),
      placed as (
        select t.*, exists (select from macauth.client c where c.mac_addr = t.mac_addr) as is_known
        from told t),
      taken as (
        insert into macauth.login as l (mac_addr, ts, node)
        select mac_addr, last_login, last_login_node
        from placed
        where is_known
        order by mac_addr
        on conflict (mac_addr) do update set ts = excluded.ts, node = excluded.node
        where l.ts <= excluded.ts and (l.ts, l.node) is distinct from (excluded.ts, excluded.node)
        returning 1)
      select (select count(*) from taken)::int as taken,
        (
          select coalesce(array_agg(mac_addr::text order by mac_addr), '{}')
          from placed
          where not is_known) as unknown`,
  },
  sweep: `delete from macauth.login
    where mac_addr in (
      select l.mac_addr
      from macauth.login l
      where l.ts < now() - interval '7 days'
        and not exists (select from macauth.client c where c.mac_addr = l.mac_addr)
      limit 1000
      for update skip locked)`,
  search: {
    rank: 56,
    system: "macauth",
    by: [{ mac: "mac_addr" }, "description_regexp_ic"],
    shown: ["description", "mac_addr", "bcd_name"],
  },
  own: { column: "bcd_name", in: "bcds" },
  read: "own",
  write: {
    ofOwnRows: true,
    create: OWNS_BCD,
    update: { grant: OWNS_BCD, attributes: ["mac_addr", "bcd_name", "description", "wpa2_key"] },
    delete: OWNS_BCD,
    after: OWNS_BCD,
  },
  storage: {
    searched: ["description"],
    indexes: {
      order_idx: "(bcd_name, mac_addr, id)",
    },
    // The RADIUS servers write this table: the last login of each address.
    statements: [
      `create table if not exists macauth.login (
        mac_addr macaddr primary key, ts timestamptz not null, node text collate "C")`,
    ],
  },
});
