import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { answered, changedIn } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { CLIENT_UNSERVED, CLIENT_VIEWS, lowestVlan } from "./radius.sql.ts";

const LOWEST_VLAN = lowestVlan("c.bcd_name");

/** The client, with a VLAN of its BCD. The answer never shows a key, but only that it has changed. */
const CLIENT = answered(
  "client",
  "'clients'",
  {
    service: { name: "radius", label: { de: "MAC-Authentifizierung", en: "MAC authentication" } },
    types: { vlan: { de: "VLAN", en: "VLAN" }, key: { de: "Schlüssel", en: "key" } },
    rows: `with client as (
      select c.id, c.mac_addr::text as name, (${LOWEST_VLAN}) as vlan, c.bcd_name, c.wpa2_key
      from macauth.client c
      where c.id = any({keys}::bigint[]))
      select null::text as place, c.name, a.type, null::int as ttl, a.data, a.mark, c.id, a.through
      from client c
        cross join lateral (
          values ('vlan', c.vlan::text, null,
              (select min(v.id) from nd.vlan v where v.bcd = c.bcd_name and v.id_ = c.vlan)),
            ('key', null, md5(c.wpa2_key), null)) a(type, data, mark, through)
      where c.vlan is not null and (a.data is not null or a.mark is not null)`,
    through: "nd.vlan",
  },
  {
    "macauth.client": (rows) => `select id::text from ${rows} r`,
    "nd.vlan": (rows) =>
      `select c.id::text from ${changedIn(rows, "bcd", "id_")} r join macauth.client c on c.bcd_name = r.bcd`,
  },
);

export default defineDelivery({
  of: "macauth.client",
  service: {
    ...CLIENT.service,
    copied: ["mac_addr", "bcd_name", "wpa2_key"],
    reader: "radius",
    views: CLIENT_VIEWS,
    unserved: CLIENT_UNSERVED,
  },
  statements: CLIENT.statements,
  state: partState({
    name: "output.client_state",
    gpk: "clientstate",
    label: { de: "MAC-Client-Stand", en: "MAC client state" },
    plural: { de: "MAC-Client-Stände", en: "MAC client states" },
    description: {
      de: "Seit wann ein RADIUS-Server einen MAC-Client so hat, wie er zuletzt geändert wurde",
      en: "Since when a RADIUS server has a MAC client as it was changed last",
    },
    as: "client_gfk",
    bcd: "bcd_name",
  }),
});
