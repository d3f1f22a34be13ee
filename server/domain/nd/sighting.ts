import { defineObjectType } from "../../catalogue/define.ts";
import { SIGHTING_PLACE } from "./sighting.sql.ts";

export default defineObjectType({
  name: "nd.sighting",
  gpk: "seen",
  label: { de: "Sichtung", en: "Sighting" },
  plural: { de: "Sichtungen", en: "Sightings" },
  description: {
    de: "Switchport, an dem eine MAC-Adresse gesehen wurde",
    en: "Switch port at which a MAC address was seen",
  },
  attributes: {
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    device: {
      type: "fqdn",
      label: { de: "Gerät", en: "Device" },
      help: { de: "Wie es sich selbst nennt", en: "As it calls itself" },
    },
    port: { type: "text", label: { de: "Port", en: "Port" }, nullable: true },
    p_port_gfk: { nullable: true, ref: { to: "nd.p_port", by: "gpk" } },
    vlan_id: { type: "vlan_id", label: { de: "VLAN-ID", en: "VLAN id" }, nullable: true },
    bcd: { nullable: true, ref: { to: "nd.bcd" } },
    last_seen: { type: "timestamp", label: { de: "Zuletzt gesehen", en: "Last seen" } },
  },
  key: ["mac_addr", "device", "port"],
  title: ["mac_addr", "device", "port"],
  search: {
    rank: 58,
    by: [{ mac: "mac_addr" }],
    shown: ["mac_addr", "device", "port", "bcd", "last_seen"],
    sorting: ["last_seen DESC"],
  },
  own: { column: "bcd", in: "bcds" },
  // The same rights as those of the MAC finder.
  read: { ownOr: { column: "bcd", in: "bcds" }, permissions: ["nd.ro:device", "nd.rw:device"] },
  source: {
    // A gpk may contain letters, digits, _ and - only.
    sql: `select translate(s.mac_addr::text, ':', '') || '-' || md5(s.device || ' ' || s.port) as id,
      s.mac_addr, s.device, nullif(s.port, '') as port, l.p_port_gfk, v.id_ as vlan_id, v.bcd, s.last_seen
      from macfinder.sighting s ${SIGHTING_PLACE}`,
  },
});
