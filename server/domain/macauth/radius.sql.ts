import type { Unserved } from "../../catalogue/define-service.ts";

/** One attribute of an Accept; `{vlan}` and `{key}` are filled in. Without a key an attribute with `{key}` is left out. */
type Template = readonly [attribute: string, value: string, op?: ":=" | "+="];

const VLAN_TEMPLATE: readonly Template[] = [
  ["Tunnel-Type", "VLAN"],
  ["Tunnel-Medium-Type", "IEEE-802"],
  ["Tunnel-Private-Group-Id", "{vlan}"],
];

/** Attributes of the answer, by the kind of network device (`nas_type` of a FreeRADIUS client). */
const TEMPLATES: Readonly<Record<string, readonly Template[]>> = {
  other: [...VLAN_TEMPLATE, ["Tunnel-Password", "{key}"]],
  cisco: [...VLAN_TEMPLATE, ["Cisco-AVPair", "psk-mode=ascii", "+="], ["Cisco-AVPair", "psk={key}", "+="]],
  aruba: [...VLAN_TEMPLATE, ["Aruba-MPSK-Passphrase", "{key}"]],
};

const TEMPLATE_ROWS = Object.entries(TEMPLATES)
  .flatMap(([kind, list]) =>
    list.map(
      ([attribute, value, op = ":="], at) =>
        `('${kind}', ${String(at)}, '${attribute}', '${value}', '${op}')`,
    ),
  )
  .join(", ");

/** The network device learns one VLAN of a BCD. If there are several numbers, it is the lowest one, and the check reports this. */
export const lowestVlan = (bcd: string): string => `select min(v.id_) from nd.vlan v where v.bcd = ${bcd}`;

const LOWEST_VLAN = lowestVlan("c.bcd_name");

/** Accepted devices and their attributes: the tables that `rlm_sql` reads. The user name is the MAC address as twelve lower-case hexadecimal digits. */
export const CLIENT_VIEWS: readonly string[] = [
  "create index if not exists radius_name_idx on macauth.client ((translate(mac_addr::text, ':', '')))",
  `create view radius.template as
    select *
    from (values ${TEMPLATE_ROWS}) t(nas_type, position, attribute, value, op)`,
  `create view radius.client as
    select c.id, translate(c.mac_addr::text, ':', '') as username, (${LOWEST_VLAN})::text as vlan,
      c.wpa2_key as key
    from macauth.client c`,
  `create view radius.radcheck as
    select id, username, 'Auth-Type' as attribute, 'Accept' as value, ':=' as op
    from radius.client
    where vlan is not null`,
  `create view radius.radreply as
    select c.id * 100 + t.position as id, c.username, t.nas_type, t.attribute,
      replace(replace(t.value, '{vlan}', c.vlan), '{key}', coalesce(c.key, '')) as value, t.op
    from radius.client c cross join radius.template t
    where c.vlan is not null and (c.key is not null or t.value not like '%{key}%')`,
];

/** SQL: the BCD has no VLAN, so network devices learn none for its clients. */
function withoutVlan(bcd: string): string {
  return `not exists (select from nd.vlan v where v.bcd = ${bcd})`;
}

const HAS_CLIENTS = "exists (select from macauth.client c where c.bcd_name = o.id)";

const BY_RADIUS = { by: "radius", unit: "'clients'" } as const;

export const CLIENT_UNSERVED: readonly Unserved[] = [
  {
    ...BY_RADIUS,
    reason: "no_vlan",
    text: {
      de: "Der BCD des MAC-Clients hat kein VLAN: Das Gerät wird abgewiesen. Geben Sie dem BCD ein VLAN oder wählen Sie einen anderen BCD.",
      en: "The BCD of the MAC client has no VLAN: the device is rejected. Give the BCD a VLAN, or choose another BCD.",
    },
    when: withoutVlan("o.bcd_name"),
    told: {
      as: "o.mac_addr::text || ' (' || (select b.name from nd.bcd b where b.id = o.bcd_name) || ')'",
      by: "o.mac_addr",
    },
  },
];

export const BCD_WITH_CLIENTS: readonly Unserved[] = [
  {
    ...BY_RADIUS,
    reason: "no_vlan",
    text: {
      de: "Der BCD hat MAC-Clients, aber kein VLAN: Die Geräte werden abgewiesen. Geben Sie dem BCD ein VLAN.",
      en: "The BCD has MAC clients, but no VLAN: the devices are rejected. Give the BCD a VLAN.",
    },
    when: `${withoutVlan("o.id")} and ${HAS_CLIENTS}`,
  },
  {
    ...BY_RADIUS,
    reason: "several_vlans",
    text: {
      de: "Der BCD hat VLANs mit verschiedenen Nummern: MAC-Clients bekommen die kleinste. Lassen Sie dem BCD nur VLANs einer Nummer.",
      en: "The BCD has VLANs with different numbers: MAC clients get the lowest one. Leave the BCD only VLANs of one number.",
    },
    when: `${HAS_CLIENTS} and (select count(distinct v.id_) from nd.vlan v where v.bcd = o.id) > 1`,
    told: {
      as: `o.name || ' ('
        || (
          select string_agg(n.id_::text, ', ' order by n.id_)
          from (select distinct v.id_ from nd.vlan v where v.bcd = o.id) n)
        || ')'`,
      by: "o.name",
    },
  },
];
